package querytest_test

import (
	"strconv"
	"testing"
	"time"

	"github.com/cairnstack/cairn/internal/clickhouse"
	"github.com/cairnstack/cairn/internal/telemetry"
	"github.com/cairnstack/cairn/internal/testkit/enginetest"
)

// addHotColumns gives keys of the corpus columns of all types.
func addHotColumns(t testing.TB, x *team) {
	t.Helper()
	database, err := clickhouse.DatabaseName(x.id)
	if err != nil {
		t.Fatal(err)
	}
	for _, column := range []string{
		"`a_user.id` LowCardinality(String) DEFAULT LogAttributes['user.id']",
		"`a_http.route` String DEFAULT LogAttributes['http.route']",
		"`a_job` LowCardinality(String) DEFAULT LogAttributes['job']",
		"`a_job.retries` String DEFAULT LogAttributes['job.retries']",
		"`a_http.status_code` Nullable(Float64) DEFAULT toFloat64OrNull(LogAttributes['http.status_code'])",
		"`a_duration_ms` Nullable(Float64) DEFAULT toFloat64OrNull(LogAttributes['duration_ms'])",
		"`a_gateway` Nullable(Float64) DEFAULT toFloat64OrNull(LogAttributes['gateway'])",
	} {
		enginetest.AlterTable(t, x.client, database+".logs", "ADD COLUMN "+column)
	}
}

// shopRowsAsReceived returns the corpus as the collector stores it: numbers
// are numbers.
func shopRowsAsReceived() *telemetry.Rows {
	rows := telemetry.NewRows(telemetry.Logs)
	w := rows.Write(telemetry.Limits{}, time.Now())
	for i, s := range shopLogs() {
		resource := w.BeginResource()
		resource.Text([]byte("service.name"), []byte(s.service))
		resource.Text([]byte("host.name"), []byte(readField(s.resource, "host.name")))
		resource.Text([]byte("deployment.environment"), []byte(readField(s.resource, "deployment.environment")))
		origin := w.EndResource(nil)
		scope := w.BeginScope()
		if s.scope != "" {
			scope.Text([]byte("lib.lang"), []byte("go"))
		}
		number := w.EndScope(origin, telemetry.Scope{Name: []byte(s.scopeName)})
		writeAttributes(w.BeginLog(1), s.attributes)
		w.EndLog(&telemetry.LogRecord{
			Time: uint64(s.at.UnixNano()), Severity: int32(s.number), SeverityText: []byte(s.severity), EventName: []byte(s.event),
			Body: []byte(s.body), TraceID: idBytes(s.traceID, 16), SpanID: idBytes(s.spanID, 8), Flags: uint32(i + 1),
		}, number)
	}
	w.End()
	return rows
}

func writeAttributes(to *telemetry.AttributeWriter, attributes map[string]string) {
	for key, value := range attributes {
		whole, wholeErr := strconv.ParseInt(value, 10, 64)
		number, err := strconv.ParseFloat(value, 64)
		switch {
		case wholeErr == nil:
			to.Int([]byte(key), whole)
		case err == nil:
			to.Float([]byte(key), number)
		default:
			to.Text([]byte(key), []byte(value))
		}
	}
}
