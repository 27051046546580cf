package tables

import (
	"context"
	"fmt"
	"log/slog"
	"slices"
	"time"

	"github.com/ClickHouse/ch-go"
	"github.com/ClickHouse/ch-go/proto"

	"github.com/cairnstack/cairn/internal/clickhouse"
)

// Preparation brings a server of a cluster to what the others have: the changes
// and the databases that it has missed while it was away, or all, when it is new.
type Preparation struct {
	Logger *slog.Logger
	// Emptied is told of a server whose tables are gone that it had when it was prepared
	// before. It may be nil.
	Emptied func(*clickhouse.Host)

	steps []migration // nil: those of this program
}

// Prepare prepares a server. Where servers are looked after by the engine itself
// there is nothing to do.
func (p Preparation) Prepare(ctx context.Context, client *clickhouse.Client, host *clickhouse.Host) error {
	target, err := client.Target()
	if err != nil || target.DDL != clickhouse.DDLEach {
		return err
	}
	others := slices.DeleteFunc(client.KnownHosts(), func(h *clickhouse.Host) bool { return h == host })
	r := preparing{Preparation: p, teams: Teams{client: client, steps: p.steps}, host: host, others: others}
	return r.run(ctx)
}

// preparing is the preparation of one server.
type preparing struct {
	Preparation
	teams  Teams
	host   *clickhouse.Host
	others []*clickhouse.Host
	known  []change
}

// run drops first what was dropped, so that it is not missed elsewhere; then come
// the databases, and at last what was changed in them.
func (r preparing) run(ctx context.Context) error {
	one := r.teams.on(r.host)
	for _, sql := range split(makeChangesText) {
		if err := r.host.Client.Exec(ctx, sql); err != nil {
			return fmt.Errorf("make the tables of changes: %w", err)
		}
	}
	if err := r.recognize(ctx); err != nil {
		return err
	}
	r.known = r.knownChanges(ctx)
	done, err := one.done(ctx)
	if err != nil {
		return fmt.Errorf("read what was changed: %w", err)
	}
	missed := missedChanges(r.known, done)
	if err := r.apply(ctx, missed, func(c change) bool { return c.subject == dropSubject }); err != nil {
		return err
	}
	if err := r.ensureDatabases(ctx); err != nil {
		return err
	}
	return r.apply(ctx, missed, func(c change) bool { return c.subject != dropSubject })
}

// recognize tells of a server whose tables are not those that it had when it was
// prepared before, whoever made these.
func (r preparing) recognize(ctx context.Context) error {
	var id proto.ColStr
	err := r.host.Client.AdminQuery(ctx, ch.Query{
		Body:   "SELECT toString(uuid) AS id FROM system.tables WHERE database = '" + changesDatabase + "' AND name = 'changes'",
		Result: proto.Results{{Name: "id", Data: &id}},
	})
	if err != nil {
		return fmt.Errorf("look for the tables of changes: %w", err)
	}
	if id.Rows() == 1 && r.host.IsAnother(id.Row(0)) && r.Emptied != nil {
		r.Emptied(r.host)
	}
	return nil
}

// knownChanges returns what any server knows that answers. One that does not
// answer is asked what it knows when it comes back.
func (r preparing) knownChanges(ctx context.Context) []change {
	byNumber := map[uint64]change{}
	for _, h := range append([]*clickhouse.Host{r.host}, r.others...) {
		found, err := askHost(ctx, h, r.teams.on(h).changes)
		if err != nil {
			continue
		}
		for _, c := range found {
			byNumber[c.number] = c
		}
	}
	all := make([]change, 0, len(byNumber))
	for _, c := range byNumber {
		all = append(all, c)
	}
	slices.SortFunc(all, func(a, b change) int {
		if a.number < b.number {
			return -1
		}
		return 1
	})
	return all
}

// askHost asks a server for as long as it is not away: one that keeps still would
// hold up those that are prepared.
func askHost[T any](ctx context.Context, h *clickhouse.Host, ask func(context.Context) (T, error)) (T, error) {
	ctx, stop := h.Watch(ctx)
	defer stop()
	return ask(ctx)
}

// missedChanges returns the changes to carry out. One that a later one replaces
// is not carried out after it.
func missedChanges(all []change, done map[uint64]bool) []change {
	type place struct{ database, subject string }
	last := map[place]uint64{}
	for _, c := range all {
		if c.subject != "" {
			last[place{c.database, c.subject}] = c.number
		}
	}
	var missed []change
	for _, c := range all {
		isReplaced := c.subject != "" && last[place{c.database, c.subject}] != c.number
		if !done[c.number] && !isReplaced {
			missed = append(missed, c)
		}
	}
	return missed
}

