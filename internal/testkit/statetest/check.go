package statetest

import (
	"fmt"
	"net/http"
	"reflect"
	"slices"
	"strings"
	"time"
)

// pageRows is how many rows are asked for at once.
const pageRows = 2000

// sources returns the ids of the team's sources: logs, traces, metrics.
func (w *World) sources() []string {
	w.t.Helper()
	var list struct{ Data []struct{ ID string } }
	w.api(http.MethodGet, "/sources", nil, &list)
	ids := make([]string, 0, len(list.Data))
	for _, source := range list.Data {
		ids = append(ids, source.ID)
	}
	return ids
}

// span is the time that records may have.
func (w *World) span() (from, to time.Time) {
	return w.plan.begun.Add(-4 * time.Hour), time.Now().Add(2 * time.Hour)
}

// found returns every row that the API has of a source for logs or spans.
func (w *World) found(source string) (rows []Row) {
	w.t.Helper()
	from, to := w.span()
	body := Row{"sourceId": source, "select": "*", "limit": pageRows, "startTime": from.UTC(), "endTime": to.UTC()}
	for {
		var page struct {
			Data []Row
			Meta struct{ Cursor string }
		}
		w.api(http.MethodPost, "/search", body, &page)
		rows = append(rows, page.Data...)
		if len(page.Data) == 0 || page.Meta.Cursor == "" {
			return rows
		}
		body = Row{"sourceId": source, "select": "*", "limit": pageRows, "cursor": page.Meta.Cursor}
	}
}

// pointsTemplate returns metric points with all their columns.
const pointsTemplate = `SELECT TimeUnix, MetricName, Value, ServiceName, ScopeName, Attributes, ResourceAttributes FROM %s WHERE $__timeFilter(TimeUnix) ORDER BY TimeUnix, Attributes['id'] LIMIT %d%s`

// foundPoints returns every metric point of a table.
func (w *World) foundPoints(source, table string) (rows []Row) {
	w.t.Helper()
	var connections struct{ Data []struct{ ID string } }
	w.api(http.MethodGet, "/connections", nil, &connections)
	from, to := w.span()
	for skipped := ""; ; skipped = fmt.Sprintf(" OFFSET %d", len(rows)) {
		var page struct{ Data []Row }
		w.api(http.MethodPost, "/charts/sql", Row{
			"connectionId": connections.Data[0].ID, "sourceId": source, "startTime": from.UnixMilli(), "endTime": to.UnixMilli(),
			"sqlTemplate": fmt.Sprintf(pointsTemplate, table, pageRows, skipped),
		}, &page)
		rows = append(rows, page.Data...)
		if len(page.Data) < pageRows {
			return rows
		}
	}
}

// idOf returns the id of a row of any signal.
func idOf(row Row) string {
	for _, column := range []string{"LogAttributes", "SpanAttributes", "Attributes"} {
		if attributes, ok := row[column].(Row); ok {
			id, _ := attributes["id"].(string)
			return id
		}
	}
	return ""
}

// compare reads everything back through the API and holds it, field by field,
// against what was acknowledged.
func (w *World) compare() {
	w.t.Helper()
	ids := w.sources()
	rows := slices.Concat(w.found(ids[0]), w.found(ids[1]),
		w.foundPoints(ids[2], "otel_metrics_gauge"), w.foundPoints(ids[2], "otel_metrics_sum"))
	want, seen := w.ledger.rows(), map[string]bool{}
	var lost, doubled, altered, unknown []string
	for _, row := range rows {
		id := idOf(row)
		wanted, ok := want[id]
		switch {
		case !ok:
			unknown = append(unknown, id)
		case seen[id]:
			doubled = append(doubled, id)
		case differing(wanted, row) != "":
			altered = append(altered, id+": "+differing(wanted, row))
		}
		seen[id] = true
	}
	for id := range want {
		if !seen[id] && !w.doomed[id] {
			lost = append(lost, id)
		}
		if !seen[id] && w.doomed[id] {
			w.result.Destroyed++
		}
	}
	if len(lost) > 0 && len(lost) <= w.result.Mortal { // the part that a fault destroyed
		w.result.Destroyed, lost = len(lost), nil
	}
	w.result.Acked, w.result.Lost, w.result.Doubled, w.result.Altered = len(want), len(lost), len(doubled), len(altered)
	if len(lost)+len(doubled)+len(altered)+len(unknown) > 0 {
		w.errorf("of %d acknowledged records %d are lost, %d doubled, %d altered, %d unknown: %s", len(want), len(lost), len(doubled), len(altered), len(unknown),
			examples(want, lost, doubled, altered, unknown))
	}
}

// examples names a few records of each list.
func examples(want map[string]Row, lists ...[]string) string {
	var named []string
	for _, list := range lists {
		slices.Sort(list)
		for _, id := range list[:min(len(list), 2)] {
			named = append(named, fmt.Sprintf("%s (%v)", id, want[id]["ServiceName"]))
		}
	}
	return strings.Join(named, ", ")
}

// differing returns the first column, by name, that is not what was sent.
func differing(want, got Row) string {
	var columns []string
	for column, value := range want {
		if !reflect.DeepEqual(value, got[column]) {
			columns = append(columns, fmt.Sprintf("%s is %v, want %v", column, got[column], value))
		}
	}
	slices.Sort(columns)
	if len(columns) == 0 {
		return ""
	}
	return columns[0]
}

// isDamage reports whether a line of the doctor is about files that the fault
// has damaged.
func (w *World) isDamage(line string) bool {
	switch _, files, _ := strings.Cut(w.result.Cell.Fault.Name, "-"); files {
	case "engine":
		return strings.HasPrefix(line, "wrong engine data:")
	case "log":
		return strings.HasPrefix(line, "wrong telemetry:")
	default:
		return false
	}
}

// checkDoctor wants the doctor to find nothing wrong but what is expected.
func (w *World) checkDoctor() {
	w.t.Helper()
	code, printed := w.run("doctor")
	var wrong []string
	for line := range strings.Lines(printed) {
		small := w.disk != nil && w.disk.bytes == smallBytes && strings.HasPrefix(line, "wrong disk:")
		if strings.HasPrefix(line, "wrong ") && !small {
			wrong = append(wrong, strings.TrimSpace(line))
		}
	}
	if w.result.Destroyed == 0 { // what was damaged may be said although nothing is missing
		wrong = slices.DeleteFunc(wrong, w.isDamage)
	}
	_, ready := w.server.Get("admin", "/readyz")
	switch {
	case w.result.Destroyed == 0 && len(wrong) > 0:
		w.errorf("nothing is lost, and the doctor says (%d): %s", code, strings.Join(wrong, "; "))
	case w.result.Destroyed > 0 && len(wrong) == 0 && !strings.Contains(ready, "lost"):
		w.errorf("%d records were destroyed, and neither the doctor nor /readyz says so", w.result.Destroyed)
	}
}
