package querytest_test

import (
	"context"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/cairnstack/cairn/internal/access"
	"github.com/cairnstack/cairn/internal/clickhouse/read"
	"github.com/cairnstack/cairn/internal/explore"
	"github.com/cairnstack/cairn/internal/fault"
	"github.com/cairnstack/cairn/internal/org"
	"github.com/cairnstack/cairn/internal/query"
	"github.com/cairnstack/cairn/internal/stack"
)

// guardedSources is a store as a caller may use it.
type guardedSources struct{ sourceList }

func (g guardedSources) SourcesOf(ctx context.Context, _ string) ([]stack.Source, error) {
	p, _ := access.From(ctx)
	return slices.DeleteFunc(slices.Clone(g.sourceList), func(s stack.Source) bool {
		return !p.Allows(stack.ActionRead, stack.SubjectSource, map[string]any{"name": s.Name})
	}), nil
}

// tableNames are all tables that a source can be about, and some that none is.
func tableNames() []string {
	return []string{
		stack.TableLogs, stack.TableTraces, stack.TableMetricsGauge, stack.TableMetricsSum, stack.TableMetricsHistogram,
		stack.TableMetricsExponentialHistogram, stack.TableMetricsSummary, "system.tables", "logs",
	}
}

// sqlForms are the ways of naming a table in a statement.
func sqlForms() []string {
	return []string{
		"SELECT count() FROM %", "SELECT count() FROM default.%", "SELECT n FROM (SELECT count() AS n FROM %)",
		"WITH x AS (SELECT count() AS n FROM %) SELECT n FROM x",
	}
}

// TestRawSQLReadsTheTablesOfReadableSources asks for every table in every form,
// with every choice of sources that a role may read.
func TestRawSQLReadsTheTablesOfReadableSources(t *testing.T) {
	t.Parallel()
	x := newTeam(t, read.Options{})
	insertShop(t, x)
	cart := x.sources[0]
	cart.ID, cart.Name, cart.TableFilterExpression = "00000000000000000000ca27", "Cart", "ServiceName = 'cart'"
	search := cart
	search.ID, search.Name, search.TableFilterExpression = "00000000000000000000ca28", "Search", "ServiceName = 'search'"
	x.sources = append(x.sources, cart, search)
	engine := x.queries.Engine.(explore.ScopedEngine)
	engine.Sources = guardedSources{sourceList(x.sources)}
	tiles := x.sqlTiles(x.id)
	tiles.Engine = engine
	names := map[string][]string{} // of the tables, by source
	for _, s := range x.sources {
		names[s.Name] = []string{s.From.TableName}
		if m := s.MetricTables; m != nil {
			names[s.Name] = []string{m.Gauge, m.Sum, m.Histogram, m.ExponentialHistogram, m.Summary}
		}
	}
	for chosen := range 1 << len(x.sources) {
		var allowed []any
		open, logs := map[string]bool{}, map[string]bool{}
		for i, s := range x.sources {
			if chosen&(1<<i) == 0 {
				continue
			}
			allowed = append(allowed, s.Name)
			logs[s.Name] = true
			for _, table := range names[s.Name] {
				open[table] = table != ""
			}
		}
		rows := 0
		for name, of := range map[string]int{"Cart": 2, "Search": 4} {
			if logs[name] {
				rows += of
			}
		}
		if logs[x.sources[0].Name] {
			rows = 24
		}
		ctx := access.WithPrincipal(t.Context(), limitedTo(x.id, allowed))
		for _, table := range tableNames() {
			for _, form := range sqlForms() {
				text := strings.ReplaceAll(form, "%", table)
				answer, err := tiles.Query(ctx, explore.SQLQuery{
					ConnectionID: x.id, Template: text, Granularity: "1h", Range: queryDay(),
				})
				isOpen := open[table]
				switch {
				case isOpen && err != nil, !isOpen && fault.KindOf(err) != fault.Invalid:
					t.Errorf("%v: %s returns %v %v", allowed, text, rowsText(answer.Rows), err)
				case isOpen && table == stack.TableLogs && rowsText(answer.Rows)[0] != strconv.Itoa(rows):
					t.Errorf("%v: %s returns %v, want %d", allowed, text, rowsText(answer.Rows), rows)
				case isOpen && answer.Stats.RowsRead != 0:
					t.Errorf("%v: %s shows that %d rows were read", allowed, text, answer.Stats.RowsRead)
				}
				if err := tiles.CheckSQLTile(ctx, x.id, stack.SQLQuery{ConnectionID: x.id, SQLTemplate: text}); (err == nil) != isOpen {
					t.Errorf("%v: a tile of %s is checked with %v", allowed, text, err)
				}
			}
		}
	}
}

// limitedTo returns somebody who may read all data, and sources of some names.
func limitedTo(teamID string, names []any) access.Principal {
	return access.Principal{
		TeamID: teamID, UserID: "0123456789abcdef01234567", OrganizationID: "o", Roles: []org.Role{org.RoleMember},
		Grants: []stack.Role{{RoleSpec: stack.RoleSpec{Permissions: []stack.RolePermission{
			{Action: stack.ActionRead, Subject: stack.SubjectAll, Integration: stack.IntegrationData},
			{Action: stack.ActionRead, Subject: stack.SubjectSource, Integration: stack.IntegrationResources, Conditions: stack.Conditions{"name": map[string]any{"$in": names}}},
		}}}},
	}
}

func queryDay() query.TimeRange {
	return query.TimeRange{From: shopDay(), To: shopDay().Add(24 * time.Hour)}
}
