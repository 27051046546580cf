package webhook_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/cairnstack/cairn/internal/stack"
	"github.com/cairnstack/cairn/internal/testkit/hooktest"
)

func TestDeliveryIsSignedForThePublicLibrary(t *testing.T) {
	t.Parallel()
	got := deliver(t, firing(), nil)
	hooktest.Verify(t, got, firstSecret)
	want := firing().MessageID("65a000000000000000000003")
	if got.ID() != want || got.Header.Get("Idempotency-Key") != want {
		t.Errorf("id %s and key %s, want %s", got.ID(), got.Header.Get("Idempotency-Key"), want)
	}
	if got.Header.Get("Content-Type") != "application/json" {
		t.Errorf("content type %q", got.Header.Get("Content-Type"))
	}
}

func TestBothSecretsSignAfterARotation(t *testing.T) {
	t.Parallel()
	rotated := func(at time.Time) func(*stack.Webhook) {
		return func(w *stack.Webhook) { w.Secrets = w.Secrets.Rotate(secondSecret, at) }
	}
	fresh := deliver(t, firing(), rotated(time.Now().Add(-time.Hour)))
	hooktest.Verify(t, fresh, firstSecret)
	hooktest.Verify(t, fresh, secondSecret)

	late := deliver(t, firing(), rotated(time.Now().Add(-stack.SigningOverlap)))
	hooktest.Verify(t, late, secondSecret)
	if n := len(strings.Fields(late.Header.Get("Webhook-Signature"))); n != 1 {
		t.Errorf("%d secrets sign after the overlap", n)
	}
}

func TestStoredHeadersAndParametersGoOut(t *testing.T) {
	t.Parallel()
	got := deliver(t, firing(), func(w *stack.Webhook) {
		w.URL += "?a=1"
		w.Secrets.Headers = map[string]string{"X-Token": "t", "Content-Type": "text/plain"}
		w.Secrets.QueryParams = map[string]string{"key": "k&k"}
	})
	if diff := cmp.Diff("a=1&key=k%26k", got.Query); diff != "" {
		t.Error(diff)
	}
	if got.Header.Get("X-Token") != "t" || got.Header.Get("Content-Type") != "text/plain" {
		t.Errorf("headers %v", got.Header)
	}
	hooktest.Verify(t, got, firstSecret)
}

func TestRetriesDifferInTheirSignatureOnly(t *testing.T) {
	t.Parallel()
	receiver := hooktest.Start(t)
	e := envelope(generic(receiver.URL), firing())
	sender := toLoopback()
	sender.Send(t.Context(), e)
	e.At = e.At.Add(time.Minute)
	sender.Send(t.Context(), e)
	list := receiver.AwaitCount(t, 2)
	same := func(h http.Header) http.Header {
		h = h.Clone()
		h.Del("Webhook-Signature")
		h.Del("Webhook-Timestamp")
		return h
	}
	if diff := cmp.Diff(same(list[0].Header), same(list[1].Header)); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff(string(list[0].Body), string(list[1].Body)); diff != "" {
		t.Error(diff)
	}
}
