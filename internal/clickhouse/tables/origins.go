package tables

import (
	"context"
	"maps"
	"strconv"
	"strings"
	"time"

	"github.com/ClickHouse/ch-go"
	"github.com/ClickHouse/ch-go/proto"
	"golang.org/x/sync/errgroup"

	"github.com/cairnstack/cairn/internal/clickhouse"
	"github.com/cairnstack/cairn/internal/telemetry"
)

// The limits of what is known of origins. Of parts with more keys or that take
// longer to look at, and of tables with more parts than are remembered, nothing is
// known. A question waits for the look at one part after the other while the time
// has not passed, and the next question goes on from there.
const (
	originsTimeMax  = 2 * time.Second
	originKeysMax   = 1000
	originsPartsMax = 2000
)

// OriginKeys are the attribute keys that resources and scopes have, by column. Nil
// is that nothing is known.
type OriginKeys map[string]map[string]bool

// Lacks reports that no origin in a column, Resource or Scope, has a key.
func (k OriginKeys) Lacks(column, key string) bool {
	keys, isKnown := k[column]
	return isKnown && !keys[key]
}

// with returns the keys of both, or nil where one is not known.
func (k OriginKeys) with(other OriginKeys) OriginKeys {
	if k == nil || other == nil {
		return nil
	}
	for column, keys := range other {
		maps.Copy(k[column], keys)
	}
	return k
}

func newOriginKeys() OriginKeys { return OriginKeys{"Resource": {}, "Scope": {}} }

const (
	partsOfDaysText = `
SELECT name, ifNull((SELECT toString(any(uuid)) FROM system.tables WHERE database = {database:String} AND name = {table:String}), '') AS id
FROM system.parts
WHERE database = {database:String} AND table = {table:String} AND active AND rows > 0
    AND partition_id >= {first:String} AND partition_id <= {last:String}`

	// Of a column of dictionaries alone, the engine finds what differs in them;
	// with another column beside it, row by row, in twenty times the time.
	originsText = `
SELECT 'Resource' AS column, count() AS origins, groupUniqArrayArray({{max}})(JSONExtractKeys(origin)) AS keys
FROM (SELECT DISTINCT Resource AS origin FROM {{table}} WHERE _part = {part:String})
UNION ALL
SELECT 'Scope', count(), groupUniqArrayArray({{max}})(JSONExtractKeys(origin))
FROM (SELECT DISTINCT Scope AS origin FROM {{table}} WHERE _part = {part:String})`
)

// originPart is a part of a table on a server. A server that takes the place of
// another may have parts of the same names, in a table of its own.
type originPart struct {
	shard       uint32
	table, name string
}

// OriginKeys returns the keys of the origins of a team's records on the days
// from one to another. A part of a table never changes, so that each is looked
// at once. Records that come meanwhile are not part of the answer.
func (s *Store) OriginKeys(ctx context.Context, teamID string, table telemetry.Table, first, last time.Time) (OriginKeys, error) {
	keepers, isAll, err := s.keepers(ctx, teamID)
	if err != nil || !isAll {
		return nil, err
	}
	look := originsLook{store: s, of: tableOf{teamID, table}, until: time.Now().Add(originsTimeMax)}
	each := make([]OriginKeys, len(keepers))
	looking, ctx := errgroup.WithContext(ctx)
	for i, k := range keepers {
		looking.Go(func() (err error) {
			each[i], err = look.keysOf(ctx, k, first, last)
			return err
		})
	}
	if err := looking.Wait(); err != nil {
		return nil, err
	}
	all := newOriginKeys()
	for _, keys := range each {
		if all = all.with(keys); all == nil {
			return nil, nil
		}
	}
	return all, nil
}

// originsLook is a question about the origins of a table.
type originsLook struct {
	store *Store
	of    tableOf
	until time.Time
}

// keysOf returns the keys of the origins on a server.
func (l originsLook) keysOf(ctx context.Context, k keeper, first, last time.Time) (OriginKeys, error) {
	parts, err := k.partsOf(ctx, l.of.table, first, last)
	if err != nil || len(parts) > originsPartsMax {
		return nil, err
	}
	if err := l.lookAt(ctx, k, parts); err != nil {
		return nil, err
	}
	return l.store.originsOf(l.of, parts), nil
}

