package otlp_test

import (
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"

	"go.opentelemetry.io/collector/pdata/plog/plogotlp"
	"google.golang.org/genproto/googleapis/rpc/status"
	"google.golang.org/grpc/codes"
	"google.golang.org/protobuf/proto"

	"github.com/cairnstack/cairn/internal/fault"
	"github.com/cairnstack/cairn/internal/ingest"
	"github.com/cairnstack/cairn/internal/receive"
	"github.com/cairnstack/cairn/internal/telemetry"
)

func TestHTTPTakesEveryForm(t *testing.T) {
	t.Parallel()
	d := openDoor(t, doorOptions{})
	plain := protoLogs(t, 2, 0)
	text, err := logRequest(2, 0).MarshalJSON()
	if err != nil {
		t.Fatal(err)
	}
	cases := map[string]struct {
		body    []byte
		headers []string
		want    ingest.Form
	}{
		"protobuf":      {plain, nil, ingest.Form{}},
		"identity":      {plain, []string{"Content-Encoding", "identity"}, ingest.Form{}},
		"gzip":          {gzipped(plain), []string{"Content-Encoding", "gzip"}, ingest.Form{Compression: ingest.Gzip}},
		"zstd":          {zstandard(t, plain), []string{"Content-Encoding", "zstd"}, ingest.Form{Compression: ingest.Zstd}},
		"json":          {text, []string{"Content-Type", "application/json"}, ingest.Form{Encoding: ingest.JSON}},
		"json charset":  {text, []string{"Content-Type", "application/json; charset=utf-8"}, ingest.Form{Encoding: ingest.JSON}},
		"bare key":      {plain, []string{"Authorization", goodKey}, ingest.Form{}},
		"bearer":        {plain, []string{"Authorization", "bearer  " + goodKey}, ingest.Form{}},
		"own header":    {plain, []string{"Authorization", "", "X-Cairn-Ingestion-Key", goodKey}, ingest.Form{}},
		"header's wins": {plain, []string{"Authorization", "Basic x", "X-Cairn-Ingestion-Key", goodKey}, ingest.Form{}},
	}
	for name, c := range cases {
		got := d.post(t, "/v1/logs", c.body, c.headers...)
		if got.Status != http.StatusOK || d.lastForm() != c.want || got.Header.Get("X-Request-Id") == "" {
			t.Errorf("%s: %d %q, form %v", name, got.Status, got.Body, d.lastForm())
		}
		if want := map[ingest.Encoding]string{ingest.JSON: "{}"}[c.want.Encoding]; got.Body != want {
			t.Errorf("%s: body %q, want %q", name, got.Body, want)
		}
	}
}

func TestHTTPSignalsHaveTheirPaths(t *testing.T) {
	t.Parallel()
	d := openDoor(t, doorOptions{})
	for _, signal := range telemetry.Signals() {
		if got := d.post(t, "/v1/"+signal.String(), nil); got.Status != http.StatusOK || d.lastForm().Signal != signal {
			t.Errorf("%s: %d, form %v", signal, got.Status, d.lastForm())
		}
	}
}

