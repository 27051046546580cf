package tables

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/ClickHouse/ch-go"
	"github.com/ClickHouse/ch-go/proto"

	"github.com/cairnstack/cairn/internal/clickhouse"
	"github.com/cairnstack/cairn/internal/fault"
)

// migrationsText is the memory of what is applied. Two servers that migrate
// at once may both write a version; the engine keeps one of the rows.
const migrationsText = `
CREATE TABLE IF NOT EXISTS {{stored "schema_migrations"}}
(
    version    UInt32,
    name       String,
    applied_at DateTime64(3, 'UTC') DEFAULT now64(3, 'UTC')
)
ENGINE = {{engine "ReplacingMergeTree"}}
ORDER BY version
SETTINGS fsync_after_insert = 1, fsync_part_directory = 1;

{{distributed "schema_migrations" "version"}};
`

// appliedText reads which version a program has to know from the names of the
// migrations, whose ends say it.
const appliedText = `
SELECT
    max(version) AS newest,
    max(multiIf(kind = 'expand', 0, startsWith(kind, 'since_'), toUInt32OrZero(substring(kind, 7)), version)) AS least
FROM (SELECT version, splitByChar('.', name)[2] AS kind FROM {{ledger}})
`

const recordText = `
INSERT INTO {{ledger}} (version, name)
SELECT step.1, step.2
FROM (SELECT arrayJoin([%s]) AS step)
`

// storedText counts what a database has besides the table of migrations.
const storedText = `
SELECT count() AS tables
FROM system.tables
WHERE database = {database:String} AND NOT startsWith(name, 'schema_migrations')`

// migrate brings a database to the present schema, forward only. What a
// crash left half done is done again: every statement may run twice.
func (t Teams) migrate(ctx context.Context, l layout) error {
	steps, err := t.migrations()
	if err != nil {
		return err
	}
	if err := t.run(ctx, l, migrationsText); err != nil {
		return fmt.Errorf("make the table of migrations: %w", err)
	}
	applied, err := t.applied(ctx, l)
	if err != nil {
		return fmt.Errorf("read the applied migrations: %w", err)
	}
	if applied.newest > uint32(len(steps)) {
		return applied.check(len(steps))
	}
	if applied.newest == 0 {
		isNew, err := t.hasNothing(ctx, l)
		if err != nil {
			return fmt.Errorf("look for tables: %w", err)
		}
		if err := t.make(ctx, l, steps); err != nil {
			return fmt.Errorf("make the tables: %w", err)
		}
		if isNew {
			return t.record(ctx, l, steps)
		}
	}
	for _, step := range steps[applied.newest:] {
		if err := t.apply(ctx, l, step); err != nil {
			return fmt.Errorf("apply migration %04d_%s: %w", step.version, step.name, err)
		}
	}
	return nil
}

// make makes the tables that are not there as the last migration leaves them. Where
// there are some already, another server is making them at this moment, or one has
// crashed: then the migrations are applied to all of them besides. Tables as the first
// migrations leave them would be found by the other one, and taken for its own.
func (t Teams) make(ctx context.Context, l layout, steps []migration) error {
	statements, err := l.newTables(steps)
	if err != nil {
		return err
	}
	return t.exec(ctx, l, statements)
}

func (t Teams) apply(ctx context.Context, l layout, step migration) error {
	if err := t.run(ctx, l, step.text); err != nil {
		return err
	}
	return t.record(ctx, l, []migration{step})
}

// record notes that migrations were applied: on every server, so that each can say so
// while others are away.
func (t Teams) record(ctx context.Context, l layout, steps []migration) error {
	if l.cluster != "" && !t.isOne {
		return t.recordEach(ctx, l, steps)
	}
	rows := make([]string, len(steps))
	for i, step := range steps {
		rows[i] = fmt.Sprintf("(%d, %s)", step.version, clickhouse.QuoteText(step.name))
	}
	return t.run(ctx, l, fmt.Sprintf(recordText, strings.Join(rows, ", ")))
}

func (t Teams) recordEach(ctx context.Context, l layout, steps []migration) error {
	hosts, err := t.client.WholeHosts(ctx)
	if err != nil {
		return err
	}
	for _, host := range hosts {
		if err := t.on(host).record(ctx, l.own(), steps); err != nil {
			return fmt.Errorf("shard %d: %w", host.Shard, err)
		}
	}
	return nil
}

// run executes the statements of a schema text in order.
func (t Teams) run(ctx context.Context, l layout, text string) error {
	statements, err := l.statements(text)
	if err != nil {
		return err
	}
	return t.exec(ctx, l, statements)
}

// hasNothing reports whether a database has no tables but that of migrations.
func (t Teams) hasNothing(ctx context.Context, l layout) (bool, error) {
	var count proto.ColUInt64
	err := t.client.AdminQuery(ctx, ch.Query{
		Body:       storedText,
		Parameters: clickhouse.NativeParams([]clickhouse.Param{clickhouse.String("database", l.database)}),
		Result:     proto.Results{{Name: "tables", Data: &count}},
	})
	return err == nil && count.Rows() > 0 && count.Row(0) == 0, err
}

// applied is what the table of migrations says: the newest one, and the version
// that a program has to know to use the tables.
type applied struct{ newest, least uint32 }

// check refuses tables of a newer program unless older ones may go on with them.
func (a applied) check(known int) error {
	if a.least <= uint32(known) {
		return nil
	}
	return fault.New(fault.Conflict,
		"the telemetry database has schema version %d, for which a program has to know version %d, and this program knows %d: use a newer one",
		a.newest, a.least, known)
}

// applied returns what was applied, zero for nothing.
func (t Teams) applied(ctx context.Context, l layout) (applied, error) {
	statements, err := l.statements(appliedText)
	if err != nil {
		return applied{}, err
	}
	var newest, least proto.ColUInt32
	err = t.client.AdminQuery(ctx, ch.Query{
		Body:   statements[0],
		Result: proto.Results{{Name: "newest", Data: &newest}, {Name: "least", Data: &least}},
	})
	if err != nil || newest.Rows() == 0 {
		return applied{}, err
	}
	return applied{newest.Row(0), least.Row(0)}, nil
}

// isNewer reports whether a newer program has changed a team's tables, on a
// cluster on any server that is ready.
func (t Teams) isNewer(ctx context.Context, teamID string) (bool, error) {
	l, err := t.layout(teamID)
	if err != nil {
		return false, err
	}
	steps, err := t.migrations()
	if err != nil {
		return false, err
	}
	if !l.isEach() || t.isOne {
		found, err := t.applied(ctx, l)
		return found.newest > uint32(len(steps)), err
	}
	hosts, err := t.client.Hosts(ctx)
	if err != nil {
		return false, err
	}
	newest := make([]uint32, len(hosts))
	err = onHosts(hosts, func(h *clickhouse.Host) error {
		found, err := t.on(h).applied(ctx, l)
		newest[slices.Index(hosts, h)] = found.newest
		return err
	})
	return slices.Max(newest) > uint32(len(steps)), err
}

// NewestSchema returns the newest version of the tables that this program knows.
func NewestSchema() (int, error) {
	steps, err := migrations()
	return len(steps), err
}