// apply carries out those of the changes that are wanted.
func (r preparing) apply(ctx context.Context, missed []change, wanted func(change) bool) error {
	one := r.teams.on(r.host)
	for _, c := range missed {
		if !wanted(c) {
			continue
		}
		if err := r.applyOne(ctx, c); err != nil {
			return fmt.Errorf("catch up on a change: %w", err)
		}
		if err := one.note(ctx, c); err != nil {
			return err
		}
		if err := one.noteDone(ctx, c); err != nil {
			return err
		}
	}
	return nil
}

// applyOne carries a change out. What the server refuses would be refused again:
// it is logged, and left.
func (r preparing) applyOne(ctx context.Context, c change) error {
	for _, sql := range c.statements {
		err := r.host.Client.Exec(ctx, sql, c.settings...)
		if err == nil || isMissing(err) {
			continue
		}
		if isPassing(err) {
			return err
		}
		r.Logger.ErrorContext(ctx, "a server of the cluster refuses a change", "shard", r.host.Shard, "database", c.database, "error", err)
		return nil
	}
	return nil
}

const databaseTablesText = `
SELECT database, count() AS n
FROM system.tables
WHERE startsWith(database, {prefix:String})
GROUP BY database
HAVING countIf(engine = 'Distributed') > 0`

// databaseTables returns how many tables each team's database has on a server, but
// for databases that were made for that server alone.
func (t Teams) databaseTables(ctx context.Context) (map[string]uint64, error) {
	var database proto.ColStr
	var n proto.ColUInt64
	found := map[string]uint64{}
	err := t.client.AdminQuery(ctx, ch.Query{
		Body:       databaseTablesText,
		Parameters: clickhouse.NativeParams([]clickhouse.Param{clickhouse.String("prefix", clickhouse.DatabasePrefix)}),
		Result:     proto.Results{{Name: "database", Data: &database}, {Name: "n", Data: &n}},
		OnResult: func(context.Context, proto.Block) error {
			for i := range database.Rows() {
				if team, ok := clickhouse.TeamOf(database.Row(i)); ok {
					found[team] = n.Row(i)
				}
			}
			return nil
		},
	})
	return found, err
}

// ensureDatabases makes the databases that other servers have, and has those
// prepared again that lack one of this server's.
func (r preparing) ensureDatabases(ctx context.Context) error {
	own, err := r.teams.on(r.host).databaseTables(ctx)
	if err != nil {
		return fmt.Errorf("list the databases: %w", err)
	}
	wanted := map[string]uint64{}
	for _, h := range r.others {
		theirs, err := askHost(ctx, h, r.teams.on(h).databaseTables)
		if err != nil {
			continue // it is prepared itself when it comes back
		}
		for team, n := range theirs {
			wanted[team] = max(wanted[team], n)
		}
		for team, n := range own {
			if theirs[team] < n && h.Err() == nil {
				h.Refresh()
				break
			}
		}
	}
	r.tellEmpty(ctx, own, wanted)
	for team, n := range wanted {
		if own[team] >= n && r.isPresent(ctx, team) || r.wasDropped(team) {
			continue
		}
		switch err := r.ensureDatabase(ctx, team); {
		case err == nil || isMissing(err): // it is being dropped
		case isPassing(err):
			return fmt.Errorf("make the database of team %s: %w", team, err)
		default: // the other teams are not to suffer for this one
			r.Logger.ErrorContext(ctx, "a server of the cluster refuses a team's tables", "shard", r.host.Shard, "team", team, "error", err)
		}
	}
	return nil
}

// tellEmpty warns of a server that has nothing of what the others have.
func (r preparing) tellEmpty(ctx context.Context, own, wanted map[string]uint64) {
	if len(own) == 0 && len(wanted) > 0 {
		r.Logger.WarnContext(ctx, "a server of the cluster has no telemetry tables, and gets them: it is new, or has lost its disk", "shard", r.host.Shard, "address", r.host.Address)
	}
}

// isPresent reports whether a team's tables have the present schema: a migration
// may have passed the server by while it was away.
func (r preparing) isPresent(ctx context.Context, team string) bool {
	l, err := r.teams.layout(team)
	if err != nil {
		return false
	}
	steps, err := r.teams.migrations()
	if err != nil {
		return false
	}
	found, err := r.teams.on(r.host).applied(ctx, l)
	return err == nil && found.newest >= uint32(len(steps))
}

// dropTimeMax is how long a database may still be on other servers after it was
// dropped.
const dropTimeMax = 15 * time.Minute

// wasDropped reports whether a team's database is being dropped everywhere.
func (r preparing) wasDropped(team string) bool {
	since := uint64(r.teams.client.Now().Add(-dropTimeMax).UnixNano())
	return slices.ContainsFunc(r.known, func(c change) bool {
		return c.subject == dropSubject && c.database == clickhouse.DatabasePrefix+team && c.number > since
	})
}

func (r preparing) ensureDatabase(ctx context.Context, team string) error {
	l, err := r.teams.layout(team)
	if err != nil {
		return err
	}
	return r.teams.on(r.host).ensure(ctx, l)
}
