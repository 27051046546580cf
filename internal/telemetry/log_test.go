package telemetry_test

import (
	"testing"
	"time"

	"github.com/cairnstack/cairn/internal/telemetry"
)

func receipt() time.Time { return time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC) }

// log is a log record as the tests give and see it.
type log struct {
	telemetry.LogRecord
	Attributes [][2]string // keys and texts
}

// addLog returns rows with one log record.
func addLog(t *testing.T, limits telemetry.Limits, given log) (*telemetry.Rows, telemetry.Outcome) {
	t.Helper()
	rows := telemetry.NewRows(telemetry.Logs)
	w := rows.Write(limits, receipt())
	w.BeginResource()
	resource := w.EndResource(nil)
	w.BeginScope()
	origin := w.EndScope(resource, telemetry.Scope{})
	writeLog(w, origin, given)
	return rows, w.End()
}

func writeLog(w *telemetry.Writer, origin uint32, given log) {
	list := w.BeginLog(len(given.Body))
	if list == nil {
		return
	}
	for _, attribute := range given.Attributes {
		list.Text([]byte(attribute[0]), []byte(attribute[1]))
	}
	w.EndLog(&given.LogRecord, origin)
}

// attributesOf returns the attributes of the first log record as texts.
func attributesOf(rows *telemetry.Rows) map[string]string {
	list := &rows.Logs.Attributes
	found := map[string]string{}
	from, to := list.Range(0)
	for i := from; i < to; i++ {
		found[string(rows.Keys.Text(list.Key[i]))] = string(list.AppendText(nil, i))
	}
	return found
}
