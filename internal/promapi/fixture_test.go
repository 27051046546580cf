package promapi_test

import (
	"context"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/cairnstack/cairn/internal/access"
	"github.com/cairnstack/cairn/internal/alerting"
	"github.com/cairnstack/cairn/internal/fault"
	"github.com/cairnstack/cairn/internal/httpx"
	"github.com/cairnstack/cairn/internal/org"
	"github.com/cairnstack/cairn/internal/promapi"
	"github.com/cairnstack/cairn/internal/webhook"
)

// secret is the one key that is good.
const secret = "the-key"

// keys lets an admin of a team in.
type keys struct{ team string }

func (k keys) Authenticate(ctx context.Context, r *http.Request) (context.Context, httpx.Identity, error) {
	token, err := access.BearerText(r.Header.Get("Authorization"))
	if err != nil {
		return ctx, httpx.Identity{}, err
	}
	if token != secret {
		return ctx, httpx.Identity{}, fault.New(fault.Unauthenticated, "the key is not valid")
	}
	who := access.Principal{UserID: "u", OrganizationID: "o", TeamID: k.team, Roles: []org.Role{org.RoleAdmin}}
	return access.WithPrincipal(ctx, who), httpx.Identity{ID: "k"}, nil
}

// newAPI makes the API over questions and alerts.
func newAPI(change ...func(*promapi.Uses)) *httpx.API { return newAPIOf("t", change...) }

// newAPIOf is newAPI for a team.
func newAPIOf(id string, change ...func(*promapi.Uses)) *httpx.API {
	uses := promapi.Uses{Questions: newMemory(), Cardinality: counts{}, Alerts: team{}, Past: team{}, Writer: writer(), Now: noon, Revision: "1.2.3", Started: noon().Add(-time.Hour)}
	for _, c := range change {
		c(&uses)
	}
	return promapi.New(httpx.Options{
		EdgeOptions:   httpx.EdgeOptions{Logger: slog.New(slog.DiscardHandler)},
		Authenticator: promapi.Password{Of: keys{id}},
	}, uses)
}

// serve starts a listener and returns its address.
func serve(t testing.TB, change ...func(*promapi.Uses)) string {
	t.Helper()
	return listen(t, newAPI(change...))
}

// writer writes as notifications do.
func writer() alerting.Writer {
	return webhook.NewSender(webhook.Options{PublicURL: func() string { return "http://cairn" }, Now: noon})
}

// listen starts a listener for an API and returns its address.
func listen(t testing.TB, api *httpx.API) string {
	t.Helper()
	server := httptest.NewServer(api.Handler())
	t.Cleanup(server.Close)
	return server.URL
}

// reply is what a server returned.
type reply struct {
	status int
	header http.Header
	body   string
}

// ask sends a request with the key.
func ask(t testing.TB, method, address, form string, headers ...string) reply {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), method, address, strings.NewReader(form))
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("Authorization", "Bearer "+secret)
	if form != "" {
		request.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	}
	for i := 0; i < len(headers); i += 2 {
		request.Header.Set(headers[i], headers[i+1])
		if headers[i+1] == "" {
			request.Header.Del(headers[i])
		}
	}
	response, err := (&http.Transport{DisableKeepAlives: true, DisableCompression: true}).RoundTrip(request)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = response.Body.Close() }()
	body, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	return reply{response.StatusCode, response.Header, string(body)}
}

// form encodes parameters that are written as a=1&b=2, so that tests can be
// read.
func form(plain string) string {
	var encoded []string
	for pair := range strings.SplitSeq(plain, "&") {
		name, value, _ := strings.Cut(pair, "=")
		encoded = append(encoded, url.QueryEscape(name)+"="+url.QueryEscape(value))
	}
	return strings.Join(encoded, "&")
}
