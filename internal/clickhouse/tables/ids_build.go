package tables

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/ClickHouse/ch-go"
	"github.com/ClickHouse/ch-go/proto"

	"github.com/cairnstack/cairn/internal/clickhouse"
)

// IDsQuiet is for how long, by default, a day must have been over and without
// new records before its ids are indexed.
const IDsQuiet = time.Hour

// idsPauseMax is how long it is until a table that had nothing to index, or
// could not be indexed, is looked at again.
const idsPauseMax = 10 * time.Minute

// idEntryBytes is what an id takes in an index that is not compressed.
const idEntryBytes = 16

// keptIDs is the index of a table's ids on one server.
type keptIDs struct {
	keptTable
	keeper keeper
}

// indexIDs removes indexes that are of no use, and indexes the ids of one day,
// the last of those that lack it, if the disk has room. On a cluster each shard
// that is there does so for its own records.
func (t keptTable) indexIDs(ctx context.Context) (bool, error) {
	if !t.store.mayIndex(t.of) {
		return false, nil
	}
	done, err := t.indexEverywhere(ctx)
	if err != nil || !done {
		t.store.indexLater(t.of)
	}
	if isMissing(err) { // tables of an earlier version, or of a team that is gone
		t.store.forgetColumns(t.of)
		return false, nil
	}
	return done, err
}

func (t keptTable) indexEverywhere(ctx context.Context) (done bool, err error) {
	keepers, _, err := t.store.keepers(ctx, t.of.team)
	for _, k := range keepers {
		indexed, failed := keptIDs{t, k}.indexDay(ctx)
		done, err = done || indexed, errors.Join(err, failed)
	}
	return done, err
}

func isMissing(err error) bool {
	code := proto.Error(clickhouse.ErrorCode(err))
	return code == proto.ErrUnknownTable || code == proto.ErrUnknownDatabase
}

func (t keptIDs) indexDay(ctx context.Context) (bool, error) {
	look, err := t.keeper.lookAtIDs(ctx, t.of.table, t.idNames())
	if err != nil {
		return false, err
	}
	if err := t.dropBuilds(ctx, look.useless(t.store.opts.IDsQuiet)); err != nil {
		return false, err
	}
	day, ok := look.due(t.store.client.Now(), t.store.opts.IDsQuiet)
	if !ok {
		return false, nil
	}
	records := look.records[day.day]
	free, err := t.texts(ctx, freeText)
	if err != nil || len(free) > 0 && !hasRoom(free[0], records.count*idEntryBytes*uint64(len(look.names))) {
		return false, err
	}
	day.number = uint64(t.store.client.Now().UnixNano())
	return true, t.build(ctx, day, records)
}

// mayIndex reports whether it is time to look for days to index.
func (s *Store) mayIndex(of tableOf) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return !s.client.Now().Before(s.indexAt[of])
}

// indexLater puts the next look off.
func (s *Store) indexLater(of tableOf) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.indexAt[of] = s.client.Now().Add(min(s.opts.IDsQuiet, idsPauseMax))
}

// idNames returns what ids are indexed under, trace ids first.
func (t keptTable) idNames() []ID {
	names := []ID{TraceID("")}
	for _, hot := range t.columns.Hot {
		if hot.Type == HotText {
			names = append(names, KeyID(hot.Key, ""))
		}
	}
	return names
}

// partition is the engine's name of a build's partition.
func (t keptTable) partition(build idsBuild) string {
	return fmt.Sprintf("%d-%d-%d", idSourceOf(t.of.table), build.day, build.number)
}

func (t keptIDs) dropBuilds(ctx context.Context, builds []idsBuild) error {
	for _, build := range builds {
		sql := "ALTER TABLE " + t.keeper.table(idsTable) + "\nDROP PARTITION ID " + clickhouse.QuoteText(t.partition(build))
		if err := t.keeper.client.Exec(ctx, sql); err != nil {
			return err
		}
	}
	return nil
}

const (
	beginText = `
INSERT INTO %s (Source, Day, Build, State)
SELECT {source:UInt8}, toDate({date:String}), {build:UInt64}, 'begin'`

	indexText = `
INSERT INTO %s (Source, Day, Build, Hash, Bucket)
SELECT {source:UInt8}, toDate({date:String}), {build:UInt64}, %s, toUInt16(intDiv(toUnixTimestamp(Time) %% 86400, %d))
FROM %s
WHERE _partition_id = {day:String} AND %s != %s`

	markText = `
INSERT INTO %s (Source, Day, Build, Hash, State)
SELECT {source:UInt8}, toDate({date:String}), {build:UInt64}, %s, {state:String}
FROM (SELECT arrayJoin({names:Array(String)}) AS name)`

	builtText = `
SELECT sum(rows) AS rows, count() AS parts, min(min_block_number) AS first
FROM system.parts
WHERE database = {database:String} AND table = {index:String} AND partition_id = {partition:String} AND active`
)

// build indexes the ids of a day. Its records may get more meanwhile: then the
// index is of records that there are no more, and never used. It is not used
// before its last statement either, and dropped some time after it failed.
func (t keptIDs) build(ctx context.Context, build idsBuild, records idsRow) error {
	begun, err := t.beginBuild(ctx, build)
	if err != nil {
		return fmt.Errorf("begin to index the ids of %d: %w", build.day, err)
	}
	for _, source := range t.idSources() {
		if err := t.indexColumn(ctx, build, source); err != nil {
			return fmt.Errorf("index the ids of %d: %w", build.day, err)
		}
	}
	merged, err := t.mergeBuild(ctx, build)
	if err == nil && merged.first != begun.first {
		err = errDropped
	}
	if err != nil {
		return fmt.Errorf("merge the ids of %d: %w", build.day, err)
	}
	if err := t.markBuild(ctx, build, idsState(records, merged.rows+uint64(len(t.idNames())))); err != nil {
		return fmt.Errorf("mark the ids of %d: %w", build.day, err)
	}
	t.store.findAgain(t.of)
	_, err = t.mergeBuild(ctx, build) // a look-up opens each part
	return err
}

