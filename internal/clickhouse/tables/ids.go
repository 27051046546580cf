package tables

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/ClickHouse/ch-go"
	"github.com/ClickHouse/ch-go/proto"
	"golang.org/x/sync/errgroup"

	"github.com/cairnstack/cairn/internal/clickhouse"
	"github.com/cairnstack/cairn/internal/telemetry"
)

// IDsRows is how many records a table has, by default, from which on a look-up
// of ids costs less than to read the filters of its granules.
const IDsRows = 4_000_000

// noIndexAge is for how long it is remembered that a table has fewer, or that
// nothing of it is indexed.
const noIndexAge = time.Minute

// The limits of a look-up of ids.
const (
	idsTimeMax  = 2 * time.Second
	idsFoundMax = 256 // buckets with an id; of more, a search does not profit
	idsRowsMax  = 1_000_000
)

// What ids are indexed under: the column of trace ids, or a key behind a mark
// that no column begins with.
const (
	traceIDName = "TraceId"
	keyMark     = "."
)

// idBucketSeconds is the width of the first time in the key of the tables that
// have ids.
const idBucketSeconds = 300

// ID is an id that records may have: a trace id, or a text of an attribute key
// whose texts hardly repeat.
type ID struct{ name, text string }

// TraceID returns the id of a trace, given in hexadecimal.
func TraceID(hexadecimal string) ID { return ID{traceIDName, hexadecimal} }

// KeyID returns the id that a text under an attribute key is, in whatever map.
func KeyID(key, text string) ID { return ID{keyMark + key, text} }

// IDPlaces is where records with some ids can be: on days that are not indexed,
// and in the buckets of the others.
type IDPlaces struct {
	Days    []telemetry.Day // that are indexed, in order
	Seconds []int64         // in which the buckets begin, in order
}

// FindIDs returns where records of a team's table that have one of the ids can
// be. Ids that are in too many places have no indexed days.
func (s *Store) FindIDs(ctx context.Context, teamID string, table telemetry.Table, ids []ID) (IDPlaces, error) {
	of := tableOf{teamID, table}
	if !s.mayFind(of) {
		return IDPlaces{}, nil
	}
	ctx, cancel := context.WithTimeout(ctx, idsTimeMax)
	defer cancel()
	keepers, isAll, err := s.keepers(ctx, teamID)
	if err != nil || !isAll {
		return IDPlaces{}, err
	}
	looks, err := lookEverywhere(ctx, keepers, table, ids)
	if err != nil {
		return IDPlaces{}, err
	}
	if looks.recordCount() < s.opts.IDsRows || !looks.isIndexed() {
		s.findLater(of)
	}
	return looks.places(), nil
}

// lookEverywhere asks all servers what they know of ids, at the same time.
func lookEverywhere(ctx context.Context, keepers []keeper, table telemetry.Table, ids []ID) (idsLooks, error) {
	looks := make(idsLooks, len(keepers))
	looking, ctx := errgroup.WithContext(ctx)
	for i, k := range keepers {
		looking.Go(func() (err error) {
			looks[i], err = k.lookAtIDs(ctx, table, ids)
			return err
		})
	}
	return looks, looking.Wait()
}

// mayFind reports whether it pays to look ids of a table up.
func (s *Store) mayFind(of tableOf) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return !s.client.Now().Before(s.findAt[of])
}

// findLater leaves look-ups out for some time.
func (s *Store) findLater(of tableOf) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.findAt[of] = s.client.Now().Add(noIndexAge)
}

// findAgain lets ids be looked up, because some were indexed.
func (s *Store) findAgain(of tableOf) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.findAt, of)
}

// idsTable is the table with the index.
const idsTable = "ids"

// idSourceOf returns the number of a table with ids in the index.
func idSourceOf(table telemetry.Table) uint64 {
	if table == telemetry.SpansTable {
		return 2
	}
	return 1
}

const (
	idStatesText = `
SELECT table AS of, partition_id AS partition, sum(rows) AS count, max(max_block_number) AS block,
    toInt64(toUnixTimestamp(now())) - toInt64(toUnixTimestamp(max(modification_time))) AS age
FROM system.parts
WHERE database = {database:String} AND table IN ({table:String}, {index:String}) AND active
GROUP BY table, partition_id`

	idsText = `
SELECT CAST(_partition_id, 'String') AS partition, toUInt16(indexOf([%s], Hash)) AS name, Bucket AS bucket, State AS state
FROM %s
WHERE startsWith(_partition_id, {source:String}) AND Hash IN (%s)
LIMIT %d`
)

