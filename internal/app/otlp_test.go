package app_test

import (
	"bytes"
	"compress/gzip"
	"context"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/ClickHouse/ch-go/proto"
	"github.com/klauspost/compress/zstd"
	"go.opentelemetry.io/collector/pdata/pcommon"
	"go.opentelemetry.io/collector/pdata/plog"
	"go.opentelemetry.io/collector/pdata/plog/plogotlp"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/status"

	"github.com/cairnstack/cairn/internal/app"
	"github.com/cairnstack/cairn/internal/clickhouse"
	"github.com/cairnstack/cairn/internal/fault"
	"github.com/cairnstack/cairn/internal/testkit"
	"github.com/cairnstack/cairn/internal/testkit/apptest"
	"github.com/cairnstack/cairn/internal/testkit/enginetest"
)

// logsOf returns a request with a log record for each body.
func logsOf(bodies ...string) plogotlp.ExportRequest {
	logs := plog.NewLogs()
	resource := logs.ResourceLogs().AppendEmpty()
	resource.Resource().Attributes().PutStr("service.name", "shop")
	scope := resource.ScopeLogs().AppendEmpty()
	for _, body := range bodies {
		record := scope.LogRecords().AppendEmpty()
		record.SetTimestamp(pcommon.NewTimestampFromTime(time.Now()))
		record.Body().SetStr(body)
	}
	return plogotlp.NewExportRequestFromLogs(logs)
}

func protoOf(t *testing.T, bodies ...string) []byte {
	t.Helper()
	b, err := logsOf(bodies...).MarshalProto()
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func jsonOf(t *testing.T, bodies ...string) []byte {
	t.Helper()
	b, err := logsOf(bodies...).MarshalJSON()
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func gzipped(b []byte) []byte {
	var out bytes.Buffer
	w := gzip.NewWriter(&out)
	_, _ = w.Write(b)
	_ = w.Close()
	return out.Bytes()
}

func zstandard(t *testing.T, b []byte) []byte {
	t.Helper()
	w, err := zstd.NewWriter(nil)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = w.Close() }()
	return w.EncodeAll(b, nil)
}

// post sends log records and returns what came back.
func post(t *testing.T, s *apptest.Server, body []byte, headers map[string]string) testkit.Answer {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), http.MethodPost, s.URL(app.RoleOTLPHTTP)+"/v1/logs", bytes.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("Content-Type", "application/x-protobuf")
	request.Header.Set("Authorization", s.Installation.IngestionKey)
	for name, value := range headers {
		request.Header.Set(name, value)
	}
	response, err := http.DefaultTransport.RoundTrip(request)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = response.Body.Close() }()
	text, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	return testkit.Answer{Status: response.StatusCode, Header: response.Header, Body: string(text)}
}

// stored returns how many log records of the team have that body.
func stored(t *testing.T, s *apptest.Server, body string) uint64 {
	t.Helper()
	var n proto.ColUInt64
	_, err := enginetest.Client(t).Query(context.Background(), clickhouse.Query{
		Database: "cairn_" + s.Installation.TeamID,
		SQL:      "SELECT count() AS n FROM logs WHERE Body = {body:String}",
		Params:   []clickhouse.Param{clickhouse.String("body", body)},
		Result:   proto.Results{{Name: "n", Data: &n}},
	})
	if err != nil && clickhouse.ErrorCode(err) == 0 && !isBusy(err) {
		t.Fatal(err)
	}
	if n.Rows() == 0 {
		return 0 // the table is being made, or a shard is brought up to date
	}
	return n.Row(0)
}

// isBusy reports whether the engine, or a shard, has no time or memory for a question.
func isBusy(err error) bool {
	kind := fault.KindOf(err)
	return kind == fault.Unavailable || kind == fault.Limited
}