func TestHTTPRefusals(t *testing.T) {
	t.Parallel()
	d := openDoor(t, doorOptions{limits: receive.Limits{RequestBytes: 1000}})
	plain := protoLogs(t, 1, 0)
	cases := map[string]struct {
		body    []byte
		headers []string
		status  int
		code    codes.Code
		message string
	}{
		"no key":            {plain, []string{"Authorization", ""}, 401, codes.Unauthenticated, "no ingestion key"},
		"wrong key":         {plain, []string{"Authorization", "wrong"}, 401, codes.Unauthenticated, "not valid"},
		"key comes first":   {[]byte("x"), []string{"Authorization", "wrong", "Content-Type", "text/plain"}, 401, codes.Unauthenticated, ""},
		"content type":      {plain, []string{"Content-Type", "text/plain"}, 415, codes.InvalidArgument, "application/json"},
		"content encoding":  {plain, []string{"Content-Encoding", "br"}, 415, codes.InvalidArgument, "gzip"},
		"malformed":         {[]byte("\xff\xff"), nil, 400, codes.InvalidArgument, "malformed"},
		"malformed json":    {[]byte("{"), []string{"Content-Type", "application/json"}, 400, codes.InvalidArgument, "JSON"},
		"no gzip":           {plain, []string{"Content-Encoding", "gzip"}, 400, codes.InvalidArgument, "gzip"},
		"cut gzip":          {gzipped(plain)[:20], []string{"Content-Encoding", "gzip"}, 400, codes.InvalidArgument, "gzip"},
		"no zstd":           {plain, []string{"Content-Encoding", "zstd"}, 400, codes.InvalidArgument, "zstd"},
		"too large":         {make([]byte, 1001), nil, 413, codes.ResourceExhausted, "larger"},
		"too large inside":  {gzipped(make([]byte, 1001)), []string{"Content-Encoding", "gzip"}, 413, codes.ResourceExhausted, "larger"},
		"too large in zstd": {zstandard(t, make([]byte, 1001)), []string{"Content-Encoding", "zstd"}, 413, codes.ResourceExhausted, "larger"},
	}
	for name, c := range cases {
		got := d.post(t, "/v1/logs", c.body, c.headers...)
		if got.Status != c.status || got.Header.Get("Retry-After") != "" {
			t.Errorf("%s: %d, Retry-After %q: %q", name, got.Status, got.Header.Get("Retry-After"), got.Body)
		}
		if strings.HasPrefix(name, "malformed json") {
			continue
		}
		var s status.Status
		if err := proto.Unmarshal([]byte(got.Body), &s); err != nil || codes.Code(s.GetCode()) != c.code || !strings.Contains(s.GetMessage(), c.message) {
			t.Errorf("%s: %v (%v)", name, &s, err)
		}
	}
	if d.records != 0 {
		t.Errorf("%d records were taken", d.records)
	}
	if n := d.lines.lines(); n != 1 {
		t.Errorf("%d lines of log for %d refusals", n, len(cases))
	}
}

func TestHTTPRefusalOfJSONIsJSON(t *testing.T) {
	t.Parallel()
	d := openDoor(t, doorOptions{})
	got := d.post(t, "/v1/logs", []byte("{"), "Content-Type", "application/json")
	if got.Header.Get("Content-Type") != "application/json" || got.JSON(t)["code"] != float64(codes.InvalidArgument) {
		t.Errorf("%s: %q", got.Header.Get("Content-Type"), got.Body)
	}
}

func TestHTTPRetryableRefusals(t *testing.T) {
	t.Parallel()
	d := openDoor(t, doorOptions{})
	limited := &fault.Error{Kind: fault.Limited, Message: "full", RetryAfter: 1500 * time.Millisecond}
	cases := map[string]struct {
		refusal error
		status  int
		after   string
	}{
		"limited":     {limited, http.StatusTooManyRequests, "2"},
		"unavailable": {fault.New(fault.Unavailable, "away"), http.StatusServiceUnavailable, "1"},
		"internal":    {io.ErrUnexpectedEOF, http.StatusInternalServerError, ""},
	}
	for name, c := range cases {
		d.refuse(c.refusal)
		got := d.post(t, "/v1/logs", protoLogs(t, 1, 0))
		if got.Status != c.status || got.Header.Get("Retry-After") != c.after {
			t.Errorf("%s: %d, Retry-After %q", name, got.Status, got.Header.Get("Retry-After"))
		}
		if strings.Contains(got.Body, "EOF") {
			t.Errorf("%s: the cause is told: %q", name, got.Body)
		}
	}
}

func TestHTTPPartialSuccess(t *testing.T) {
	t.Parallel()
	d := openDoor(t, doorOptions{})
	got := d.post(t, "/v1/logs", protoLogs(t, 5, 2))
	response := plogotlp.NewExportResponse()
	if err := response.UnmarshalProto([]byte(got.Body)); err != nil || got.Status != http.StatusOK {
		t.Fatalf("%d, %v", got.Status, err)
	}
	partial := response.PartialSuccess()
	if partial.RejectedLogRecords() != 2 || !strings.Contains(partial.ErrorMessage(), "too old: 2") || d.records != 3 {
		t.Errorf("rejected %d %q, taken %d", partial.RejectedLogRecords(), partial.ErrorMessage(), d.records)
	}
	text, _ := logRequest(5, 2).MarshalJSON()
	got = d.post(t, "/v1/logs", text, "Content-Type", "application/json")
	if err := response.UnmarshalJSON([]byte(got.Body)); err != nil || response.PartialSuccess().RejectedLogRecords() != 2 {
		t.Errorf("%q: %v", got.Body, err)
	}
}

