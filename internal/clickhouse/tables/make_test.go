package tables_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/cairnstack/cairn/internal/clickhouse"
	"github.com/cairnstack/cairn/internal/clickhouse/tables"
	"github.com/cairnstack/cairn/internal/testkit/enginetest"
)

// TestTablesAreMadeWhole has a server find the first of a new team's tables, which
// another one is making. At no time may there be a table without some of its columns:
// the other one takes it for its own, and inserts at once.
func TestTablesAreMadeWhole(t *testing.T) {
	t.Parallel()
	client := enginetest.Client(t)
	whole := enginetest.NewTeamID()
	if err := tables.NewTeams(client).EnsureTeam(t.Context(), whole); err != nil {
		t.Fatal(err)
	}
	wanted := columnCounts(t, client, whole)
	team := enginetest.NewTeamID()
	statements, err := tables.RenderNewTables(clickhouse.DatabasePrefix+team, "")
	if err != nil {
		t.Fatal(err)
	}
	enginetest.Execute(t, client, "CREATE DATABASE "+clickhouse.DatabasePrefix+team)
	enginetest.Execute(t, client, statements[0])
	made := make(chan error)
	go func() { made <- tables.NewTeams(enginetest.Client(t)).EnsureTeam(t.Context(), team) }()
	for {
		counts := columnCounts(t, client, team)
		for _, count := range counts {
			if !slices.Contains(wanted, count) {
				t.Errorf("a table lacks columns: %s, of %q", count, wanted)
			}
		}
		select {
		case err := <-made:
			if err != nil || len(columnCounts(t, client, team)) != len(wanted) {
				t.Errorf("%v, tables %q", err, counts)
			}
			return
		default:
		}
	}
}

// columnCounts returns the names of a team's tables with how many columns each has.
func columnCounts(t *testing.T, client *clickhouse.Client, team string) []string {
	t.Helper()
	counts, err := enginetest.AdminTexts(t.Context(), client, fmt.Sprintf(
		"SELECT table || ' ' || toString(count()) AS t FROM system.columns WHERE database = '%s%s' GROUP BY table", clickhouse.DatabasePrefix, team))
	if err != nil {
		t.Fatal(err)
	}
	return counts
}