// idsQuestion is the parts of a question about ids.
type idsQuestion struct {
	names  []string // different ones
	marks  []string // the hashes of the names
	hashes []string // those of the ids
	params []clickhouse.Param
}

// hashOf prints the hash of a value under a name. No id is the empty value.
func hashOf(name, value string) string { return "toUInt32(xxHash64(" + name + ", " + value + "))" }

func newIDsQuestion(ids []ID) *idsQuestion {
	q := &idsQuestion{}
	for i, id := range ids {
		at := strconv.Itoa(i)
		name := "{n" + at + ":String}"
		q.params = append(q.params, clickhouse.String("n"+at, id.name))
		if !slices.Contains(q.names, id.name) {
			q.names, q.marks = append(q.names, id.name), append(q.marks, hashOf(name, "''"))
		}
		if id.text == "" {
			continue
		}
		value := "{v" + at + ":String}"
		if id.name == traceIDName {
			value = "unhex(" + value + ")"
		}
		q.hashes = append(q.hashes, hashOf(name, value))
		q.params = append(q.params, clickhouse.String("v"+at, id.text))
	}
	return q
}

func (q *idsQuestion) sql(table string) string {
	marks := strings.Join(q.marks, ", ")
	return fmt.Sprintf(idsText, marks, table, strings.Join(slices.Concat(q.marks, q.hashes), ", "), idsRowsMax)
}

// lookAtIDs asks what is known of ids. Those without a text are asked about by
// their names alone.
func (k keeper) lookAtIDs(ctx context.Context, table telemetry.Table, ids []ID) (*idsLook, error) {
	q := newIDsQuestion(ids)
	look := newIDsLook(q.names)
	reading, ctx := errgroup.WithContext(ctx)
	reading.Go(func() error { return k.readIDStates(ctx, table, look) })
	reading.Go(func() error { return k.readIDs(ctx, q, look, idSourceOf(table)) })
	return look, reading.Wait()
}

// smallSettings are for statements that cost more to prepare than to run.
func smallSettings() []ch.Setting {
	return clickhouse.NativeSettings([]clickhouse.Setting{
		{Name: "max_threads", Value: "1"}, {Name: "compile_expressions", Value: "0"}, {Name: "compile_aggregate_expressions", Value: "0"},
	})
}

// readIDStates reads what there is of records and builds.
func (k keeper) readIDStates(ctx context.Context, table telemetry.Table, into *idsLook) error {
	var of, partition proto.ColStr
	var count proto.ColUInt64
	var block, age proto.ColInt64
	index := k.layout.local(idsTable)
	return k.client.AdminQuery(ctx, ch.Query{
		Body: idStatesText, Settings: smallSettings(),
		Parameters: clickhouse.NativeParams([]clickhouse.Param{
			clickhouse.String("database", k.layout.database), clickhouse.String("table", k.layout.local(string(table))), clickhouse.String("index", index),
		}),
		Result: proto.Results{
			{Name: "of", Data: &of}, {Name: "partition", Data: &partition}, {Name: "count", Data: &count}, {Name: "block", Data: &block}, {Name: "age", Data: &age},
		},
		OnResult: func(context.Context, proto.Block) error {
			for i := range of.Rows() {
				row := idsRow{count: count.Row(i), block: block.Row(i), ageSeconds: max(age.Row(i), 0)}
				into.addState(of.Row(i) == index, partition.Row(i), row, idSourceOf(table))
			}
			return nil
		},
	})
}

// readIDs reads the marks of the names, and the buckets of the ids.
func (k keeper) readIDs(ctx context.Context, q *idsQuestion, into *idsLook, source uint64) error {
	var partition, state proto.ColStr
	var name, bucket proto.ColUInt16
	return k.client.AdminQuery(ctx, ch.Query{
		Body: q.sql(k.table(idsTable)), Settings: smallSettings(),
		Parameters: clickhouse.NativeParams(append(q.params, clickhouse.String("source", fmt.Sprint(source, "-")))),
		Result: proto.Results{
			{Name: "partition", Data: &partition}, {Name: "name", Data: &name}, {Name: "bucket", Data: &bucket}, {Name: "state", Data: &state},
		},
		OnResult: func(context.Context, proto.Block) error {
			for i := range partition.Rows() {
				if build, ok := parseBuild(partition.Row(i), source); ok {
					into.add(build, name.Row(i), bucket.Row(i), state.Row(i))
				}
			}
			return nil
		},
	})
}
