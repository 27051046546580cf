package tables

import (
	"context"
	"strings"

	"github.com/ClickHouse/ch-go"
	"github.com/ClickHouse/ch-go/proto"

	"github.com/cairnstack/cairn/internal/clickhouse"
	"github.com/cairnstack/cairn/internal/fault"
)

// arrangementText asks about the table of migrations, which every database has
// first, in the form of one server and in that of a cluster.
const arrangementText = `
SELECT name, engine, engine_full
FROM system.tables
WHERE database = {database:String} AND name IN ('schema_migrations', 'schema_migrations_local')`

// arrangement is what a database's tables were made for.
type arrangement struct {
	isThere      bool
	cluster      string // of the distributed tables; empty: a single server
	isReplicated bool   // what the distributed tables are over
}

// arrangement reads what a database's tables were made for.
func (t Teams) arrangement(ctx context.Context, database string) (found arrangement, err error) {
	var name, engine, full proto.ColStr
	err = t.client.AdminQuery(ctx, ch.Query{
		Body:       arrangementText,
		Parameters: clickhouse.NativeParams([]clickhouse.Param{clickhouse.String("database", database)}),
		Result:     proto.Results{{Name: "name", Data: &name}, {Name: "engine", Data: &engine}, {Name: "engine_full", Data: &full}},
		OnResult: func(context.Context, proto.Block) error {
			for i := range name.Rows() {
				found.add(name.Row(i), engine.Row(i), full.Row(i))
			}
			return nil
		},
	})
	return found, err
}

func (a *arrangement) add(name, engine, full string) {
	switch {
	case strings.HasSuffix(name, localSuffix):
		a.isReplicated = strings.HasPrefix(engine, "Replicated")
	case engine == "Distributed":
		a.isThere, a.cluster = true, firstText(full)
	default:
		a.isThere = true
	}
}

// firstText returns the first text in quotes of an engine's arguments.
func firstText(engine string) string {
	_, rest, _ := strings.Cut(engine, "'")
	text, _, _ := strings.Cut(rest, "'")
	return text
}

// checkArrangement refuses an address that says something else of a database than
// its tables do. Statements that make tables would leave those that are there as
// they are, and telemetry would be written to some tables and read from others.
func (t Teams) checkArrangement(ctx context.Context, l layout) error {
	found, err := t.arrangement(ctx, l.database)
	if err != nil || !found.isThere {
		return err
	}
	if made, said := found.against(l); made != "" {
		return fault.New(fault.Conflict,
			"the tables of the team were made %s, and CAIRN_CLICKHOUSE_URL %s: correct it, or move the telemetry with a backup and a restore", made, said)
	}
	return nil
}

// against says for what tables were made, and what the address says instead; nothing
// where both agree.
func (a arrangement) against(l layout) (made, said string) {
	switch {
	case a.cluster != l.cluster && a.cluster == "":
		return "for a single server", "names a cluster"
	case a.cluster != l.cluster && l.cluster == "":
		return "for the cluster " + a.cluster, "names none"
	case a.cluster != l.cluster:
		return "for the cluster " + a.cluster, "names another"
	case l.cluster != "" && a.isReplicated && l.isPlain:
		return "with engine=replicated", "has engine=plain"
	case l.cluster != "" && !a.isReplicated && !l.isPlain:
		return "with engine=plain", "has engine=replicated"
	}
	return "", ""
}

// CheckArrangement refuses an address that says something else of a team's tables
// than they do on any server. A team without tables fits.
func (t Teams) CheckArrangement(ctx context.Context, teamID string) error {
	l, err := t.layout(teamID)
	if err != nil {
		return err
	}
	hosts, err := t.hosts(ctx)
	if err != nil {
		return err
	}
	if hosts == nil {
		return t.checkArrangement(ctx, l)
	}
	return t.checkHosts(ctx, hosts, l)
}

func (t Teams) checkHosts(ctx context.Context, hosts []*clickhouse.Host, l layout) error {
	return onHosts(hosts, func(host *clickhouse.Host) error { return t.on(host).checkArrangement(ctx, l) })
}