// errDropped says that another server took a build for one that had failed.
var errDropped = errors.New("the first rows are gone")

// beginBuild inserts the first row, by which the builder knows at the end that
// nobody has dropped the build since.
func (t keptIDs) beginBuild(ctx context.Context, build idsBuild) (builtParts, error) {
	if err := t.write(ctx, "begin", fmt.Sprintf(beginText, t.keeper.table(idsTable)), build); err != nil {
		return builtParts{}, err
	}
	return t.built(ctx, build)
}

// idSource is a column of ids, or an expression.
type idSource struct {
	name  string // that its ids are indexed under
	value string
	none  string // its value in rows without an id
}

// idSources returns where the ids of records stand. Under a key, ids of
// resources and scopes are indexed too: a name without its map means all three.
func (t keptTable) idSources() []idSource {
	sources := []idSource{{traceIDName, "TraceId", "toFixedString('', 16)"}}
	for _, hot := range t.columns.Hot {
		if hot.Type != HotText {
			continue
		}
		name := keyMark + hot.Key
		sources = append(sources, idSource{name, clickhouse.QuoteName(hot.Name), "''"})
		for _, origin := range []string{"Resource", "Scope"} {
			sources = append(sources, idSource{name, originMember(origin, hot.Key), "''"})
		}
	}
	return sources
}

func (t keptIDs) indexColumn(ctx context.Context, build idsBuild, of idSource) error {
	sql := fmt.Sprintf(indexText, t.keeper.table(idsTable), hashOf("{name:String}", of.value), idBucketSeconds,
		t.keeper.table(string(t.of.table)), of.value, of.none)
	return t.write(ctx, "index", sql, build, clickhouse.String("name", of.name))
}

// write runs an insert of a build, with as little of the machine as will do.
func (t keptIDs) write(ctx context.Context, operation, sql string, build idsBuild, params ...clickhouse.Param) error {
	var ignored proto.Results
	_, err := t.keeper.client.Call(ctx, clickhouse.Statement{
		Role: clickhouse.Admin, Operation: operation, Timeout: clickhouse.ExecTimeMax,
		Query: ch.Query{
			Body: sql, Result: ignored.Auto(), OnResult: func(context.Context, proto.Block) error { return nil },
			Parameters: clickhouse.NativeParams(append(params,
				clickhouse.Uint("source", idSourceOf(t.of.table)), clickhouse.Uint("build", build.number),
				clickhouse.String("date", build.start().Format(time.DateOnly)), clickhouse.String("day", fmt.Sprint(build.day)))),
			Settings: clickhouse.NativeSettings([]clickhouse.Setting{
				{Name: "max_threads", Value: "1"}, {Name: "max_insert_threads", Value: "1"},
				{Name: "optimize_on_insert", Value: "1"}, {Name: "insert_deduplicate", Value: "0"},
			}),
		},
	})
	return err
}

// errNotMerged says that the engine left several parts.
var errNotMerged = errors.New("the engine did not merge all parts")

// mergeBuild makes one part of a build, in which no row is there twice.
func (t keptIDs) mergeBuild(ctx context.Context, build idsBuild) (builtParts, error) {
	parts, err := t.built(ctx, build)
	if err != nil || parts.count <= 1 {
		return parts, err
	}
	sql := "OPTIMIZE TABLE " + t.keeper.table(idsTable) + " PARTITION ID " + clickhouse.QuoteText(t.partition(build)) + " FINAL"
	if err := t.keeper.client.Exec(ctx, sql, clickhouse.Setting{Name: "optimize_throw_if_noop", Value: "1"}); err != nil {
		return parts, err
	}
	parts, err = t.built(ctx, build)
	if err == nil && parts.count > 1 {
		err = errNotMerged
	}
	return parts, err
}

// builtParts is what the engine has of a build.
type builtParts struct {
	rows, count uint64
	first       int64 // block
}

func (t keptIDs) built(ctx context.Context, build idsBuild) (builtParts, error) {
	var rows, count proto.ColUInt64
	var first proto.ColInt64
	err := t.keeper.client.AdminQuery(ctx, ch.Query{
		Body:   builtText,
		Result: proto.Results{{Name: "rows", Data: &rows}, {Name: "parts", Data: &count}, {Name: "first", Data: &first}},
		Parameters: clickhouse.NativeParams([]clickhouse.Param{
			clickhouse.String("database", t.layout.database), clickhouse.String("partition", t.partition(build)),
			clickhouse.String("index", t.layout.local(idsTable)),
		}),
	})
	if err != nil || rows.Rows() == 0 {
		return builtParts{}, err
	}
	return builtParts{rows.Row(0), count.Row(0), first.Row(0)}, nil
}

// markBuild says that a build knows all ids of its day.
func (t keptIDs) markBuild(ctx context.Context, build idsBuild, state string) error {
	var names []string
	for _, id := range t.idNames() {
		names = append(names, id.name)
	}
	sql := fmt.Sprintf(markText, t.keeper.table(idsTable), hashOf("name", "''"))
	return t.write(ctx, "mark", sql, build, clickhouse.Strings("names", names), clickhouse.String("state", state))
}
