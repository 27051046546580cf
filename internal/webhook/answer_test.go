package webhook_test

import (
	"bufio"
	"bytes"
	"context"
	"crypto/tls"
	"crypto/x509"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/cairnstack/cairn/internal/alerting"
	"github.com/cairnstack/cairn/internal/testkit/hooktest"
	"github.com/cairnstack/cairn/internal/webhook"
)

func send(t *testing.T, receiver *hooktest.Receiver, handler http.HandlerFunc) alerting.Answer {
	t.Helper()
	receiver.Answer(handler)
	return toLoopback().Send(t.Context(), envelope(generic(receiver.URL), firing()))
}

func TestStatusesDecideWhatHappensNext(t *testing.T) {
	t.Parallel()
	receiver := hooktest.Start(t)
	for status, want := range map[int]alerting.Outcome{
		200: alerting.OutcomeDelivered, 202: alerting.OutcomeDelivered, 204: alerting.OutcomeDelivered,
		304: alerting.OutcomeFailed, 400: alerting.OutcomeRefused, 401: alerting.OutcomeFailed, 403: alerting.OutcomeFailed,
		404: alerting.OutcomeFailed, 408: alerting.OutcomeFailed, 410: alerting.OutcomeGone, 413: alerting.OutcomeRefused,
		415: alerting.OutcomeRefused, 422: alerting.OutcomeRefused, 429: alerting.OutcomeFailed, 500: alerting.OutcomeFailed,
		503: alerting.OutcomeFailed,
	} {
		if got := send(t, receiver, hooktest.Status(status)); got.Outcome != want || got.StatusCode != status {
			t.Errorf("%d: got %+v, want %s", status, got, want)
		}
	}
}

func TestRetryAfterIsReadAndBounded(t *testing.T) {
	t.Parallel()
	receiver := hooktest.Start(t)
	f := func(text string, least, most time.Duration) {
		t.Helper()
		got := send(t, receiver, func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Retry-After", text)
			w.WriteHeader(http.StatusTooManyRequests)
		}).RetryAfter
		if got < least || got > most {
			t.Errorf("%q: got %s", text, got)
		}
	}
	f("120", 2*time.Minute, 2*time.Minute)
	f("0", 0, 0)
	f("-5", 0, 0)
	f("99999999999999", webhook.RetryAfterMax, webhook.RetryAfterMax)
	f("soon", 0, 0)
	f(time.Now().Add(10*time.Minute).UTC().Format(http.TimeFormat), 5*time.Minute, 10*time.Minute)
	f(time.Now().Add(-time.Hour).UTC().Format(http.TimeFormat), 0, 0)
	f(time.Now().Add(240*time.Hour).UTC().Format(http.TimeFormat), webhook.RetryAfterMax, webhook.RetryAfterMax)
}

func TestNoMoreOfAnAnswerIsReadThanIsKept(t *testing.T) {
	t.Parallel()
	receiver := hooktest.Start(t)
	const endless = 64 << 20
	sent := make(chan int64, 1)
	got := send(t, receiver, func(w http.ResponseWriter, _ *http.Request) {
		n, _ := io.Copy(w, io.LimitReader(neverEnding{}, endless))
		sent <- n
	})
	if got.Outcome != alerting.OutcomeDelivered || got.Body != strings.Repeat("x", alerting.AnswerBytesMax) {
		t.Errorf("%s with %d bytes", got.Outcome, len(got.Body))
	}
	if n := <-sent; n == endless {
		t.Error("the whole answer was read")
	}
}

type neverEnding struct{}

func (neverEnding) Read(p []byte) (int, error) {
	return copy(p, bytes.Repeat([]byte("x"), len(p))), nil
}

func TestAnswersAreKeptAsText(t *testing.T) {
	t.Parallel()
	receiver := hooktest.Start(t)
	got := send(t, receiver, func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write([]byte("a\x00b\xffc")) })
	if got.Body != "a\uFFFDb\uFFFDc" {
		t.Errorf("got %q", got.Body)
	}
}

// TestSlowReceiversAreLeft holds that a receiver that says nothing, or says
// it byte by byte, is left when the time is up.
func TestSlowReceiversAreLeft(t *testing.T) {
	t.Parallel()
	o := options(loopback())
	o.Timeout = 100 * time.Millisecond
	sender := webhook.NewSender(o)
	for name, first := range map[string]string{"silent": "", "half a line": "HTTP/1.1 2", "endless headers": "HTTP/1.1 200 OK\r\nX-A: b\r\n"} {
		answer := sender.Send(t.Context(), envelope(generic(mute(t, first)), firing()))
		if answer.Outcome != alerting.OutcomeFailed || answer.Failure != "the receiver did not answer in time" {
			t.Errorf("%s: %+v", name, answer)
		}
	}
	body := sender.Send(t.Context(), envelope(generic(mute(t, "HTTP/1.1 200 OK\r\nContent-Length: 500\r\n\r\nabc")), firing()))
	if body.Outcome != alerting.OutcomeDelivered || body.Body != "abc" {
		t.Errorf("a status that has come counts: %+v", body)
	}
}

