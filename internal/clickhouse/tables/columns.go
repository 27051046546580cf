package tables

import (
	"context"
	"maps"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/ClickHouse/ch-go"
	"github.com/ClickHouse/ch-go/proto"

	"github.com/cairnstack/cairn/internal/clickhouse"
	"github.com/cairnstack/cairn/internal/telemetry"
)

// ColumnsAge is how long the columns of a table are remembered by default.
const ColumnsAge = 10 * time.Second

// hotName is how hot columns are named: a letter, which is a later one each
// time the type of a key is chosen again, m where the column holds what is no
// number, and the key.
var hotName = regexp.MustCompile(`^([a-h])(m?)_(.+)$`)

// The first and the last letter.
const (
	hotFirst = 'a'
	hotLast  = 'h'
)

// HotType is the type of a hot column.
type HotType uint8

// The types of hot columns.
const (
	HotName   HotType = iota // texts that repeat
	HotText                  // texts that don't
	HotNumber                // numbers
)

// misfitsType is the type of a column of misfits. Most rows have none: such a
// column costs next to nothing as a sparse one, which names can't be.
const misfitsType = "String"

// hotTypes are the engine's names of the types.
func hotTypes() [3]string {
	return [...]string{HotName: "LowCardinality(String)", HotText: "String", HotNumber: "Nullable(Float64)"}
}

// HotColumn is the column of an attribute key that many rows have.
type HotColumn struct {
	Key  string
	Name string // of the column
	Type HotType
	// Misfits is the column with the texts that a column of numbers can't give
	// back. A table of an earlier version has none, and the texts in its map.
	Misfits string
	// Sparse is set for a column on its way into a table that few rows will have
	// a value in.
	Sparse bool
}

// NewHotColumn returns the first column of a key.
func NewHotColumn(key string, kind HotType) HotColumn { return hotColumn(hotFirst, key, kind) }

func hotColumn(letter byte, key string, kind HotType) HotColumn {
	column := HotColumn{Key: key, Name: string(letter) + "_" + key, Type: kind}
	if kind == HotNumber {
		column.Misfits = string(letter) + "m_" + key
	}
	return column
}

// letter returns how often the type of the column's key was chosen.
func (h HotColumn) letter() byte { return h.Name[0] }

// Names returns the physical columns of a key.
func (h HotColumn) Names() []string {
	if h.Misfits == "" {
		return []string{h.Name}
	}
	return []string{h.Name, h.Misfits}
}

// TableColumns says how the logical columns of a table stand in its physical
// ones.
type TableColumns struct {
	Table telemetry.Table
	Hot   []HotColumn // in the order of their keys
	Old   []HotColumn // those that others have taken the place of
}

type remembered struct {
	columns TableColumns
	at      time.Time
}

// Columns returns the columns of a team's table, as they were a moment ago.
func (s *Store) Columns(ctx context.Context, teamID string, table telemetry.Table) (TableColumns, error) {
	of := tableOf{teamID, table}
	now := s.client.Now()
	s.mu.Lock()
	known, ok := s.columns[of]
	s.mu.Unlock()
	if ok && now.Sub(known.at) < s.opts.ColumnsAge {
		return known.columns, nil
	}
	return s.readColumns(ctx, of)
}

// readColumns asks the engine and remembers the answer. On a cluster a column
// counts that every server has which is ready: the others get it before they are.
func (s *Store) readColumns(ctx context.Context, of tableOf) (TableColumns, error) {
	columns := TableColumns{Table: of.table}
	database, err := clickhouse.DatabaseName(of.team)
	if err != nil {
		return columns, err
	}
	at := s.client.Now()
	found, err := s.columnTypes(ctx, database, of.table)
	if err != nil {
		return columns, err
	}
	columns.addAll(found)
	s.mu.Lock()
	defer s.mu.Unlock()
	s.columns[of] = remembered{columns: columns, at: at}
	return columns, nil
}

// columnTypes returns the types of the hot columns of a table by name.
func (s *Store) columnTypes(ctx context.Context, database string, table telemetry.Table) (map[string]string, error) {
	hosts, err := s.teams.hosts(ctx)
	if err != nil {
		return nil, err
	}
	if hosts == nil {
		return s.teams.columnTypes(ctx, database, table)
	}
	var common map[string]string
	for _, host := range hosts {
		if host.Err() != nil {
			continue
		}
		found, err := s.teams.on(host).columnTypes(ctx, database, table)
		if isPassing(err) {
			continue
		}
		if err != nil {
			return nil, err
		}
		if common == nil {
			common = found
		}
		maps.DeleteFunc(common, func(name, kind string) bool { return found[name] != kind })
	}
	if common == nil {
		return nil, hosts[0].Err()
	}
	return common, nil
}

func (t Teams) columnTypes(ctx context.Context, database string, table telemetry.Table) (map[string]string, error) {
	found := map[string]string{}
	var name, kind proto.ColStr
	err := t.client.AdminQuery(ctx, ch.Query{
		Body:       columnsText,
		Parameters: clickhouse.NativeParams([]clickhouse.Param{clickhouse.String("database", database), clickhouse.String("table", string(table))}),
		Result:     proto.Results{{Name: "name", Data: &name}, {Name: "type", Data: &kind}},
		OnResult: func(context.Context, proto.Block) error {
			for i := range name.Rows() {
				found[name.Row(i)] = kind.Row(i)
			}
			return nil
		},
	})
	return found, err
}

const columnsText = `
SELECT name, type
FROM system.columns
WHERE database = {database:String} AND table = {table:String} AND match(name, '^[a-h]m?_')`

// addAll adds the hot columns among columns with the types, and returns how
// many of the columns they are.
func (t *TableColumns) addAll(types map[string]string) int {
	count := 0
	for _, name := range slices.Sorted(maps.Keys(types)) {
		hot, ok := hotColumnOf(name, types)
		if !ok {
			continue
		}
		count += len(hot.Names())
		t.add(hot)
	}
	byKey := func(a, b HotColumn) int { return strings.Compare(a.Key, b.Key) }
	slices.SortFunc(t.Hot, byKey)
	slices.SortFunc(t.Old, byKey)
	return count
}

// hotColumnOf returns the hot column of a name.
func hotColumnOf(name string, types map[string]string) (HotColumn, bool) {
	parts := hotName.FindStringSubmatch(name)
	if parts == nil || parts[2] != "" {
		return HotColumn{}, false
	}
	for kind, known := range hotTypes() {
		if types[name] != known {
			continue
		}
		hot := hotColumn(name[0], parts[3], HotType(kind))
		if types[hot.Misfits] != misfitsType {
			hot.Misfits = ""
		}
		return hot, true
	}
	return HotColumn{}, false
}

// add adds a column, which takes the place of one with an earlier letter.
func (t *TableColumns) add(hot HotColumn) {
	at := slices.IndexFunc(t.Hot, func(known HotColumn) bool { return known.Key == hot.Key })
	switch {
	case at < 0:
		t.Hot = append(t.Hot, hot)
	default:
		t.Old = append(t.Old, t.Hot[at])
		t.Hot[at] = hot
	}
}
