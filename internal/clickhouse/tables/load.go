package tables

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/ClickHouse/ch-go"
	"github.com/ClickHouse/ch-go/proto"

	"github.com/cairnstack/cairn/internal/backup"
	"github.com/cairnstack/cairn/internal/clickhouse"
	"github.com/cairnstack/cairn/internal/fault"
	"github.com/cairnstack/cairn/internal/telemetry"
)

// loadBytes is how much the engine gathers before it writes a part.
const loadBytes = "67108864"

// errBlock says that a file is no dump of a table.
var errBlock = errors.New("the dump of the table can't be read")

// PrepareTeam makes a team's tables as they were, and lets nothing expire yet.
func (s *Store) PrepareTeam(ctx context.Context, team backup.Team) error {
	steps, err := migrations()
	if err != nil {
		return err
	}
	if team.Schema > int64(len(steps)) {
		return fault.New(fault.Conflict, "the telemetry has schema version %d and this program knows version %d at most; use a newer cairn", team.Schema, len(steps))
	}
	if err := s.teams.EnsureTeam(ctx, team.ID); err != nil {
		return err
	}
	for _, table := range team.Tables {
		if err := s.addExtra(ctx, tableOf{team.ID, telemetry.Table(table.Name)}, table.Extra); err != nil {
			return err
		}
	}
	for _, signal := range telemetry.Signals() {
		if err := s.SetRetention(ctx, team.ID, signal, telemetry.RetentionDaysMax); err != nil {
			return err
		}
	}
	return nil
}

// addExtra adds the hot columns that a table had.
func (s *Store) addExtra(ctx context.Context, of tableOf, extra map[string]string) error {
	if !slices.Contains(telemetry.Tables(), of.table) {
		return errBlock
	}
	columns := TableColumns{Table: of.table}
	if columns.addAll(extra) != len(extra) || len(extra) > clickhouse.InsertColumnMax {
		return errBlock
	}
	if len(extra) == 0 {
		return nil
	}
	if err := s.addColumns(ctx, of, slices.Concat(columns.Old, columns.Hot)); err != nil {
		return err
	}
	return s.showHot(ctx, of, columns.Hot)
}

// FinishTeam lets rows expire as they did, and puts the series of points into the
// index, without which nobody finds them.
func (s *Store) FinishTeam(ctx context.Context, team backup.Team) error {
	for _, signal := range telemetry.Signals() {
		days := team.Retention[signal.String()]
		if err := s.SetRetention(ctx, team.ID, signal, days); err != nil {
			return err
		}
	}
	return s.listSeries(ctx)
}

// DropTeam removes a team's tables.
func (s *Store) DropTeam(ctx context.Context, teamID string) error {
	return s.teams.DropTeam(ctx, teamID)
}

// LoadTable stores the blocks of a dump and compares what the table has
// afterwards with what was dumped.
func (s *Store) LoadTable(ctx context.Context, team string, table backup.TeamTable, r io.Reader) error {
	copied, err := s.copyingOf(ctx, team, table.Name)
	if err != nil {
		return err
	}
	if err := s.copyIn(ctx, copied, newBlockReader(r)); err != nil {
		return err
	}
	stored, err := s.countRows(ctx, copied)
	if err != nil {
		return err
	}
	if stored != table.Rows {
		return fmt.Errorf("the table has %d rows that are not the %d of the dump", stored.Count, table.Count)
	}
	return nil
}

// copyIn inserts blocks as one insert, of which the engine makes large parts.
func (s *Store) copyIn(ctx context.Context, to copying, blocks *blockReader) error {
	if err := blocks.next(); err != nil {
		return err
	}
	input, err := inputs(blocks.results)
	if err != nil {
		return err
	}
	if !to.has(input) {
		return errBlock
	}
	_, err = s.client.Call(ctx, clickhouse.Statement{
		Role: clickhouse.Writer, Operation: "load", Timeout: tableCopyTimeMax,
		Query: ch.Query{
			Body:    "INSERT INTO " + to.table + " (" + columnNames(input) + ") VALUES",
			Input:   input,
			OnInput: func(context.Context) error { return blocks.next() },
			Settings: clickhouse.NativeSettings([]clickhouse.Setting{
				{Name: clickhouse.TimeLimit, Value: "0"}, {Name: "deduplicate_insert", Value: "disable"}, {Name: "max_partitions_per_insert_block", Value: "0"},
				{Name: "min_insert_block_size_bytes", Value: loadBytes}, {Name: "max_insert_threads", Value: "1"},
			}),
		},
	})
	return err
}

// has reports whether all columns of a dump are the table's.
func (c copying) has(input proto.Input) bool {
	return !slices.ContainsFunc(input, func(column proto.InputColumn) bool {
		return !slices.ContainsFunc(c.columns, func(known storedColumn) bool { return known.name == column.Name })
	})
}

func columnNames(input proto.Input) string {
	names := make([]string, len(input))
	for i, column := range input {
		names[i] = clickhouse.QuoteName(column.Name)
	}
	return strings.Join(names, ", ")
}

// blockReader reads the blocks of a file, one at a time: next replaces what
// the columns of results hold.
type blockReader struct {
	reader  *proto.Reader
	results proto.Results
	target  proto.Result
}

func newBlockReader(r io.Reader) *blockReader {
	b := &blockReader{reader: proto.NewReader(r)}
	b.target = b.results.Auto()
	return b
}

// next reads a block, or returns io.EOF at the end of the file. The columns are
// empty then: what they hold at the end of an insert is inserted, too.
func (b *blockReader) next() error {
	for _, column := range b.results {
		column.Data.Reset()
	}
	var block proto.Block
	err := block.DecodeRawBlock(b.reader, nativeVersion, b.target)
	switch {
	case errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF) && block.Columns == 0:
		return io.EOF
	case err != nil:
		return fmt.Errorf("%w: %w", errBlock, err)
	}
	return nil
}

// countRows returns what a table has.
func (s *Store) countRows(ctx context.Context, of copying) (backup.Rows, error) {
	var count, sum proto.ColUInt64
	_, err := s.client.Call(ctx, clickhouse.Statement{
		Role: clickhouse.Admin, Operation: "query", Timeout: tableCopyTimeMax,
		Query: ch.Query{
			Body:     "SELECT count() AS rows, sum(" + of.hash() + ") AS total\nFROM " + of.table,
			Result:   proto.Results{{Name: "rows", Data: &count}, {Name: "total", Data: &sum}},
			Settings: clickhouse.NativeSettings([]clickhouse.Setting{{Name: clickhouse.TimeLimit, Value: "0"}}),
		},
	})
	if err != nil || count.Rows() != 1 || sum.Rows() != 1 {
		return backup.Rows{}, err
	}
	return backup.Rows{Count: count.Row(0), Sum: backup.Sum(sum.Row(0))}, nil
}