func TestOTLPOverHTTPIsStored(t *testing.T) {
	t.Parallel()
	s := apptest.Start(t, apptest.Options{})
	forms := map[string]struct {
		body    []byte
		headers map[string]string
	}{
		"protobuf":      {protoOf(t, "protobuf"), nil},
		"json":          {jsonOf(t, "json"), map[string]string{"Content-Type": "application/json; charset=utf-8"}},
		"protobuf_gzip": {gzipped(protoOf(t, "protobuf_gzip")), map[string]string{"Content-Encoding": "gzip"}},
		"json_gzip":     {gzipped(jsonOf(t, "json_gzip")), map[string]string{"Content-Type": "application/json", "Content-Encoding": "gzip"}},
		"protobuf_zstd": {zstandard(t, protoOf(t, "protobuf_zstd")), map[string]string{"Content-Encoding": "zstd"}},
		"bearer":        {protoOf(t, "bearer"), map[string]string{"Authorization": "Bearer " + s.Installation.IngestionKey}},
		"own_header":    {protoOf(t, "own_header"), map[string]string{"Authorization": "", "X-Cairn-Ingestion-Key": s.Installation.IngestionKey}},
	}
	post(t, s, protoOf(t, "warm up"), nil)
	testkit.Eventually(t, time.Minute, "the team's tables are there", func() bool { return stored(t, s, "warm up") == 1 })
	for name, form := range forms {
		t.Run(name, func(t *testing.T) {
			got := post(t, s, form.body, form.headers)
			if got.Status != http.StatusOK || got.Header.Get("X-Request-Id") == "" {
				t.Fatalf("%d %q", got.Status, got.Body)
			}
			testkit.Eventually(t, time.Minute, "the record is stored", func() bool { return stored(t, s, name) == 1 })
		})
	}
}

func TestOTLPDoors(t *testing.T) {
	t.Parallel()
	s := apptest.Start(t, apptest.Options{})
	keys := s.Installation
	conn, err := grpc.NewClient(s.Addr(app.RoleOTLPGRPC), grpc.WithTransportCredentials(insecure.NewCredentials()))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = conn.Close() }()
	cases := map[string]struct {
		key  string
		want string // in the refusal; empty: taken
	}{
		"ingestion key": {keys.IngestionKey, ""},
		"access key":    {keys.AccessKey, "belongs to the stack API (Authorization: Bearer); here an ingestion key is needed"},
		"cloud secret":  {keys.KeySecret, "belongs to the cloud API"},
		"nonsense":      {"nonsense", "the ingestion key is not valid"},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			got := post(t, s, protoOf(t, name), map[string]string{"Authorization": "Bearer " + c.key})
			if taken := got.Status == http.StatusOK; taken != (c.want == "") || !taken && (got.Status != http.StatusUnauthorized || !strings.Contains(got.Body, c.want)) {
				t.Errorf("HTTP: %d %q", got.Status, got.Body)
			}
			if strings.Contains(got.Body, c.key) {
				t.Error("the answer repeats the key")
			}
			ctx := metadata.AppendToOutgoingContext(t.Context(), "authorization", c.key)
			_, err := plogotlp.NewGRPCClient(conn).Export(ctx, logsOf(name))
			if (err == nil) != (c.want == "") || err != nil && (status.Code(err) != codes.Unauthenticated || !strings.Contains(err.Error(), c.want)) {
				t.Errorf("gRPC: %v", err)
			}
		})
	}
}

func TestRevokedIngestionKeyIsDeadSoon(t *testing.T) {
	t.Parallel()
	s := apptest.Start(t, apptest.Options{})
	if got := post(t, s, protoOf(t, "before"), nil); got.Status != http.StatusOK {
		t.Fatalf("before: %d", got.Status)
	}
	store, team := s.Access().Store, s.Installation.TeamID
	keys, err := store.IngestionKeysOf(t.Context(), team)
	if err != nil || len(keys) != 1 {
		t.Fatalf("keys: %v, %v", keys, err)
	}
	if err := store.DeleteIngestionKey(t.Context(), team, keys[0].ID); err != nil {
		t.Fatal(err)
	}
	testkit.Eventually(t, 5*time.Second, "the key is dead", func() bool {
		return post(t, s, protoOf(t, "after"), nil).Status == http.StatusUnauthorized
	})
}

func TestIngestRateLimitIsAnOption(t *testing.T) {
	t.Parallel()
	clock := testkit.NewClock(time.Now()) // stands still: a busy machine takes longer than the limit
	s := apptest.Start(t, apptest.Options{Now: clock.Now, Adjust: func(c *app.Config) { c.IngestRateRows = 5 }})
	body := protoOf(t, "1", "2", "3", "4", "5", "6")
	if got := post(t, s, body, nil); got.Status != http.StatusOK {
		t.Fatalf("within the limit: %d", got.Status)
	}
	if got := post(t, s, body, nil); got.Status != http.StatusTooManyRequests || got.Header.Get("Retry-After") == "" {
		t.Errorf("over the limit: %d, Retry-After %q", got.Status, got.Header.Get("Retry-After"))
	}
}
