package doctest

import (
	"io"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"testing"
)

// Prober sends variations of valid requests that the document has an opinion
// on, to every operation.
type Prober struct {
	Operations []*Operation
	API        http.Handler
	Valid      func(o *Operation) *http.Request
	Every      int // sends one of so many variations of a body; 0: all
}

// Run holds of every operation: a string is never null unless the document
// says so, and never half of a surrogate pair; a whole number is taken in
// every spelling; UUIDs are taken in upper case and answered in lower case; no
// refusal repeats what was sent.
func (p Prober) Run(t *testing.T) {
	t.Helper()
	for _, o := range p.Operations {
		if o.Method != http.MethodDelete {
			t.Run(o.ID, func(t *testing.T) { p.operation(t, o) })
		}
	}
}

func (p Prober) operation(t *testing.T, o *Operation) {
	t.Helper()
	body := bodyOf(p.Valid(o))
	for what, list := range map[string][]Probe{"null": o.Nulls(body), "a lone surrogate": o.LoneSurrogates(body)} {
		for _, probe := range some(list, p.Every) {
			if got := p.send(o, probe.Body); !refused(got) {
				t.Errorf("%s with %s at %s: %d %.300s", o.ID, what, probe.Place, got.Code, got.Body)
			}
		}
	}
	p.spellings(t, o, body)
	p.canaries(t, o, body)
	p.canaryParameters(t, o)
	p.cases(t, o)
	p.deepNulls(t, o, body)
}

// some returns one of every so many items.
func some[T any](items []T, every int) []T {
	var chosen []T
	for i := 0; i < len(items); i += max(every, 1) {
		chosen = append(chosen, items[i])
	}
	return chosen
}

// refused reports whether a body was refused, or judged not to be valid where
// that is what was asked.
func refused(got *httptest.ResponseRecorder) bool {
	return got.Code == http.StatusBadRequest || strings.Contains(got.Body.String(), `"valid":false`)
}

// deepNulls holds that a null is refused wherever the document does not allow it,
// at its place unless the field has none there: shapes that share a schema differ in
// which fields they take. That a field is required is another rule: it says nothing
// of a null beside an alternative of the field.
func (p Prober) deepNulls(t *testing.T, o *Operation, body string) {
	t.Helper()
	for _, probe := range some(o.DeepNulls(body), p.Every) {
		got := p.send(o, probe.Body)
		text := got.Body.String()
		misfits := strings.Contains(text, "is not a known field")
		place := `"path":"` + probe.Place + `"`
		isNamed := strings.Contains(text, place) && !strings.Contains(text, place+`,"code":"required"`)
		if !refused(got) || !misfits && !isNamed {
			t.Errorf("%s with null at %s: %d %.300s\n%.600s", o.ID, probe.Place, got.Code, text, probe.Body)
		}
	}
}

func (p Prober) spellings(t *testing.T, o *Operation, body string) {
	t.Helper()
	for _, pair := range some(o.Spellings(body), p.Every) {
		plain, other := p.send(o, pair.Plain), p.send(o, pair.Other)
		if plain.Code == http.StatusOK && other.Code != http.StatusOK {
			t.Errorf("%s with another spelling of an integer at %s: %d %.300s\n%s", o.ID, pair.Place, other.Code, other.Body, pair.Other)
		}
	}
}

func (p Prober) canaries(t *testing.T, o *Operation, body string) {
	t.Helper()
	for _, probe := range some(o.Canaries(body), p.Every) {
		got := p.send(o, probe.Body)
		if got.Code >= http.StatusBadRequest && strings.Contains(strings.ToLower(got.Body.String()), Canary) {
			t.Errorf("%s repeats what stood at %s: %d %.500s", o.ID, probe.Place, got.Code, got.Body)
		}
		if got.Code >= http.StatusInternalServerError {
			t.Errorf("%s with a canary at %s: %d %.300s", o.ID, probe.Place, got.Code, got.Body)
		}
	}
}

// parameters finds what is filled in of a path: ids.
var idForm = regexp.MustCompile(`[0-9a-f]{8}-[0-9a-f-]{27}|[0-9a-f]{24}`)

func (p Prober) canaryParameters(t *testing.T, o *Operation) {
	t.Helper()
	spoiled := []func(*http.Request){
		func(r *http.Request) {
			r.URL.RawQuery += "&limit=" + Canary + "&from_date=" + Canary + "&" + "cursor=" + Canary
		},
		func(r *http.Request) { r.URL.Path = idForm.ReplaceAllString(r.URL.Path, Canary) },
		func(r *http.Request) { r.Header.Set("If-Match", Canary) },
		func(r *http.Request) { r.Header.Set("Content-Type", Canary) },
		func(r *http.Request) { r.Header.Set("Accept", "application/"+Canary) },
		func(r *http.Request) { r.Header.Set("Authorization", Canary) },
		func(r *http.Request) { r.Header.Set("Idempotency-Key", strings.Repeat(Canary, 100)) },
	}
	for _, spoil := range spoiled {
		r := p.Valid(o)
		spoil(r)
		got := Send(p.API, r)
		isPage := strings.HasPrefix(got.Header().Get("Content-Type"), "text/html")
		if got.Code >= http.StatusBadRequest && !isPage && strings.Contains(got.Body.String(), Canary) {
			t.Errorf("%s repeats a parameter or header: %s", o.ID, tell(r, got))
		}
	}
}

// cases sends the UUIDs of the path in upper case.
func (p Prober) cases(t *testing.T, o *Operation) {
	t.Helper()
	if len(o.UUIDs) == 0 {
		return
	}
	r := p.Valid(o)
	var upper []string
	r.URL.Path = idForm.ReplaceAllStringFunc(r.URL.Path, func(id string) string {
		if !strings.Contains(id, "-") || id == strings.ToUpper(id) {
			return id
		}
		upper = append(upper, strings.ToUpper(id))
		return strings.ToUpper(id)
	})
	plain, got := Send(p.API, p.Valid(o)), Send(p.API, r)
	if plain.Code == http.StatusOK && got.Code != http.StatusOK {
		t.Errorf("%s with UUIDs in upper case: %s", o.ID, tell(r, got))
	}
	for _, id := range upper {
		if strings.Contains(got.Body.String(), id) {
			t.Errorf("%s returns a UUID in upper case: %s", o.ID, tell(r, got))
		}
	}
}

func (p Prober) send(o *Operation, body string) *httptest.ResponseRecorder {
	r := p.Valid(o)
	r.GetBody = func() (io.ReadCloser, error) { return io.NopCloser(strings.NewReader(body)), nil }
	r.Body, r.ContentLength = io.NopCloser(strings.NewReader(body)), int64(len(body))
	return Send(p.API, r)
}

func bodyOf(r *http.Request) string {
	body, err := r.GetBody()
	if err != nil {
		return ""
	}
	text, err := io.ReadAll(body)
	if err != nil {
		return ""
	}
	return string(text)
}
