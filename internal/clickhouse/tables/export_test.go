package tables

import "github.com/cairnstack/cairn/internal/clickhouse"

// RenderSchema returns all statements of a team's database, as they run on
// one server or on a cluster.
func RenderSchema(database, cluster string) ([]string, error) {
	return RenderSchemaOn(database, clickhouse.Target{Cluster: cluster})
}

// RenderSchemaOn returns them as they run on a target.
func RenderSchemaOn(database string, target clickhouse.Target) ([]string, error) {
	l := layout{database: database, cluster: target.Cluster, ddl: target.DDL, isPlain: target.IsPlain}
	steps, err := migrations()
	if err != nil {
		return nil, err
	}
	statements, err := l.statements(migrationsText)
	if err != nil {
		return nil, err
	}
	for _, step := range steps {
		more, err := l.statements(step.text)
		if err != nil {
			return nil, err
		}
		statements = append(statements, more...)
	}
	return statements, nil
}

// RenderDatabase returns the statements that make and drop a team's database.
func RenderDatabase(database string, target clickhouse.Target) []string {
	l := layout{database: database, cluster: target.Cluster, ddl: target.DDL, isPlain: target.IsPlain}
	return []string{l.makeDatabase(), l.dropDatabase()}
}

// RenderNewTables returns the statements of a new team's database.
func RenderNewTables(database, cluster string) ([]string, error) {
	steps, err := migrations()
	if err != nil {
		return nil, err
	}
	return layout{database: database, cluster: cluster}.newTables(steps)
}
