package tables

import "github.com/cairnstack/cairn/internal/telemetry"

// RenderPromotion returns the statements that give keys of a table columns, as
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

// HotTypeOf returns the type of the column of a key whose values hash to the
// numbers.
func HotTypeOf(hashes []uint64) HotType {
	key := &observedKey{rows: len(hashes)}
	for _, hash := range hashes {
		key.look(hash)
	}
	return key.hotType()
}

// The limits of what is observed.
const (
	ObservedKeysMax   = observedKeysMax
	ObservedTablesMax = observedTablesMax
	NameDistinctMax   = nameDistinctMax
	HotKeyBytesMax    = hotKeyBytesMax
)

// ObservedTables returns how many tables a store counts keys of, after rows of
// so many teams.
func ObservedTables(s *Store, teams int) int {
	for i := range teams {
		s.observedOf(tableOf{team: string(rune(i))})
	}
	return len(s.observed)
}

// ObservedKeys returns how many keys of the logs a store counts.
func ObservedKeys(s *Store, team string) int {
	return len(s.observedOf(tableOf{team, telemetry.LogsTable}).keys)
}
