package stacktest

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"io"
	"maps"
	"net/http"
	"strings"
	"testing"

	"github.com/cairnstack/cairn/internal/access"
	"github.com/cairnstack/cairn/internal/org"
)

// Door is one deployment as one caller sees it. Paths are below the prefix,
// as in /alerts.
type Door struct {
	Name    string
	Base    string // address and prefix
	Headers map[string]string
	managed bool
}

// Answer is what came back, without what differs between the deployments.
type Answer struct {
	Status  int
	Header  http.Header
	Body    string          // as it came
	Value   json.RawMessage // data or result; nil when there is none
	Message string          // of a failure, without the cloud's reason
}

// SelfHosted returns the self-hosted API as the first user sees it.
func (w *World) SelfHosted() Door { return w.SelfHostedAs(w.Home.AccessKey) }

// SelfHostedAs returns the self-hosted API as the owner of the key sees it.
func (w *World) SelfHostedAs(key string) Door {
	return Door{Name: "self-hosted", Base: w.StackURL + "/api/v2", Headers: map[string]string{"Authorization": "Bearer " + key}}
}

// Managed returns the managed API of the first service as its admin sees it.
func (w *World) Managed() Door {
	return w.ManagedAs(w.Home, w.Home.KeyID, w.Home.KeySecret)
}

// ManagedAs returns the managed API of the service as the owner of the key
// sees it.
func (w *World) ManagedAs(home access.Installation, keyID, secret string) Door {
	credential := base64.StdEncoding.EncodeToString([]byte(keyID + ":" + secret))
	return Door{
		Name: "managed", managed: true, Headers: map[string]string{"Authorization": "Basic " + credential},
		Base: w.CloudURL + "/v1/organizations/" + home.OrganizationID + "/services/" + home.ServiceID + "/stack",
	}
}

// CloudKey makes a key of the first organization and returns the managed API
// as its owner sees it.
func (w *World) CloudKey(t testing.TB, roles ...org.Role) Door {
	t.Helper()
	key, err := w.Access.CreateCloudKey(t.Context(), org.Key{OrganizationID: w.Home.OrganizationID, Name: "made", Roles: roles})
	if err != nil {
		t.Fatal(err)
	}
	return w.ManagedAs(w.Home, key.KeyID, key.KeySecret)
}

// Person is an account of the first team, and the self-hosted API as it sees
// it.
type Person struct {
	access.User
	Door
}

// Person makes an account with the role in the first organization.
func (w *World) Person(t testing.TB, email string, role org.Role) Person {
	t.Helper()
	user, err := w.Access.CreateMember(t.Context(), access.NewUser{Email: email, Name: "Person", Password: password},
		access.Membership{TeamID: w.Home.TeamID, Role: role})
	if err != nil {
		t.Fatal(err)
	}
	_, key, err := w.Access.CreateAccessKey(t.Context(), access.AccessKey{UserID: user.ID, TeamID: w.Home.TeamID, Name: "made"})
	if err != nil {
		t.Fatal(err)
	}
	return Person{User: user, Door: w.SelfHostedAs(key)}
}

// Doors returns both deployments.
func (w *World) Doors() []Door { return []Door{w.SelfHosted(), w.Managed()} }

// With returns the door with one more header.
func (d Door) With(name, value string) Door {
	d.Headers = maps.Clone(d.Headers)
	d.Headers[name] = value
	return d
}

// Send sends a request and returns what came back.
func (d Door) Send(t testing.TB, method, path, body string) Answer {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), method, d.Base+path, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	if body != "" {
		request.Header.Set("Content-Type", "application/json")
	}
	for name, value := range d.Headers {
		request.Header.Set(name, value)
	}
	response, err := http.DefaultTransport.RoundTrip(request)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = response.Body.Close() }()
	text, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	return d.open(t, Answer{Status: response.StatusCode, Header: response.Header, Body: string(text)})
}

// Must sends a request that has to succeed.
func (d Door) Must(t testing.TB, method, path, body string) Answer {
	t.Helper()
	answer := d.Send(t, method, path, body)
	if answer.Status != http.StatusOK {
		t.Fatalf("%s: %s %s: %d %s", d.Name, method, path, answer.Status, answer.Body)
	}
	return answer
}

// open takes the envelope off and checks it.
func (d Door) open(t testing.TB, a Answer) Answer {
	t.Helper()
	var envelope struct {
		Data, Result   json.RawMessage
		Message, Error *string
		RequestID      *string
		Status         *int
	}
	if err := json.Unmarshal([]byte(a.Body), &envelope); err != nil {
		return a
	}
	if d.managed {
		// A replay is the first answer, with its request id.
		replayed := a.Header.Get("Idempotent-Replayed") != ""
		if envelope.Status == nil || *envelope.Status != a.Status || envelope.RequestID == nil || !replayed && *envelope.RequestID != a.Header.Get("X-Request-Id") {
			t.Errorf("the envelope does not agree with the answer: %d %s", a.Status, a.Body)
		}
		a.Value, a.Message = envelope.Result, withoutReason(envelope.Error)
		return a
	}
	a.Value = envelope.Data
	if envelope.Message != nil {
		a.Message = *envelope.Message
	}
	return a
}

func withoutReason(text *string) string {
	if text == nil {
		return ""
	}
	_, message, _ := strings.Cut(*text, ": ")
	return message
}

// Field returns a field of the value as text, as the id of a record.
func (a Answer) Field(t testing.TB, name string) string {
	t.Helper()
	var fields map[string]any
	if err := json.Unmarshal(a.Value, &fields); err != nil {
		t.Fatalf("%d %s: %v", a.Status, a.Body, err)
	}
	text, ok := fields[name].(string)
	if !ok {
		t.Fatalf("no text %s in %s", name, a.Body)
	}
	return text
}

// List returns the items of the value.
func (a Answer) List(t testing.TB) []json.RawMessage {
	t.Helper()
	var items []json.RawMessage
	if err := json.Unmarshal(a.Value, &items); err != nil || items == nil {
		t.Fatalf("no list: %d %s", a.Status, a.Body)
	}
	return items
}

// Compact returns JSON without spaces.
func Compact(text json.RawMessage) string {
	var out bytes.Buffer
	if err := json.Compact(&out, text); err != nil {
		return string(text)
	}
	return out.String()
}
