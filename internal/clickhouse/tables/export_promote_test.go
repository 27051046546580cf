package tables

import (
	"context"
	"hash/maphash"

	"github.com/cairnstack/cairn/internal/telemetry"
)

// RenderPromotion returns the statements that give keys of a table columns, as
// they run on one server or on a cluster.
func RenderPromotion(database, cluster string, table telemetry.Table, hot []HotColumn) ([]string, error) {
	l := layout{database: database, cluster: cluster, hot: hot}
	attributes, _ := attributesOf(table)
	var added []addedColumn
	for _, column := range hot {
		added = append(added, addedColumn{column, mapped(attributes, column.Key)})
	}
	statements := alterTexts(l, table, added)
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

// BetterType returns the type for a key whose column has a type, after so many
// values, some of them distinct, a share of them numbers.
func BetterType(kind HotType, distinct, values int, numbers float64) HotType {
	key, seed := &observedKey{kind: kind, rows: values, numbers: int(numbers * float64(values))}, maphash.MakeSeed()
	for i := range values {
		key.look(maphash.Comparable(seed, i%distinct))
	}
	return key.betterType()
}

// The limits of what is observed.
const (
	ObservedKeysMax   = observedKeysMax
	ObservedTablesMax = observedTablesMax
	NameDistinctMax   = nameDistinctMax
	CodeDistinctMax   = codeDistinctMax
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

// AddColumns gives keys of a table columns.
func AddColumns(ctx context.Context, s *Store, team string, table telemetry.Table, hot ...HotColumn) error {
	return s.addColumns(ctx, tableOf{team, table}, hot)
}
