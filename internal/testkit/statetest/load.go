package statetest

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"regexp"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	"github.com/cairnstack/cairn/internal/testkit/proctest"
)

// Sizes of the senders' requests.
const (
	loadRows   = 20
	loadEvery  = 100 * time.Millisecond
	retryEvery = 50 * time.Millisecond
)

// client is for requests to the server under test.
func client() *http.Client {
	return &http.Client{Timeout: 10 * time.Second, Transport: &http.Transport{}}
}

// post sends a request once and returns the status; 0 when there was no
// response.
func (w *World) post(c *http.Client, r request) int {
	call, err := http.NewRequest(http.MethodPost, "http://"+w.otlp+r.path, bytes.NewReader(r.body)) //nolint:noctx // the client has a timeout
	if err != nil {
		return 0
	}
	call.Header.Set("Content-Type", "application/x-protobuf")
	call.Header.Set("Authorization", w.made.IngestionKey)
	response, err := c.Do(call)
	if err != nil {
		return 0
	}
	defer func() { _ = response.Body.Close() }()
	if _, err := io.Copy(io.Discard, response.Body); err != nil {
		return 0
	}
	return response.StatusCode
}

// send sends requests until each is acknowledged, as exporters do.
func (w *World) send(requests ...request) {
	w.t.Helper()
	c := client()
	defer c.CloseIdleConnections()
	for _, r := range requests {
		status, begun := 0, time.Now()
		for status = w.post(c, r); status != http.StatusOK; status = w.post(c, r) {
			if time.Since(begun) > ackTimeMax {
				w.fatalf("a request is not acknowledged within %s, the last status is %d", ackTimeMax, status)
			}
			time.Sleep(retryEvery)
		}
		w.ledger.add(r.rows)
	}
}

// some returns a request of each signal.
func (w *World) some(service string, rows int) []request {
	return []request{w.source.logs(service, rows, nil), w.source.spans(service, rows), w.source.points(service, rows)}
}

// load is senders at work.
type load struct {
	w         *World
	acked     atomic.Int64 // requests
	refused   atomic.Int64 // requests
	stopped   chan struct{}
	abandoned atomic.Bool // what is not acknowledged now does not matter
	group     sync.WaitGroup
}

// begin adds a sender for each of the functions.
func (w *World) begin(every time.Duration, next ...func() request) {
	if w.load == nil {
		w.load = &load{w: w, stopped: make(chan struct{})}
	}
	l := w.load
	for _, make := range next {
		l.group.Go(func() { l.run(every, make) })
	}
}

// beginOrdinary starts senders of all signals, unless senders are at work.
func (w *World) beginOrdinary() {
	if w.load != nil {
		return
	}
	w.begin(loadEvery,
		func() request { return w.source.logs("load", loadRows, nil) },
		func() request { return w.source.spans("load", loadRows) },
		func() request { return w.source.points("load", loadRows) })
}

func (l *load) run(every time.Duration, next func() request) {
	c := client()
	defer c.CloseIdleConnections()
	for {
		r := next()
		giveUp := time.Time{}
		for l.w.post(c, r) != http.StatusOK {
			l.refused.Add(1)
			if l.abandoned.Load() {
				return
			}
			select {
			case <-l.stopped:
				if giveUp.IsZero() {
					giveUp = time.Now().Add(ackTimeMax)
				}
			default:
			}
			if !giveUp.IsZero() && time.Now().After(giveUp) {
				l.w.errorf("a request is not acknowledged within %s", ackTimeMax)
				return
			}
			time.Sleep(retryEvery)
		}
		l.acked.Add(1)
		l.w.ledger.add(r.rows)
		select {
		case <-l.stopped:
			return
		case <-time.After(every):
		}
	}
}

// settle lets every sender finish its request.
func (w *World) settle() {
	if w.load == nil {
		return
	}
	close(w.load.stopped)
	w.load.group.Wait()
	w.result.Refused += int(w.load.refused.Load())
	w.load = nil
}

// awaitFlow waits until more requests are acknowledged.
func (w *World) awaitFlow() {
	w.t.Helper()
	before := w.load.acked.Load()
	w.await(ackTimeMax, "requests are acknowledged", func() bool { return w.load.acked.Load() > before+2 })
}

// metric sums a metric of the server over its labels; -1 when it can't be read.
func (w *World) metric(name string) float64 {
	status, text := w.server.Get("admin", "/metrics")
	if status != http.StatusOK {
		return -1
	}
	sum := 0.0
	for _, match := range regexp.MustCompile(`(?m)^`+name+`(?:\{[^}]*\})? (\S+)$`).FindAllStringSubmatch(text, -1) {
		value, _ := strconv.ParseFloat(match[1], 64)
		sum += value
	}
	return sum
}

// drain waits until the engine has everything.
func (w *World) drain() {
	w.t.Helper()
	w.await(drainTimeMax, "the engine has everything", func() bool { return w.metric("cairn_wal_outstanding_records") == 0 })
}

// api calls the stack API, again while it is busy, and decodes the data.
func (w *World) api(method, path string, body, into any) {
	w.t.Helper()
	text, err := json.Marshal(body)
	w.check(err)
	status, answer := 0, []byte(nil)
	w.await(ackTimeMax, method+" "+path, func() bool {
		status, answer = w.call(method, path, text)
		return status != 0 && status != http.StatusServiceUnavailable && status != http.StatusTooManyRequests
	})
	if status != http.StatusOK {
		w.fatalf("%s %s: %d %s", method, path, status, answer)
	}
	if err := json.Unmarshal(answer, into); err != nil {
		w.fatalf("%s %s: %v", method, path, err)
	}
}

func (w *World) call(method, path string, body []byte) (int, []byte) {
	request, err := http.NewRequest(method, fmt.Sprintf("http://%s/api/v2%s", w.server.Addr("stack"), path), bytes.NewReader(body)) //nolint:noctx // the client has a timeout
	if err != nil {
		return 0, nil
	}
	request.Header.Set("Authorization", "Bearer "+w.made.AccessKey)
	request.Header.Set("Content-Type", "application/json")
	c := &http.Client{Timeout: 40 * time.Second, Transport: proctest.Plain}
	response, err := c.Do(request)
	if err != nil {
		return 0, nil
	}
	defer func() { _ = response.Body.Close() }()
	text, err := io.ReadAll(response.Body)
	if err != nil {
		return 0, nil
	}
	return response.StatusCode, text
}