func TestHTTPRoutes(t *testing.T) {
	t.Parallel()
	d := openDoor(t, doorOptions{})
	for path, want := range map[string]int{"/": 200, "/health": 200, "/v1/logs": 405, "/v1/nothing": 404} {
		response, err := http.Get(d.url + path)
		if err != nil {
			t.Fatal(err)
		}
		_ = response.Body.Close()
		if response.StatusCode != want || want == 405 && response.Header.Get("Allow") != "POST" {
			t.Errorf("GET %s: %d, Allow %q", path, response.StatusCode, response.Header.Get("Allow"))
		}
	}
	http.DefaultTransport.(*http.Transport).CloseIdleConnections()
}

func TestHTTPOrigins(t *testing.T) {
	t.Parallel()
	const page = "https://shop.example.org"
	cases := map[string]struct {
		origins []string
		allowed bool
	}{
		"none": {nil, false}, "other": {[]string{"https://x.example.org"}, false},
		"listed": {[]string{"https://x.example.org", page}, true}, "all": {[]string{"*"}, true},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d := openDoor(t, doorOptions{origins: c.origins})
			request, _ := http.NewRequest(http.MethodOptions, d.url+"/v1/traces", nil)
			request.Header.Set("Origin", page)
			request.Header.Set("Access-Control-Request-Method", "POST")
			response, err := http.DefaultTransport.RoundTrip(request)
			if err != nil {
				t.Fatal(err)
			}
			_ = response.Body.Close()
			asked := response.StatusCode == http.StatusNoContent && response.Header.Get("Access-Control-Allow-Origin") == page &&
				strings.Contains(response.Header.Get("Access-Control-Allow-Headers"), "X-Cairn-Ingestion-Key")
			sent := d.post(t, "/v1/traces", nil, "Origin", page)
			if asked != c.allowed || (sent.Header.Get("Access-Control-Allow-Origin") == page) != c.allowed {
				t.Errorf("asked %t, sent %q", asked, sent.Header.Get("Access-Control-Allow-Origin"))
			}
		})
	}
}

func TestHTTPSlowBodyIsCutOff(t *testing.T) {
	t.Parallel()
	d := openDoor(t, doorOptions{limits: receive.Limits{ReceiveTime: 200 * time.Millisecond}})
	conn, err := net.Dial("tcp", strings.TrimPrefix(d.url, "http://"))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = conn.Close() }()
	_, _ = fmt.Fprintf(conn, "POST /v1/logs HTTP/1.1\r\nHost: x\r\nAuthorization: %s\r\nContent-Type: application/x-protobuf\r\nContent-Length: 100\r\n\r\nslow", goodKey)
	begun := time.Now()
	_ = conn.SetReadDeadline(time.Now().Add(5 * time.Second))
	answer := make([]byte, 64)
	n, _ := conn.Read(answer)
	if !strings.Contains(string(answer[:n]), " 503 ") || time.Since(begun) > 3*time.Second {
		t.Errorf("%q after %s", answer[:n], time.Since(begun))
	}
}

func TestBuffersAreBounded(t *testing.T) {
	t.Parallel()
	d := openDoor(t, doorOptions{limits: receive.Limits{BufferBytes: 64 << 10}})
	got := d.post(t, "/v1/logs", make([]byte, 100<<10))
	if got.Status != http.StatusTooManyRequests || got.Header.Get("Retry-After") == "" {
		t.Errorf("%d, want 429 with a hint", got.Status)
	}
	if got := d.post(t, "/v1/logs", protoLogs(t, 10, 0)); got.Status != http.StatusOK {
		t.Errorf("%d for a small request after it", got.Status)
	}
}
