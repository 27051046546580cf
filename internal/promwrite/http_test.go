package promwrite_test

import (
	"encoding/base64"
	"encoding/binary"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/prometheus/prometheus/prompb"

	"github.com/cairnstack/cairn/internal/fault"
	"github.com/cairnstack/cairn/internal/ingest"
	"github.com/cairnstack/cairn/internal/promwrite"
	"github.com/cairnstack/cairn/internal/receive"
	"github.com/cairnstack/cairn/internal/telemetry"
)

// written returns the headers that count what was stored.
func written(h http.Header) [3]string {
	const prefix = "X-Prometheus-Remote-Write-"
	return [3]string{h.Get(prefix + "Samples-Written"), h.Get(prefix + "Histograms-Written"), h.Get(prefix + "Exemplars-Written")}
}

// mixed is a request of two samples, a histogram and an exemplar, and so many
// samples that are too old.
func mixed(old int) *prompb.WriteRequest {
	at := received().UnixMilli()
	request := &prompb.WriteRequest{Timeseries: []prompb.TimeSeries{
		{Labels: labels("__name__", "up", "job", "a"), Samples: now()},
		{Labels: labels("__name__", "up", "job", "b"), Samples: now(), Exemplars: []prompb.Exemplar{{Value: 1, Timestamp: at}}},
		{Labels: labels("__name__", "h"), Histograms: []prompb.Histogram{{Timestamp: at}}},
	}}
	for range old {
		request.Timeseries = append(request.Timeseries, prompb.TimeSeries{Labels: labels("__name__", "old"), Samples: []prompb.Sample{{Timestamp: at - 1e11}}})
	}
	return request
}

// TestEveryFormIsTaken sends both versions in every encoding, to both paths.
func TestEveryFormIsTaken(t *testing.T) {
	t.Parallel()
	d := openDoor(t, receive.Limits{})
	bodies := payloads(t, mixed(0))
	types := []struct {
		name    string
		version int
	}{
		{"application/x-protobuf", 0}, {"application/x-protobuf;proto=prometheus.WriteRequest", 0},
		{"application/x-protobuf; proto=io.prometheus.write.v2.Request", 1}, {"", 0},
	}
	encodings := map[string]ingest.Compression{"snappy": ingest.Snappy, "zstd": ingest.Zstd, "gzip": ingest.Gzip, "identity": ingest.Plain, "": ingest.Snappy}
	for _, path := range promwrite.Paths() {
		for _, media := range types {
			for encoding, compression := range encodings {
				sent := encoding
				if sent == "" {
					sent = "snappy"
				}
				got := d.post(t, path, packed(t, sent, bodies[media.version]), "Content-Type", media.name, "Content-Encoding", encoding)
				want := ingest.Form{Signal: telemetry.Metrics, Encoding: ingest.RemoteWrite + ingest.Encoding(media.version), Compression: compression}
				if got.Status != http.StatusNoContent || got.Body != "" || d.lastForm() != want || written(got.Header) != [3]string{"2", "1", "1"} {
					t.Errorf("%s %q %q: %d %q, form %v, written %v", path, media.name, encoding, got.Status, got.Body, d.lastForm(), written(got.Header))
				}
			}
		}
	}
}

func TestForeignFormsAreRefusedWithWhatIsTaken(t *testing.T) {
	t.Parallel()
	d := openDoor(t, receive.Limits{})
	for _, headers := range [][]string{
		{"Content-Type", "application/json"}, {"Content-Type", "application/x-protobuf;proto=another.Request"}, {"Content-Type", ";"},
		{"Content-Encoding", "br"}, {"Content-Encoding", "snappy, gzip"},
	} {
		got := d.post(t, "/api/v1/write", nil, headers...)
		if got.Status != http.StatusUnsupportedMediaType || !strings.Contains(got.Body, "io.prometheus.write.v2.Request") || !strings.Contains(got.Body, "snappy") {
			t.Errorf("%v: %d %q", headers, got.Status, got.Body)
		}
		if got.Header.Get("Content-Type") != "text/plain; charset=utf-8" {
			t.Errorf("%v: %s", headers, got.Header.Get("Content-Type"))
		}
	}
}

