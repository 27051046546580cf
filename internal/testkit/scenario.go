package testkit

import (
	"encoding/json"
	"io"
	"net/http"
	"strings"
	"testing"
)

// Scenario is one request and what its answer must be.
type Scenario struct {
	Name    string
	Method  string // empty: GET
	Path    string
	Headers map[string]string
	Body    string

	Status   int
	Contains []string          // each must stand in the body
	Lacks    []string          // none may stand in the body
	Answered map[string]string // headers of the answer; "*" for any value
}

// Answer is what a server said.
type Answer struct {
	Status int
	Header http.Header
	Body   string
}

// JSON decodes the body.
func (a Answer) JSON(t testing.TB) map[string]any {
	t.Helper()
	var value map[string]any
	if err := json.Unmarshal([]byte(a.Body), &value); err != nil {
		t.Fatalf("the answer is no JSON object: %v\n%s", err, a.Body)
	}
	return value
}

// Run sends every scenario to the server at the base address, in order.
func Run(t *testing.T, base string, scenarios []Scenario) {
	t.Helper()
	for _, s := range scenarios {
		t.Run(strings.ReplaceAll(s.Name, " ", "_"), func(t *testing.T) { s.check(t, s.Send(t, base)) })
	}
}

// Send sends the scenario's request and returns what came back.
func (s Scenario) Send(t testing.TB, base string) Answer {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), s.method(), base+s.Path, strings.NewReader(s.Body))
	if err != nil {
		t.Fatal(err)
	}
	if s.Body != "" {
		request.Header.Set("Content-Type", "application/json")
	}
	for name, value := range s.Headers {
		request.Header.Set(name, value)
	}
	response, err := http.DefaultTransport.RoundTrip(request)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = response.Body.Close() }()
	body, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	return Answer{Status: response.StatusCode, Header: response.Header, Body: string(body)}
}

func (s Scenario) method() string {
	if s.Method == "" {
		return http.MethodGet
	}
	return s.Method
}

func (s Scenario) check(t *testing.T, got Answer) {
	t.Helper()
	if got.Status != s.Status {
		t.Errorf("status %d, want %d; body %s", got.Status, s.Status, got.Body)
	}
	for _, text := range s.Contains {
		if !strings.Contains(got.Body, text) {
			t.Errorf("%q is missing in %s", text, got.Body)
		}
	}
	for _, text := range s.Lacks {
		if strings.Contains(got.Body, text) {
			t.Errorf("%q stands in %s", text, got.Body)
		}
	}
	for name, want := range s.Answered {
		if value := got.Header.Get(name); value == "" || want != "*" && value != want {
			t.Errorf("header %s is %q, want %q", name, value, want)
		}
	}
}
