// Package hooktest receives webhooks in tests: a real server on loopback that
// writes down what reaches it and checks signatures with the public library
// of Standard Webhooks.
package hooktest

import (
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"sync"
	"testing"
	"time"

	standardwebhooks "github.com/standard-webhooks/standard-webhooks/libraries/go"
)

// Delivery is a request that reached the receiver.
type Delivery struct {
	Path   string
	Query  string
	Header http.Header
	Body   []byte
}

// ID returns the id of the message.
func (d Delivery) ID() string { return d.Header.Get("Webhook-Id") }

// Receiver is a receiver of webhooks. It takes everything until it is told
// otherwise.
type Receiver struct {
	*httptest.Server
	mu         sync.Mutex
	answer     http.HandlerFunc
	deliveries []Delivery
	arrived    chan struct{}
}

// Start runs a receiver until t ends.
func Start(t testing.TB) *Receiver {
	t.Helper()
	r := &Receiver{arrived: make(chan struct{}, 1), answer: Status(http.StatusOK)}
	r.Server = httptest.NewServer(http.HandlerFunc(r.serve))
	t.Cleanup(r.Close)
	return r
}

// Status returns a handler that returns nothing but a status.
func Status(code int) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(code) }
}

// Answer makes the receiver answer by the handler from now on.
func (r *Receiver) Answer(handler http.HandlerFunc) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.answer = handler
}

const bodyBytesMax = 1 << 20

func (r *Receiver) serve(w http.ResponseWriter, request *http.Request) {
	body, err := io.ReadAll(io.LimitReader(request.Body, bodyBytesMax))
	if err != nil {
		return
	}
	answer := r.note(Delivery{Path: request.URL.Path, Query: request.URL.RawQuery, Header: request.Header, Body: body})
	answer(w, request)
}

func (r *Receiver) note(d Delivery) http.HandlerFunc {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.deliveries = append(r.deliveries, d)
	select {
	case r.arrived <- struct{}{}:
	default:
	}
	return r.answer
}

// Deliveries returns what has come so far, in order.
func (r *Receiver) Deliveries() []Delivery {
	r.mu.Lock()
	defer r.mu.Unlock()
	return slices.Clone(r.deliveries)
}

// waitMax bounds a wait, generously for busy machines.
const waitMax = 60 * time.Second

// Await waits until the deliveries satisfy the condition, and returns them.
func (r *Receiver) Await(t testing.TB, enough func([]Delivery) bool) []Delivery {
	t.Helper()
	deadline := time.After(waitMax)
	for {
		if list := r.Deliveries(); enough(list) {
			return list
		}
		select {
		case <-r.arrived:
		case <-deadline:
			t.Fatalf("what was awaited did not come; %d deliveries did", len(r.Deliveries()))
		}
	}
}

// AwaitCount waits until so many deliveries have come.
func (r *Receiver) AwaitCount(t testing.TB, n int) []Delivery {
	t.Helper()
	return r.Await(t, func(list []Delivery) bool { return len(list) >= n })
}

// Verify fails the test unless the public library finds the delivery signed
// with the secret.
func Verify(t testing.TB, d Delivery, secret string) {
	t.Helper()
	hook, err := standardwebhooks.NewWebhook(secret)
	if err != nil {
		t.Fatal(err)
	}
	if err := hook.Verify(d.Body, d.Header); err != nil {
		t.Errorf("the signature of %s is not valid: %v", d.ID(), err)
	}
}