// TestVersionsAreNotMixedUp sends each version under the content type of the other,
// which would read it as a request without series.
func TestVersionsAreNotMixedUp(t *testing.T) {
	t.Parallel()
	d := openDoor(t, receive.Limits{})
	bodies := payloads(t, mixed(0))
	for sent, said := range []string{"io.prometheus.write.v2.Request", "prometheus.WriteRequest"} {
		got := d.post(t, "/api/v1/write", packed(t, "snappy", bodies[sent]), "Content-Type", "application/x-protobuf;proto="+said)
		want := []string{"this is a message of version 1.0", "this is a message of version 2.0"}[sent]
		if got.Status != http.StatusBadRequest || !strings.Contains(got.Body, want) {
			t.Errorf("%s: %d %q, want 400 %s", said, got.Status, got.Body, want)
		}
	}
}

func TestKeyIsTakenFromEveryHeader(t *testing.T) {
	t.Parallel()
	d := openDoor(t, receive.Limits{})
	basic := func(text string) string { return "Basic " + base64.StdEncoding.EncodeToString([]byte(text)) }
	body := packed(t, "snappy", payloads(t, mixed(0))[0])
	for authorization, want := range map[string]int{
		"Bearer " + goodKey: 204, goodKey: 204, basic("anybody:" + goodKey): 204, basic(":" + goodKey): 204,
		strings.ToLower("Basic ") + base64.StdEncoding.EncodeToString([]byte("x:"+goodKey)): 204,
		"": 401, "Bearer other": 401, basic("anybody:other"): 401, basic(goodKey): 401, basic(goodKey + ":"): 401, "Basic ???": 401,
	} {
		got := d.post(t, "/api/v1/write", body, "Authorization", authorization)
		if got.Status != want {
			t.Errorf("%q: %d %q, want %d", authorization, got.Status, got.Body, want)
		}
		if challenges := got.Header.Values("WWW-Authenticate"); want == 401 && len(challenges) != 2 {
			t.Errorf("%q: challenges %v", authorization, challenges)
		}
	}
	if got := d.post(t, "/api/v1/write", body, "Authorization", "", "X-Cairn-Ingestion-Key", goodKey); got.Status != http.StatusNoContent {
		t.Errorf("own header: %d %q", got.Status, got.Body)
	}
}

// TestPartOfARequestIsStored holds that senders don't repeat what is stored in
// part: they would for any status of 500 and above.
func TestPartOfARequestIsStored(t *testing.T) {
	t.Parallel()
	d := openDoor(t, receive.Limits{})
	for version, body := range payloads(t, mixed(7)) {
		media := []string{"application/x-protobuf", "application/x-protobuf;proto=io.prometheus.write.v2.Request"}[version]
		got := d.post(t, "/api/v1/write", packed(t, "snappy", body), "Content-Type", media)
		if got.Status != http.StatusBadRequest || written(got.Header) != [3]string{"2", "1", "1"} {
			t.Errorf("%s: %d, written %v", media, got.Status, written(got.Header))
		}
		for _, part := range []string{"7 of 10 samples were not stored", "record too old: 7", `First: series 3 ("old"): the sample of`} {
			if !strings.Contains(got.Body, part) {
				t.Errorf("%s: %q lacks %q", media, got.Body, part)
			}
		}
	}
}

