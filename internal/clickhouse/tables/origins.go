package tables

import (
	"context"
	"maps"
	"strconv"
	"strings"
	"time"

	"github.com/ClickHouse/ch-go"
	"github.com/ClickHouse/ch-go/proto"

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
SELECT name
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

// OriginKeys returns the keys of the origins of a team's records on the days
// from one to another. A part of a table never changes, so that each is looked
// at once. Records that come meanwhile are not part of the answer.
func (s *Store) OriginKeys(ctx context.Context, teamID string, table telemetry.Table, first, last time.Time) (OriginKeys, error) {
	l, err := s.teams.layout(teamID)
	if err != nil || l.cluster != "" { // parts are those of one server
		return nil, err
	}
	parts, err := s.partsOf(ctx, l, table, first, last)
	if err != nil || len(parts) > originsPartsMax {
		return nil, err
	}
	of := tableOf{teamID, table}
	if err := s.lookAtOrigins(ctx, l, of, parts); err != nil {
		return nil, err
	}
	return s.originsOf(of, parts), nil
}

// lookAtOrigins looks at the parts that nobody has looked at, unless one of which
// nothing can be known makes that useless.
func (s *Store) lookAtOrigins(ctx context.Context, l layout, of tableOf, parts []string) error {
	missing, isOpen := s.partsWithoutOrigins(of, parts)
	for begun := time.Now(); isOpen && len(missing) > 0 && time.Since(begun) < originsTimeMax; missing = missing[1:] {
		keys, isThere, err := s.readOrigins(ctx, l, of.table, missing[0])
		if err != nil {
			return err
		}
		if isThere {
			s.rememberOrigins(of, missing[0], keys)
		}
		isOpen = keys != nil
	}
	return nil
}

// partsWithoutOrigins returns the parts that nobody has looked at, and whether
// something is known of all others.
func (s *Store) partsWithoutOrigins(of tableOf, parts []string) (missing []string, isOpen bool) {
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
func (s *Store) originsOf(of tableOf, parts []string) OriginKeys {
	s.mu.Lock()
	defer s.mu.Unlock()
	all := newOriginKeys()
	for _, part := range parts {
		all = all.with(s.origins[of][part])
	}
	return all
}

func (s *Store) rememberOrigins(of tableOf, part string, keys OriginKeys) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.origins[of] == nil || len(s.origins[of]) >= 2*originsPartsMax { // most are merged by now
		s.origins[of] = map[string]OriginKeys{}
	}
	s.origins[of][part] = keys
}

// partsOf returns the names of the parts that a table has of some days.
func (s *Store) partsOf(ctx context.Context, l layout, table telemetry.Table, first, last time.Time) (parts []string, err error) {
	var name proto.ColStr
	err = s.client.AdminQuery(ctx, ch.Query{
		Body: partsOfDaysText, Settings: smallSettings(), Result: proto.Results{{Name: "name", Data: &name}},
		Parameters: clickhouse.NativeParams([]clickhouse.Param{
			clickhouse.String("database", l.database), clickhouse.String("table", string(table)),
			clickhouse.String("first", partitionOf(first)), clickhouse.String("last", partitionOf(last)),
		}),
		OnResult: func(context.Context, proto.Block) error {
			for i := range name.Rows() {
				parts = append(parts, name.Row(i))
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
func (s *Store) readOrigins(ctx context.Context, l layout, table telemetry.Table, part string) (keys OriginKeys, isThere bool, err error) {
	limited, cancel := context.WithTimeout(ctx, originsTimeMax)
	defer cancel()
	var column proto.ColStr
	var origins proto.ColUInt64
	found := proto.NewArray(&proto.ColStr{})
	keys, isThere = newOriginKeys(), true
	err = s.client.AdminQuery(limited, ch.Query{
		Body:       strings.NewReplacer("{{max}}", strconv.Itoa(originKeysMax+1), "{{table}}", l.table(string(table))).Replace(originsText),
		Parameters: clickhouse.NativeParams([]clickhouse.Param{clickhouse.String("part", part)}),
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
