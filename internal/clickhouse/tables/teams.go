package tables

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/ClickHouse/ch-go"
	"github.com/ClickHouse/ch-go/proto"

	"github.com/cairnstack/cairn/internal/clickhouse"
)

// Teams keeps a database for each team.
type Teams struct {
	client *clickhouse.Client
	isOne  bool        // the client is of one server of a cluster, and statements are for it alone
	steps  []migration // nil: those of this program
}

func (t Teams) migrations() ([]migration, error) {
	if t.steps != nil {
		return t.steps, nil
	}
	return migrations()
}

// NewTeams returns the databases of teams behind a client.
func NewTeams(client *clickhouse.Client) Teams { return Teams{client: client} }

// on returns the databases on one server of a cluster.
func (t Teams) on(host *clickhouse.Host) Teams {
	return Teams{client: host.Client, isOne: true, steps: t.steps}
}

// EnsureTeam makes a team's database and brings it to the present schema. It
// may be repeated, and several servers may do it at once.
func (t Teams) EnsureTeam(ctx context.Context, teamID string) error {
	l, err := t.layout(teamID)
	if err != nil {
		return err
	}
	if l.isEach() {
		return t.ensureEach(ctx, l)
	}
	if _, away := t.client.WholeHosts(ctx); away != nil {
		return t.ensureWithout(ctx, l, away)
	}
	return t.ensure(ctx, l)
}

// ensureWithout is ensure while a server is away that the others would wait for, with
// the reason. What is there can be used.
func (t Teams) ensureWithout(ctx context.Context, l layout, away error) error {
	steps, err := t.migrations()
	if err != nil {
		return err
	}
	hosts, err := t.client.Hosts(ctx)
	if err != nil {
		return err
	}
	for _, host := range hosts {
		if host.Err() != nil {
			continue
		}
		if found, err := t.on(host).applied(ctx, l.own()); err == nil && found.newest >= uint32(len(steps)) {
			return found.check(len(steps))
		}
	}
	return away
}

// ensure makes a database where the client's statements go.
func (t Teams) ensure(ctx context.Context, l layout) error {
	if err := t.checkArrangement(ctx, l); err != nil {
		return err
	}
	if err := t.execDatabase(ctx, l, l.makeDatabase()); err != nil {
		return err
	}
	return t.migrate(ctx, l)
}

// DropTeam removes a team's database with everything in it, whatever its
// size. It may be repeated.
func (t Teams) DropTeam(ctx context.Context, teamID string) error {
	l, err := t.layout(teamID)
	if err != nil {
		return err
	}
	anySize := clickhouse.Setting{Name: "max_table_size_to_drop", Value: "0"}
	if l.isEach() {
		return t.execEach(ctx, change{database: l.database, subject: dropSubject, statements: []string{l.dropDatabase()}, settings: []clickhouse.Setting{anySize}})
	}
	return t.execDatabase(ctx, l, l.dropDatabase(), anySize)
}

func (t Teams) layout(teamID string) (layout, error) {
	database, err := clickhouse.DatabaseName(teamID)
	if err != nil {
		return layout{}, err
	}
	target, err := t.client.Target()
	if err != nil {
		return layout{}, err
	}
	return layout{database: database, cluster: target.Cluster, ddl: target.DDL, isPlain: target.IsPlain}, nil
}

const databasesText = `
SELECT name
FROM system.databases
WHERE startsWith(name, {prefix:String})
ORDER BY name`

// TeamDatabases returns the ids of the teams that have a database, in order: on a
// cluster, on any of its servers, all of which are needed.
func (t Teams) TeamDatabases(ctx context.Context) ([]string, error) {
	hosts, err := t.hosts(ctx)
	if err != nil {
		return nil, err
	}
	var teams []string
	for _, host := range hosts {
		more, err := t.on(host).databases(ctx)
		if err != nil {
			return nil, fmt.Errorf("shard %d: %w", host.Shard, err)
		}
		teams = append(teams, more...)
	}
	if hosts == nil {
		return t.databases(ctx)
	}
	slices.Sort(teams)
	return slices.Compact(teams), nil
}

// hosts returns the servers of a cluster, and nil for a single server.
func (t Teams) hosts(ctx context.Context) ([]*clickhouse.Host, error) {
	if t.isOne {
		return nil, nil
	}
	return t.client.Hosts(ctx)
}

func (t Teams) databases(ctx context.Context) ([]string, error) {
	var name proto.ColStr
	var teams []string
	err := t.client.AdminQuery(ctx, ch.Query{
		Body:       databasesText,
		Parameters: clickhouse.NativeParams([]clickhouse.Param{clickhouse.String("prefix", clickhouse.DatabasePrefix)}),
		Result:     proto.Results{{Name: "name", Data: &name}},
		OnResult: func(context.Context, proto.Block) error {
			for i := range name.Rows() {
				if team, ok := clickhouse.TeamOf(name.Row(i)); ok {
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

// storageText counts each row once: of a cluster's replicas one is asked. Rows
// of indexes are no telemetry.
const storageText = `
SELECT database, sum(bytes_on_disk) AS bytes, sumIf(rows, table NOT IN ('ids', 'ids_local', 'series', 'series_local')) AS rows
FROM {{parts}}
WHERE active AND startsWith(database, {prefix:String})
GROUP BY database
ORDER BY database`

// StorageBytes returns what each team stores, by team id. A team that stores
// nothing is absent.
func (t Teams) StorageBytes(ctx context.Context) (map[string]Storage, error) {
	target, err := t.client.Target()
	if err != nil {
		return nil, err
	}
	var database proto.ColStr
	var bytes, rows proto.ColUInt64
	storage := map[string]Storage{}
	err = t.client.AdminQuery(ctx, ch.Query{
		Body:       strings.ReplaceAll(storageText, "{{parts}}", partsTable(target.Cluster)),
		Parameters: clickhouse.NativeParams([]clickhouse.Param{clickhouse.String("prefix", clickhouse.DatabasePrefix)}),
		Result: proto.Results{
			{Name: "database", Data: &database}, {Name: "bytes", Data: &bytes}, {Name: "rows", Data: &rows},
		},
		OnResult: func(context.Context, proto.Block) error {
			for i := range database.Rows() {
				if team, ok := clickhouse.TeamOf(database.Row(i)); ok {
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
	return "cluster(" + clickhouse.QuoteText(cluster) + ", system.parts)"
}