func TestRefusalsHaveTheirStatus(t *testing.T) {
	t.Parallel()
	d := openDoor(t, receive.Limits{RequestBytes: 10_000})
	plain := payloads(t, mixed(0))[0]
	lie := binary.AppendUvarint(nil, 9000) // snappy that says it is longer than it can be
	for name, c := range map[string]struct {
		body     []byte
		encoding string
		want     int
	}{
		"malformed":       {[]byte("\x0a\x05ab"), "identity", http.StatusBadRequest},
		"no snappy":       {[]byte("\xff\xff\xff\xff\xff\xff"), "snappy", http.StatusBadRequest},
		"torn snappy":     {packed(t, "snappy", plain)[:20], "snappy", http.StatusBadRequest},
		"lying snappy":    {append(lie, plain...), "snappy", http.StatusBadRequest},
		"short snappy":    {lie, "snappy", http.StatusBadRequest},
		"torn gzip":       {packed(t, "gzip", plain)[:30], "gzip", http.StatusBadRequest},
		"torn zstd":       {packed(t, "zstd", plain)[:30], "zstd", http.StatusBadRequest},
		"large":           {make([]byte, 10_001), "identity", http.StatusRequestEntityTooLarge},
		"large unpacked":  {packed(t, "snappy", make([]byte, 10_001)), "snappy", http.StatusRequestEntityTooLarge},
		"large from gzip": {packed(t, "gzip", make([]byte, 10_001)), "gzip", http.StatusRequestEntityTooLarge},
		"nothing":         {nil, "identity", http.StatusNoContent},
		"nothing, snappy": {[]byte{0}, "snappy", http.StatusNoContent},
		"nothing at all":  {nil, "snappy", http.StatusBadRequest},
		"as large as may": {packed(t, "snappy", append([]byte{0x12, 0x8d, 0x4e}, make([]byte, 9997)...)), "snappy", http.StatusNoContent},
	} {
		if got := d.post(t, "/api/v1/write", c.body, "Content-Encoding", c.encoding); got.Status != c.want {
			t.Errorf("%s: %d %q, want %d", name, got.Status, got.Body, c.want)
		}
	}
}

// TestNothingTakenIsSentAgain holds that Prometheus repeats what it can: it drops
// samples after 429 unless it was told otherwise.
func TestNothingTakenIsSentAgain(t *testing.T) {
	t.Parallel()
	d := openDoor(t, receive.Limits{})
	for _, kind := range []fault.Kind{fault.Limited, fault.Unavailable} {
		d.refuse(&fault.Error{Kind: kind, Message: "not now", RetryAfter: 1500 * time.Millisecond})
		got := d.post(t, "/api/v1/write", packed(t, "snappy", payloads(t, mixed(0))[0]))
		if got.Status != http.StatusServiceUnavailable || got.Header.Get("Retry-After") != "2" || got.Body != "not now\n" {
			t.Errorf("%s: %d %q, retry after %q", kind, got.Status, got.Body, got.Header.Get("Retry-After"))
		}
	}
}

func TestBuffersAreBounded(t *testing.T) {
	t.Parallel()
	d := openDoor(t, receive.Limits{BufferBytes: 64 << 10})
	body := packed(t, "snappy", append([]byte{0x12, 0x80, 0x80, 0x06}, make([]byte, 98304)...))
	if got := d.post(t, "/api/v1/write", body); got.Status != http.StatusServiceUnavailable || got.Header.Get("Retry-After") == "" {
		t.Errorf("%d %q, want 503 with a hint", got.Status, got.Body)
	}
	if got := d.post(t, "/api/v1/write", packed(t, "snappy", payloads(t, mixed(0))[0])); got.Status != http.StatusNoContent {
		t.Errorf("%d %q for a small request after it", got.Status, got.Body)
	}
}

func TestOtherMethodsAreRefused(t *testing.T) {
	t.Parallel()
	d := openDoor(t, receive.Limits{})
	response, err := http.Get(d.url + "/api/v1/write")
	if err != nil {
		t.Fatal(err)
	}
	_ = response.Body.Close()
	if response.StatusCode != http.StatusMethodNotAllowed {
		t.Errorf("status %d", response.StatusCode)
	}
}
