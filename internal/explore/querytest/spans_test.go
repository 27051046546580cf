package querytest_test

import (
	"crypto/rand"
	"testing"
	"time"

	"github.com/cairnstack/cairn/internal/clickhouse/tables"
	"github.com/cairnstack/cairn/internal/telemetry"
	"github.com/cairnstack/cairn/internal/testkit/enginetest"
)

// store puts rows into a team's tables as the collector does.
func store(t testing.TB, x *team, rows *telemetry.Rows) {
	t.Helper()
	keep := tables.NewStore(x.client, tables.StoreOptions{})
	servers := len(enginetest.EachStored(t, x.client))
	for _, block := range rows.Blocks() {
		all := block.Index
		for i := range servers { // which go to one after the other
			if block.Index = enginetest.Share(all, i, servers); block.Len() == 0 {
				continue
			}
			var id telemetry.BatchID
			if _, err := rand.Read(id[:]); err != nil {
				t.Fatal(err)
			}
			if err := keep.InsertRows(t.Context(), x.id, block, id, string(id[:])); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// originOf returns the number of an origin with a service and a host.
func originOf(w *telemetry.Writer, service, host string) uint32 {
	resource := w.BeginResource()
	resource.Text([]byte("service.name"), []byte(service))
	resource.Text([]byte("host.name"), []byte(host))
	origin := w.EndResource(nil)
	w.BeginScope()
	return w.EndScope(origin, telemetry.Scope{Name: []byte("shop")})
}

// spanRow is a span as the tests state it.
type spanRow struct {
	at         time.Time
	took       time.Duration
	service    string
	name       string
	kind       int32 // 2 server, 3 client
	status     int32 // 0 unset, 1 ok, 2 error
	message    string
	trace      byte
	span       byte
	parent     byte
	attributes map[string]string
	events     []string
	linked     byte
}

func spanRows(spans []spanRow) *telemetry.Rows {
	rows := telemetry.NewRows(telemetry.Traces)
	w := rows.Write(telemetry.Limits{}, time.Now())
	for _, s := range spans {
		writeSpan(w, s)
	}
	w.End()
	return rows
}

func writeSpan(w *telemetry.Writer, s spanRow) {
	origin := originOf(w, s.service, "stone-1")
	attributes := w.BeginSpan(1)
	for key, value := range s.attributes {
		attributes.Text([]byte(key), []byte(value))
	}
	for _, name := range s.events {
		w.BeginEvent().Text([]byte("exception.type"), []byte(name+"Error"))
		w.EndEvent(uint64(s.at.UnixNano()), []byte(name))
	}
	if s.linked != 0 {
		w.BeginLink().Text([]byte("kind"), []byte("batch"))
		w.EndLink(idOf(s.linked, 16), idOf(s.linked, 8), nil)
	}
	w.EndSpan(&telemetry.Span{
		Start: uint64(s.at.UnixNano()), End: uint64(s.at.Add(s.took).UnixNano()), Name: []byte(s.name), Kind: s.kind, Status: s.status,
		StatusMessage: []byte(s.message), TraceID: idOf(s.trace, 16), SpanID: idOf(s.span, 8), ParentID: parentOf(s.parent),
	}, origin)
}

func parentOf(id byte) []byte {
	if id == 0 {
		return nil
	}
	return idOf(id, 8)
}

func idOf(last byte, length int) []byte {
	id := make([]byte, length)
	id[length-1] = last
	return id
}
