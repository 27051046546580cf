package tables

import (
	"context"
	"fmt"
	"strings"

	"github.com/cairnstack/cairn/internal/clickhouse"
	"github.com/cairnstack/cairn/internal/telemetry"
)

// viewOf returns the name of the view that shows a table under OpenTelemetry's
// names.
func viewOf(table telemetry.Table) string {
	if table == telemetry.SpansTable {
		return "otel_traces"
	}
	return "otel_" + string(table)
}

// attributesOf returns the map column of a table that has one.
func attributesOf(table telemetry.Table) (string, bool) {
	switch table {
	case telemetry.LogsTable:
		return "LogAttributes", true
	case telemetry.SpansTable:
		return "SpanAttributes", true
	case telemetry.GaugeTable, telemetry.SumTable, telemetry.HistogramTable, telemetry.ExponentialHistogramTable,
		telemetry.SummaryTable, telemetry.MetadataTable:
	}
	return "", false
}

// attributes prints the attributes of a row as one map, those with columns of
// their own put back. Where a key stands in both places the map is right.
func (l layout) attributes(column string) string {
	if len(l.hot) == 0 {
		return column
	}
	alias, _, _ := strings.Cut(column, ".")
	members := make([]string, len(l.hot))
	for i, hot := range l.hot {
		members[i] = clickhouse.QuoteText(hot.Key) + ", " + hot.text(func(name string) string { return alias + "." + clickhouse.QuoteName(name) })
	}
	return "mapUpdate(CAST(mapFilter((k, v) -> v != '', map(" + strings.Join(members, ", ") +
		")), 'Map(LowCardinality(String), String)'), " + column + ")"
}

// text prints the value of a hot column as text, empty where the row has none.
func (h HotColumn) text(quote func(name string) string) string {
	own := quote(h.Name)
	if h.Type != HotNumber {
		return "CAST(" + own + ", 'String')"
	}
	printed := "ifNull(toString(" + own + "), '')"
	if h.Misfits == "" {
		return printed
	}
	return "if(" + quote(h.Misfits) + " != '', " + quote(h.Misfits) + ", " + printed + ")"
}

// Text prints the value of a hot column as text, empty where the row has none.
func (h HotColumn) Text() string { return h.text(clickhouse.QuoteName) }

// showHot makes a table's view anew so that it shows the hot columns.
func (s *Store) showHot(ctx context.Context, of tableOf, hot []HotColumn) error {
	l, err := s.teams.layout(of.team)
	if err != nil {
		return err
	}
	text, err := viewText(viewOf(of.table))
	if err != nil {
		return err
	}
	l.hot = hot
	statements, err := l.statements(text)
	if err != nil {
		return err
	}
	return s.teams.change(ctx, l, "view of "+string(of.table), statements)
}

// viewText returns the statement of the last migration that makes a view, in
// the form that replaces it.
func viewText(view string) (string, error) {
	steps, err := migrations()
	if err != nil {
		return "", err
	}
	const create, replace = "CREATE VIEW IF NOT EXISTS ", "CREATE OR REPLACE VIEW "
	head := `{{name "` + view + `"}} AS`
	found := ""
	for _, step := range steps {
		for _, text := range split(step.text) {
			for _, verb := range []string{create, replace} {
				if rest, ok := strings.CutPrefix(text, verb+head); ok {
					found = replace + head + rest
				}
			}
		}
	}
	if found == "" {
		return "", fmt.Errorf("no migration makes the view %s", view)
	}
	return found, nil
}
