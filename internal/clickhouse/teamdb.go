package clickhouse

import (
	"context"
	"regexp"
	"strings"

	"github.com/ClickHouse/ch-go"
	"github.com/ClickHouse/ch-go/proto"

	"github.com/cairnstack/cairn/internal/fault"
)

const databasePrefix = "cairn_"

var teamIDPattern = regexp.MustCompile(`^[0-9a-f]{24}$`)

// DatabaseName returns the name of a team's database. An id that is not 24
// lower-case hexadecimal digits is an Invalid fault.
func DatabaseName(teamID string) (string, error) {
	if !teamIDPattern.MatchString(teamID) {
		return "", fault.New(fault.Invalid, "a team id has 24 lower-case hexadecimal digits")
	}
	return databasePrefix + teamID, nil
}

// teamOf returns the team that owns a database, if it is a team's.
func teamOf(database string) (string, bool) {
	team, found := strings.CutPrefix(database, databasePrefix)
	return team, found && teamIDPattern.MatchString(team)
}

// EnsureTeam makes a team's database and brings it to the present schema. It
// may be repeated, and several servers may do it at once.
func (c *Client) EnsureTeam(ctx context.Context, teamID string) error {
	l, err := c.teamLayout(teamID)
	if err != nil {
		return err
	}
	if err := c.Exec(ctx, "CREATE DATABASE IF NOT EXISTS "+quoteName(l.database)+l.onCluster()); err != nil {
		return err
	}
	return c.migrate(ctx, l)
}

// DropTeam removes a team's database with everything in it, whatever its
// size. It may be repeated.
func (c *Client) DropTeam(ctx context.Context, teamID string) error {
	l, err := c.teamLayout(teamID)
	if err != nil {
		return err
	}
	return c.Exec(ctx, "DROP DATABASE IF EXISTS "+quoteName(l.database)+l.onCluster()+" SYNC",
		Setting{"max_table_size_to_drop", "0"})
}

func (c *Client) teamLayout(teamID string) (layout, error) {
	database, err := DatabaseName(teamID)
	if err != nil {
		return layout{}, err
	}
	target, err := c.endpoint.Target()
	if err != nil {
		return layout{}, err
	}
	return layout{database: database, cluster: target.Cluster}, nil
}

const databasesText = `
SELECT name
FROM system.databases
WHERE startsWith(name, {prefix:String})
ORDER BY name`

// TeamDatabases returns the ids of the teams that have a database, in order.
func (c *Client) TeamDatabases(ctx context.Context) ([]string, error) {
	var name proto.ColStr
	var teams []string
	err := c.adminQuery(ctx, ch.Query{
		Body:       databasesText,
		Parameters: wire([]Param{String("prefix", databasePrefix)}),
		Result:     proto.Results{{Name: "name", Data: &name}},
		OnResult: func(context.Context, proto.Block) error {
			for i := range name.Rows() {
				if team, ok := teamOf(name.Row(i)); ok {
					teams = append(teams, team)
				}
			}
			return nil
		},
	})
	return teams, err
}

// Storage is what a team's tables hold on disk.
type Storage struct {
	Bytes uint64
	Rows  uint64
}

// storageText counts each row once: of a cluster's replicas one is asked.
const storageText = `
SELECT database, sum(bytes_on_disk) AS bytes, sum(rows) AS rows
FROM {{parts}}
WHERE active AND startsWith(database, {prefix:String})
GROUP BY database
ORDER BY database`

// StorageBytes returns what each team stores, by team id. A team that stores
// nothing is absent.
func (c *Client) StorageBytes(ctx context.Context) (map[string]Storage, error) {
	target, err := c.endpoint.Target()
	if err != nil {
		return nil, err
	}
	var database proto.ColStr
	var bytes, rows proto.ColUInt64
	storage := map[string]Storage{}
	err = c.adminQuery(ctx, ch.Query{
		Body:       strings.ReplaceAll(storageText, "{{parts}}", partsTable(target.Cluster)),
		Parameters: wire([]Param{String("prefix", databasePrefix)}),
		Result: proto.Results{
			{Name: "database", Data: &database}, {Name: "bytes", Data: &bytes}, {Name: "rows", Data: &rows},
		},
		OnResult: func(context.Context, proto.Block) error {
			for i := range database.Rows() {
				if team, ok := teamOf(database.Row(i)); ok {
					storage[team] = Storage{Bytes: bytes.Row(i), Rows: rows.Row(i)}
				}
			}
			return nil
		},
	})
	return storage, err
}

func partsTable(cluster string) string {
	if cluster == "" {
		return "system.parts"
	}
	return "cluster(" + quoteText(cluster) + ", system.parts)"
}
