package tables

// RenderSchema returns all statements of a team's database, as they run on
// one server or on a cluster.
func RenderSchema(database, cluster string) ([]string, error) {
	l := layout{database: database, cluster: cluster}
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

// RenderNewTables returns the statements of a new team's database.
func RenderNewTables(database, cluster string) ([]string, error) {
	steps, err := migrations()
	if err != nil {
		return nil, err
	}
	return layout{database: database, cluster: cluster}.newTables(steps)
}
