package doctest

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"slices"
	"testing"
	"time"
)

// Driver makes operations answer every status that they document. The requests
// that its functions make are new ones each time.
type Driver struct {
	Operations []*Operation // in an order in which all of them can succeed
	API        http.Handler
	Limited    http.Handler // the API with a limit of one request
	Careless   http.Handler // the API with nothing behind it: whatever runs makes a mistake

	Valid   func(o *Operation) *http.Request // one that succeeds
	Unknown func(o *Operation) *http.Request // one about what does not exist
	Forbid  func(r *http.Request)            // puts somebody into the request who may not do it
	// Special has what leads to a status where nothing general does, by status
	// and operation as in "409 deleteKey".
	Special map[string]Provocation
}

// Provocation is a request that makes an API answer something special.
type Provocation struct {
	API     http.Handler // nil: the Driver's
	Request *http.Request
}

// Run provokes every status of every operation, and fails the test for each
// answer that the document does not name and each status that none had.
func (d Driver) Run(t *testing.T) {
	t.Helper()
	run := run{Driver: d, t: t, seen: map[string]bool{}}
	for _, status := range d.statuses() {
		for _, o := range d.Operations {
			if slices.Contains(o.Statuses, status) {
				run.provoke(o, status)
			}
		}
	}
	t.Logf("%d operations answered all of their %d statuses", len(d.Operations), len(run.seen))
}

// statuses returns every status that is documented: failures first, because
// success may leave nothing to fail on.
func (d Driver) statuses() []int {
	var all []int
	for _, o := range d.Operations {
		all = append(all, o.Statuses...)
	}
	slices.Sort(all)
	all = slices.Compact(all)
	slices.Reverse(all)
	return all
}

// run is what a Driver has seen.
type run struct {
	Driver
	t    *testing.T
	seen map[string]bool // by status and operation
}

// provoke makes an operation answer a status.
func (d *run) provoke(o *Operation, status int) {
	d.t.Helper()
	if _, known := d.Special[pair(status, o)]; status == http.StatusConflict && !o.Idempotent && !known {
		d.t.Errorf("%s %s (%s) documents %d, and nothing provokes it", o.Method, o.Path, o.ID, status)
		return
	}
	answer := d.try(o, status)
	if !d.seen[pair(status, o)] {
		d.t.Errorf("%s %s (%s) documents %d, which was not answered; instead %d %s", o.Method, o.Path, o.ID, status, answer.Code, answer.Body)
	}
}

func pair(status int, o *Operation) string { return fmt.Sprint(status, " ", o.ID) }

// try sends what should lead to the status.
func (d *run) try(o *Operation, status int) *httptest.ResponseRecorder {
	if special, ok := d.Special[pair(status, o)]; ok {
		return d.send(o, cmp.Or(special.API, d.API), special.Request)
	}
	switch status {
	case http.StatusNotModified:
		return d.tryUnchanged(o)
	case http.StatusConflict:
		return d.tryTwice(o, d.API, func(r *http.Request, nth string) {
			r.Header.Set("Idempotency-Key", o.ID)
			r.URL.RawQuery = nth
		})
	case http.StatusTooManyRequests:
		return d.tryTwice(o, d.Limited, func(*http.Request, string) {})
	case http.StatusInternalServerError:
		return d.send(o, d.Careless, d.Valid(o))
	case http.StatusNotFound:
		return d.send(o, d.API, d.Unknown(o))
	default:
		r := d.Valid(o)
		return d.send(o, d.API, d.spoil(r, status))
	}
}

// tryUnchanged asks again for what it has.
func (d *run) tryUnchanged(o *Operation) *httptest.ResponseRecorder {
	r := d.Valid(o)
	r.Header.Set("If-None-Match", d.send(o, d.API, d.Valid(o)).Header().Get("ETag"))
	return d.send(o, d.API, r)
}

func (d *run) tryTwice(o *Operation, api http.Handler, mark func(r *http.Request, nth string)) *httptest.ResponseRecorder {
	var answer *httptest.ResponseRecorder
	for _, nth := range []string{"first", "second"} {
		r := d.Valid(o)
		mark(r, nth)
		answer = d.send(o, api, r)
	}
	return answer
}

// spoil breaks a valid request in the way that leads to the status.
func (d *run) spoil(r *http.Request, status int) *http.Request {
	switch status {
	case http.StatusBadRequest:
		r.URL.RawQuery = "%zz"
	case http.StatusUnauthorized:
		r.Header.Del("Authorization")
	case http.StatusForbidden:
		d.Forbid(r)
	case http.StatusNotAcceptable:
		r.Header.Set("Accept", "application/x-nothing")
	case http.StatusRequestTimeout:
		r.Body, r.ContentLength = io.NopCloser(slowBody{}), -1
	case http.StatusPreconditionFailed:
		r.Header.Set("If-Match", `"999999"`)
	case http.StatusRequestEntityTooLarge:
		r.ContentLength = 1 << 40
	case http.StatusUnsupportedMediaType:
		r.Header.Set("Content-Type", "application/xml")
	case http.StatusServiceUnavailable:
		return late(r)
	}
	return r
}

// slowBody is a body that does not come in time.
type slowBody struct{}

// Read fails as a connection does whose deadline is over.
func (slowBody) Read([]byte) (int, error) { return 0, os.ErrDeadlineExceeded }

// late returns a request whose time is up before anything behind the API can
// answer.
func late(r *http.Request) *http.Request {
	ctx, cancel := context.WithDeadline(r.Context(), time.Unix(0, 0))
	cancel()
	return r.WithContext(ctx)
}

// send sends a request, and holds its answer to the document.
func (d *run) send(o *Operation, api http.Handler, r *http.Request) *httptest.ResponseRecorder {
	d.t.Helper()
	answer := Send(api, r)
	if err := o.Check(answer); err != nil {
		d.t.Errorf("%v; %s", err, tell(r, answer))
	}
	d.seen[pair(answer.Code, o)] = true
	return answer
}

// Send sends a request to a handler. Who asks for a stream leaves after its
// first part.
func Send(api http.Handler, r *http.Request) *httptest.ResponseRecorder {
	ctx, leave := context.WithCancel(r.Context())
	defer leave()
	answer := httptest.NewRecorder()
	api.ServeHTTP(listener{answer, leave}, r.WithContext(ctx))
	return answer
}

// listener goes away when the first part of a stream has come.
type listener struct {
	*httptest.ResponseRecorder
	leave context.CancelFunc
}

// Flush takes the part.
func (l listener) Flush() {
	l.ResponseRecorder.Flush()
	l.leave()
}
