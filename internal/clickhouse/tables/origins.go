package tables

import (
	"context"
	"strconv"
	"strings"
	"time"

	"github.com/ClickHouse/ch-go"
	"github.com/ClickHouse/ch-go/proto"

	"github.com/cairnstack/cairn/internal/clickhouse"
	"github.com/cairnstack/cairn/internal/telemetry"
)

// The limits of what is known of origins. Of parts with more keys, and in tables
// with more parts than are remembered, nothing is known.
const (
	originsTimeMax  = 2 * time.Second
	originKeysMax   = 1000
	originsPartsMax = 2000
)

// OriginKeys are the attribute keys that resources and scopes have. Nil is that
// nothing is known.
type OriginKeys struct{ resource, scope map[string]bool }

// Lacks reports that no origin in a column, Resource or Scope, has a key.
func (k *OriginKeys) Lacks(column, key string) bool {
	switch {
	case k == nil:
		return false
	case column == "Resource":
		return !k.resource[key]
	case column == "Scope":
		return !k.scope[key]
	}
	return false
}

// with returns the keys of both, or nil where one is not known.
func (k *OriginKeys) with(other *OriginKeys) *OriginKeys {
	if k == nil || other == nil {
		return nil
	}
	addAll(k.resource, other.resource)
	addAll(k.scope, other.scope)
	return k
}

func addAll(into, from map[string]bool) {
	for key := range from {
		into[key] = true
	}
}

func newOriginKeys() *OriginKeys { return &OriginKeys{map[string]bool{}, map[string]bool{}} }

const (
	partsOfDaysText = `
SELECT name
FROM system.parts
WHERE database = {database:String} AND table = {table:String} AND active
    AND partition_id >= {first:String} AND partition_id <= {last:String}`

	originsText = `
SELECT part, groupUniqArrayArray({{max}})(JSONExtractKeys(resource)) AS resources,
    groupUniqArrayArray({{max}})(JSONExtractKeys(scope)) AS scopes
FROM (SELECT DISTINCT CAST(_part, 'String') AS part, Resource AS resource, Scope AS scope FROM {{table}} WHERE _part IN {parts:Array(String)})
GROUP BY part`
)

// OriginKeys returns the keys of the origins of a team's records on the days
// from one to another. A part of a table never changes, so that each is looked
// at once. Records that come meanwhile are not part of the answer.
func (s *Store) OriginKeys(ctx context.Context, teamID string, table telemetry.Table, first, last time.Time) (*OriginKeys, error) {
	l, err := s.teams.layout(teamID)
	if err != nil || l.cluster != "" { // parts are those of one server
		return nil, err
	}
	ctx, cancel := context.WithTimeout(ctx, originsTimeMax)
	defer cancel()
	parts, err := s.partsOf(ctx, l, table, first, last)
	if err != nil || len(parts) > originsPartsMax {
		return nil, err
	}
	of := tableOf{teamID, table}
	if missing := s.partsWithoutOrigins(of, parts); len(missing) > 0 {
		found, err := s.readOrigins(ctx, l, table, missing)
		if err != nil {
			return nil, err
		}
		s.rememberOrigins(of, found)
	}
	return s.originsOf(of, parts), nil
}

func (s *Store) partsWithoutOrigins(of tableOf, parts []string) []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	var missing []string
	for _, part := range parts {
		if _, ok := s.origins[of][part]; !ok {
			missing = append(missing, part)
		}
	}
	return missing
}

// originsOf returns the keys of all parts. One that was merged before it could
// be looked at is not known.
func (s *Store) originsOf(of tableOf, parts []string) *OriginKeys {
	s.mu.Lock()
	defer s.mu.Unlock()
	all := newOriginKeys()
	for _, part := range parts {
		all = all.with(s.origins[of][part])
	}
	return all
}

func (s *Store) rememberOrigins(of tableOf, found map[string]*OriginKeys) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.origins[of] == nil || len(s.origins[of])+len(found) > 2*originsPartsMax { // most are merged by now
		s.origins[of] = map[string]*OriginKeys{}
	}
	for part, keys := range found {
		s.origins[of][part] = keys
	}
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

// readOrigins returns the keys of each part that there is.
func (s *Store) readOrigins(ctx context.Context, l layout, table telemetry.Table, parts []string) (map[string]*OriginKeys, error) {
	var part proto.ColStr
	resources, scopes := proto.NewArray(&proto.ColStr{}), proto.NewArray(&proto.ColStr{})
	found := map[string]*OriginKeys{}
	sql := strings.NewReplacer("{{max}}", strconv.Itoa(originKeysMax+1), "{{table}}", l.table(string(table))).Replace(originsText)
	err := s.client.AdminQuery(ctx, ch.Query{
		Body: sql, Parameters: clickhouse.NativeParams([]clickhouse.Param{clickhouse.Strings("parts", parts)}),
		Result: proto.Results{{Name: "part", Data: &part}, {Name: "resources", Data: resources}, {Name: "scopes", Data: scopes}},
		OnResult: func(context.Context, proto.Block) error {
			for i := range part.Rows() {
				found[part.Row(i)] = originKeysFrom(resources.Row(i), scopes.Row(i))
			}
			return nil
		},
	})
	return found, err
}

// originKeysFrom returns the keys, or nil for too many.
func originKeysFrom(resources, scopes []string) *OriginKeys {
	if len(resources) > originKeysMax || len(scopes) > originKeysMax {
		return nil
	}
	keys := newOriginKeys()
	for _, key := range resources {
		keys.resource[key] = true
	}
	for _, key := range scopes {
		keys.scope[key] = true
	}
	return keys
}