// mute returns the address of a receiver that reads a request, writes a text
// and then stalls.
func mute(t *testing.T, text string) string {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	done := make(chan struct{})
	go func() {
		defer close(done)
		conn, err := listener.Accept()
		if err != nil {
			return
		}
		request, err := http.ReadRequest(bufio.NewReader(conn))
		if err == nil {
			_, _ = io.Copy(io.Discard, request.Body)
			_, _ = conn.Write([]byte(text))
		}
		_, _ = io.Copy(io.Discard, conn) // until the sender leaves
		_ = conn.Close()
	}()
	t.Cleanup(func() { _ = listener.Close(); <-done })
	return "http://" + listener.Addr().String()
}

func TestHugeHeadersAreRefused(t *testing.T) {
	t.Parallel()
	receiver := hooktest.Start(t)
	got := send(t, receiver, func(w http.ResponseWriter, _ *http.Request) { w.Header().Set("X-A", strings.Repeat("x", 200<<10)) })
	if got.Outcome != alerting.OutcomeFailed || got.StatusCode != 0 {
		t.Errorf("%+v", got)
	}
}

func TestFailuresNameNoSecret(t *testing.T) {
	t.Parallel()
	closed := hooktest.Start(t)
	closed.Close()
	o := options(loopback())
	o.Resolver = &names{}
	for address, want := range map[string]string{
		closed.URL:                  "the connection to the receiver failed",
		"http://nowhere.invalid/x":  "the name of the receiver could not be resolved",
		"https://" + closed.URL[7:]: "the connection to the receiver failed",
	} {
		w := generic(address)
		w.Secrets.QueryParams = map[string]string{"token": "canary"}
		if got := webhook.NewSender(o).Send(t.Context(), envelope(w, firing())); got.Failure != want {
			t.Errorf("%s: %q", address, got.Failure)
		}
	}
	plain := hooktest.Start(t)
	got := toLoopback().Send(t.Context(), envelope(generic("https://"+plain.URL[7:]), firing()))
	if got.Failure != "the receiver's certificate or handshake is not acceptable" {
		t.Errorf("%+v", got)
	}
}

func TestSendEndsWithItsContext(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	receiver := hooktest.Start(t)
	receiver.Answer(func(_ http.ResponseWriter, r *http.Request) { cancel(); <-r.Context().Done() })
	if got := toLoopback().Send(ctx, envelope(generic(receiver.URL), firing())); got.Outcome != alerting.OutcomeFailed {
		t.Errorf("%+v", got)
	}
}

func TestCertificatesAreChecked(t *testing.T) {
	t.Parallel()
	receiver := httptest.NewTLSServer(hooktest.Status(http.StatusOK))
	t.Cleanup(receiver.Close)
	e := envelope(generic(receiver.URL), firing())
	if got := toLoopback().Send(t.Context(), e); got.Failure != "the receiver's certificate or handshake is not acceptable" {
		t.Errorf("a certificate that nobody vouches for: %+v", got)
	}
	o := options(loopback())
	roots := x509.NewCertPool()
	roots.AddCert(receiver.Certificate())
	o.TLS = &tls.Config{RootCAs: roots, MinVersion: tls.VersionTLS12}
	if got := webhook.NewSender(o).Send(t.Context(), e); got.Outcome != alerting.OutcomeDelivered {
		t.Errorf("%+v", got)
	}
}

// TestAnswersThatEchoSecretsAreRedacted holds that a receiver that answers
// with what it got does not show write-only values to readers of the ledger.
func TestAnswersThatEchoSecretsAreRedacted(t *testing.T) {
	t.Parallel()
	receiver := hooktest.Start(t)
	w := generic(receiver.URL)
	w.Secrets.Headers = map[string]string{"X-Token": "canary-one", "X-Flag": "yes"}
	w.Secrets.QueryParams = map[string]string{"key": "canary two"}
	f := func(body, want string) {
		t.Helper()
		receiver.Answer(func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write([]byte(body)) })
		if got := toLoopback().Send(t.Context(), envelope(w, firing())).Body; got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
	f("you sent canary-one, canary two, canary+two; yes", "you sent ***, ***, ***; yes")
	pad := strings.Repeat("x", alerting.AnswerBytesMax-8)
	f(pad+"canary-one", pad+mask)
}

const mask = "***"
