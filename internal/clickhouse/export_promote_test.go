package clickhouse

import "github.com/cairnstack/cairn/internal/telemetry"

// RenderPromotion answers the statements that give keys of a table columns, as
// they run on one server or on a cluster.
func RenderPromotion(database, cluster string, table telemetry.Table, hot []HotColumn) ([]string, error) {
	l := layout{database: database, cluster: cluster, hot: hot}
	attributes, _ := attributesOf(table)
	var statements []string
	for _, name := range l.altered(string(table)) {
		statements = append(statements, alterText(name, attributes, hot))
	}
	text, err := viewText(viewOf(table))
	if err != nil {
		return nil, err
	}
	view, err := l.statements(text)
	return append(statements, view...), err
}
