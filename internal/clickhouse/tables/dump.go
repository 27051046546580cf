package tables

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"time"

	"github.com/ClickHouse/ch-go"
	"github.com/ClickHouse/ch-go/proto"

	"github.com/cairnstack/cairn/internal/backup"
	"github.com/cairnstack/cairn/internal/clickhouse"
	"github.com/cairnstack/cairn/internal/fault"
	"github.com/cairnstack/cairn/internal/telemetry"
)

// How long one table may take to be dumped or loaded, and how often a dump
// begins.
const (
	tableCopyTimeMax = 24 * time.Hour
	dumpTriesMax     = 5
)

// errColumns says that a table has other columns than a moment ago.
var errColumns = errors.New("the table has other columns than a moment ago")

// rowSumColumn is the hash of a row beside its columns.
const rowSumColumn = "cairn_row_sum"

// BackedUpTeams returns those of the teams that have a database, with what
// their tables are like. Databases of an older schema are brought up to date.
func (s *Store) BackedUpTeams(ctx context.Context, teams []string) ([]backup.Team, error) {
	present, err := s.teams.TeamDatabases(ctx)
	if err != nil {
		return nil, err
	}
	var found []backup.Team
	for _, id := range teams {
		if !slices.Contains(present, id) {
			continue
		}
		team, err := s.backedUp(ctx, id)
		if err != nil {
			return nil, fmt.Errorf("team %s: %w", id, err)
		}
		found = append(found, team)
	}
	return found, nil
}

func (s *Store) backedUp(ctx context.Context, id string) (backup.Team, error) {
	team := backup.Team{ID: id, Retention: map[string]int{}}
	if err := s.teams.EnsureTeam(ctx, id); err != nil {
		return team, err
	}
	steps, err := s.teams.migrations()
	if err != nil {
		return team, err
	}
	isNewer, err := s.teams.isNewer(ctx, id)
	if err != nil {
		return team, err
	}
	if isNewer {
		return team, fault.New(fault.Conflict, "a newer cairn has changed the tables: a backup by this one would lack what is new; back up with a newer cairn")
	}
	team.Schema = int64(len(steps))
	days, err := s.Retention(ctx, id)
	if err != nil {
		return team, err
	}
	for _, signal := range telemetry.Signals() {
		team.Retention[signal.String()] = days[signal]
	}
	for _, table := range telemetry.Tables() {
		team.Tables = append(team.Tables, backup.TeamTable{Name: string(table)})
	}
	return team, nil
}

// DumpTable writes the rows that a table has at one moment as blocks in the
// engine's Native form. Should the table get columns just then, it begins anew.
func (s *Store) DumpTable(ctx context.Context, team, table string, w io.Writer) (backup.TeamTable, error) {
	for range dumpTriesMax {
		dumped, err := s.dumpOnce(ctx, team, table, w)
		if !errors.Is(err, errColumns) {
			return dumped, err
		}
	}
	return backup.TeamTable{}, clickhouse.Unavailable(errColumns, "the columns of the table keep changing")
}

// dumpOnce returns errColumns, and has written nothing, when the rows may have
// more columns than are dumped.
func (s *Store) dumpOnce(ctx context.Context, team, table string, w io.Writer) (backup.TeamTable, error) {
	copied, err := s.copyingOf(ctx, team, table)
	if err != nil {
		return backup.TeamTable{}, err
	}
	dumped := dumping{backup.TeamTable{Name: table, Extra: copied.extra()}}
	buffer := new(proto.Buffer)
	err = s.copyOut(ctx, copied.selectText(), func(sums proto.ColUInt64, block proto.Input) error {
		if dumped.Count == 0 {
			if err := s.checkColumns(ctx, team, table, copied); err != nil {
				return err
			}
		}
		dumped.add(sums)
		buffer.Reset()
		if err := encodeBlock(buffer, block); err != nil {
			return err
		}
		_, err := w.Write(buffer.Buf)
		return err
	})
	return dumped.TeamTable, err
}

// dumping is a table whose rows are being written.
type dumping struct{ backup.TeamTable }

func (d *dumping) add(sums proto.ColUInt64) {
	d.Count += uint64(len(sums))
	for _, sum := range sums {
		d.Sum += backup.Sum(sum)
	}
}

// copyOut runs a query whose last column is the rows' hash, and hands over its
// blocks. Names of columns come out as texts, whatever the engine does inside.
func (s *Store) copyOut(ctx context.Context, text string, take func(proto.ColUInt64, proto.Input) error) error {
	var results proto.Results
	_, err := s.client.Call(ctx, clickhouse.Statement{
		Role: clickhouse.Admin, Operation: "dump", Timeout: tableCopyTimeMax,
		Query: ch.Query{
			Body: text, Result: results.Auto(),
			Settings: clickhouse.NativeSettings([]clickhouse.Setting{
				{Name: clickhouse.TimeLimit, Value: "0"}, {Name: "max_threads", Value: "1"}, {Name: "low_cardinality_allow_in_native_format", Value: "0"},
			}),
			OnResult: func(_ context.Context, block proto.Block) error {
				if block.Rows == 0 {
					return nil
				}
				last := len(results) - 1
				sums, ok := results[last].Data.(*proto.ColUInt64)
				if !ok {
					return fmt.Errorf("the hash of a row is a %s", results[last].Data.Type())
				}
				columns, err := inputs(results[:last])
				if err != nil {
					return err
				}
				return take(*sums, columns)
			},
		},
	})
	return err
}

// inputs returns columns that were read as columns to write.
func inputs(results proto.Results) (proto.Input, error) {
	columns := make(proto.Input, len(results))
	for i, result := range results {
		both, ok := result.Data.(proto.Column)
		if !ok {
			return nil, fmt.Errorf("a column of type %s can't be written", result.Data.Type())
		}
		columns[i] = proto.InputColumn{Name: result.Name, Data: both}
	}
	return columns, nil
}

// nativeVersion is the protocol version of blocks in files: the first, which
// is what a file of the Native format is.
const nativeVersion = 0

func encodeBlock(buffer *proto.Buffer, columns proto.Input) error {
	block := proto.Block{Columns: len(columns), Rows: columns[0].Data.Rows()}
	return block.EncodeRawBlock(buffer, nativeVersion, columns)
}
