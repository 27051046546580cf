package tables

import (
	"context"
	"strings"
	"time"

	"github.com/ClickHouse/ch-go"
	"github.com/ClickHouse/ch-go/proto"

	"github.com/cairnstack/cairn/internal/clickhouse"
	"github.com/cairnstack/cairn/internal/telemetry"
)

// ColumnsAge is how long the columns of a table are remembered by default.
const ColumnsAge = 10 * time.Second

// hotPrefix begins the name of a hot column; the key follows.
const hotPrefix = "a_"

// HotType is the type of a hot column.
type HotType uint8

// The types of hot columns.
const (
	HotName   HotType = iota // texts that repeat
	HotText                  // texts that don't
	HotNumber                // numbers
)

// hotTypes are the engine's names of the types.
func hotTypes() [3]string {
	return [...]string{HotName: "LowCardinality(String)", HotText: "String", HotNumber: "Nullable(Float64)"}
}

// HotColumn is the column of an attribute key that many rows have.
type HotColumn struct {
	Key  string
	Name string // of the column
	Type HotType
}

// TableColumns says how the logical columns of a table stand in its physical
// ones.
type TableColumns struct {
	Table telemetry.Table
	Hot   []HotColumn // in the order of their keys
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

// readColumns asks the engine and remembers the answer.
func (s *Store) readColumns(ctx context.Context, of tableOf) (TableColumns, error) {
	columns := TableColumns{Table: of.table}
	database, err := clickhouse.DatabaseName(of.team)
	if err != nil {
		return columns, err
	}
	at := s.client.Now()
	var name, kind proto.ColStr
	err = s.client.AdminQuery(ctx, ch.Query{
		Body:       columnsText,
		Parameters: clickhouse.NativeParams([]clickhouse.Param{clickhouse.String("database", database), clickhouse.String("table", string(of.table)), clickhouse.String("prefix", hotPrefix)}),
		Result:     proto.Results{{Name: "name", Data: &name}, {Name: "type", Data: &kind}},
		OnResult: func(context.Context, proto.Block) error {
			for i := range name.Rows() {
				columns.add(name.Row(i), kind.Row(i))
			}
			return nil
		},
	})
	if err != nil {
		return columns, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.columns[of] = remembered{columns: columns, at: at}
	return columns, nil
}

const columnsText = `
SELECT name, type
FROM system.columns
WHERE database = {database:String} AND table = {table:String} AND startsWith(name, {prefix:String})
ORDER BY name`

func (t *TableColumns) add(name, kind string) {
	for i, known := range hotTypes() {
		if kind == known {
			t.Hot = append(t.Hot, HotColumn{Key: strings.TrimPrefix(name, hotPrefix), Name: name, Type: HotType(i)})
		}
	}
}
