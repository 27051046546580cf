package stackwire_test

import (
	"bytes"
	"fmt"
	"io"
	"net/http"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/cairnstack/cairn/internal/testkit/stacktest"
)

// connections is how many clients a benchmark has.
const connections = 8

// hammer sends n requests over connections that stay open, and reports
// requests per second and the time under which 99 of 100 answers came.
func hammer(b *testing.B, d stacktest.Door, request func(i int) (method, path, body string)) {
	b.Helper()
	transport := &http.Transport{MaxIdleConnsPerHost: connections, MaxConnsPerHost: connections, DisableCompression: true}
	defer transport.CloseIdleConnections()
	took := make([]time.Duration, b.N)
	var group sync.WaitGroup
	b.ResetTimer()
	for worker := range connections {
		group.Go(func() {
			for i := worker; i < b.N; i += connections {
				begun := time.Now()
				if err := roundTrip(transport, d, request, i); err != nil {
					b.Error(err)
					return
				}
				took[i] = time.Since(begun)
			}
		})
	}
	group.Wait()
	b.StopTimer()
	slices.Sort(took)
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "req/s")
	b.ReportMetric(float64(took[len(took)*99/100].Microseconds())/1000, "p99-ms")
}

func roundTrip(transport http.RoundTripper, d stacktest.Door, request func(i int) (method, path, body string), i int) error {
	method, path, body := request(i)
	r, err := http.NewRequest(method, d.Base+path, bytes.NewReader([]byte(body)))
	if err != nil {
		return err
	}
	for name, value := range d.Headers {
		r.Header.Set(name, value)
	}
	if body != "" {
		r.Header.Set("Content-Type", "application/json")
	}
	response, err := transport.RoundTrip(r)
	if err != nil {
		return err
	}
	defer func() { _ = response.Body.Close() }()
	text, err := io.ReadAll(response.Body)
	if err != nil || response.StatusCode != http.StatusOK {
		return fmt.Errorf("%d %s: %w", response.StatusCode, text, err)
	}
	return nil
}

// alerting answers a door, the path of an alert on a tile, and a body for it
// with a threshold to fill in.
func alerting(b *testing.B) (stacktest.Door, string, string) {
	b.Helper()
	d := stacktest.New(b, stacktest.Options{}).SelfHosted()
	kept := map[string]string{}
	for _, st := range append([]step{{call: "GET /sources", keep: map[string]string{"logs": "0.id"}}}, watched()...) {
		st.play(b, d, kept)
	}
	body := fill(b, with(alert(), "threshold", `"THRESHOLD"`), kept)
	id := d.Must(b, "POST", "/alerts", fill(b, with(alert()), kept)).Field(b, "id")
	return d, "/alerts/" + id, body
}

func BenchmarkGetAlert(b *testing.B) {
	d, path, _ := alerting(b)
	hammer(b, d, func(int) (string, string, string) { return http.MethodGet, path, "" })
}

func BenchmarkPutAlert(b *testing.B) {
	d, path, body := alerting(b)
	parts := bytes.Split([]byte(body), []byte(`"THRESHOLD"`))
	hammer(b, d, func(i int) (string, string, string) {
		return http.MethodPut, path, fmt.Sprintf("%s%d%s", parts[0], i, parts[1])
	})
}

// BenchmarkSaveLargeDashboard replaces a dashboard of 500 tiles.
func BenchmarkSaveLargeDashboard(b *testing.B) {
	h := furnish(b, stacktest.New(b, stacktest.Options{}).SelfHosted())
	body := largeDashboard(b, h)
	id := h.door.Must(b, "POST", "/dashboards", body).Field(b, "id")
	b.SetBytes(int64(len(body)))
	for i := 0; b.Loop(); i++ {
		// Tiles without ids are new ones, so that each save changes all of them.
		h.door.Must(b, "PUT", "/dashboards/"+id, body)
	}
}