// lookAt looks at the parts that nobody has looked at, unless one of which
// nothing can be known makes that useless.
func (l originsLook) lookAt(ctx context.Context, k keeper, parts []originPart) error {
	missing, isOpen := l.store.partsWithoutOrigins(l.of, parts)
	for ; isOpen && len(missing) > 0 && time.Now().Before(l.until); missing = missing[1:] {
		keys, isThere, err := k.readOrigins(ctx, l.of.table, missing[0])
		if err != nil {
			return err
		}
		if isThere {
			l.store.rememberOrigins(l.of, missing[0], keys)
		}
		isOpen = keys != nil
	}
	return nil
}

// partsWithoutOrigins returns the parts that nobody has looked at, and whether
// something is known of all others.
func (s *Store) partsWithoutOrigins(of tableOf, parts []originPart) (missing []originPart, isOpen bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	isOpen = true
	for _, part := range parts {
		switch keys, ok := s.origins[of][part]; {
		case !ok:
			missing = append(missing, part)
		case keys == nil:
			isOpen = false
		}
	}
	return missing, isOpen
}

// originsOf returns the keys of all parts. One that was merged before it could
// be looked at is not known.
func (s *Store) originsOf(of tableOf, parts []originPart) OriginKeys {
	s.mu.Lock()
	defer s.mu.Unlock()
	all := newOriginKeys()
	for _, part := range parts {
		all = all.with(s.origins[of][part])
	}
	return all
}

func (s *Store) rememberOrigins(of tableOf, part originPart, keys OriginKeys) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.origins[of] == nil || len(s.origins[of]) >= 2*originsPartsMax { // most are merged by now
		s.origins[of] = map[originPart]OriginKeys{}
	}
	s.origins[of][part] = keys
}

// partsOf returns the parts that a server's table has of some days.
func (k keeper) partsOf(ctx context.Context, table telemetry.Table, first, last time.Time) (parts []originPart, err error) {
	var name, id proto.ColStr
	err = k.client.AdminQuery(ctx, ch.Query{
		Body: partsOfDaysText, Settings: smallSettings(), Result: proto.Results{{Name: "name", Data: &name}, {Name: "id", Data: &id}},
		Parameters: clickhouse.NativeParams([]clickhouse.Param{
			clickhouse.String("database", k.layout.database), clickhouse.String("table", k.layout.local(string(table))),
			clickhouse.String("first", partitionOf(first)), clickhouse.String("last", partitionOf(last)),
		}),
		OnResult: func(context.Context, proto.Block) error {
			for i := range name.Rows() {
				parts = append(parts, originPart{k.shard, id.Row(i), name.Row(i)})
			}
			return nil
		},
	})
	return parts, err
}

// partitionOf returns the engine's name of the partition with a day's records.
func partitionOf(day time.Time) string { return day.UTC().Format("20060102") }

// readOrigins returns the keys of a part, or nil for too many and for one that
// takes too long, and whether the part is there: it may be merged by now.
func (k keeper) readOrigins(ctx context.Context, table telemetry.Table, part originPart) (keys OriginKeys, isThere bool, err error) {
	limited, cancel := context.WithTimeout(ctx, originsTimeMax)
	defer cancel()
	var column proto.ColStr
	var origins proto.ColUInt64
	found := proto.NewArray(&proto.ColStr{})
	keys, isThere = newOriginKeys(), true
	err = k.client.AdminQuery(limited, ch.Query{
		Body:       strings.NewReplacer("{{max}}", strconv.Itoa(originKeysMax+1), "{{table}}", k.table(string(table))).Replace(originsText),
		Parameters: clickhouse.NativeParams([]clickhouse.Param{clickhouse.String("part", part.name)}),
		Result:     proto.Results{{Name: "column", Data: &column}, {Name: "origins", Data: &origins}, {Name: "keys", Data: found}},
		OnResult: func(context.Context, proto.Block) error {
			for i := range column.Rows() {
				isThere = isThere && origins.Row(i) > 0
				keys = keys.withKeys(column.Row(i), found.Row(i))
			}
			return nil
		},
	})
	if err != nil && limited.Err() != nil && ctx.Err() == nil {
		return nil, true, nil
	}
	return keys, isThere, err
}

// withKeys returns the keys and those of a column, or nil for too many.
func (k OriginKeys) withKeys(column string, keys []string) OriginKeys {
	if k == nil || len(keys) > originKeysMax {
		return nil
	}
	for _, key := range keys {
		k[column][key] = true
	}
	return k
}
