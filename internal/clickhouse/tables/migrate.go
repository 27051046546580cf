package tables

import (
	"context"
	"fmt"
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

const appliedText = `
SELECT max(version) AS version
FROM {{ledger}}
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
	steps, err := migrations()
	if err != nil {
		return err
	}
	if err := t.run(ctx, l, migrationsText); err != nil {
		return fmt.Errorf("make the table of migrations: %w", err)
	}
	applied, err := t.appliedVersion(ctx, l)
	if err != nil {
		return fmt.Errorf("read the applied migrations: %w", err)
	}
	if int(applied) > len(steps) {
		return fault.New(fault.Conflict,
			"the telemetry database has schema version %d, this program knows %d: use a newer one", applied, len(steps))
	}
	if applied == 0 {
		isNew, err := t.hasNothing(ctx, l)
		if err != nil {
			return fmt.Errorf("look for tables: %w", err)
		}
		if isNew {
			return t.make(ctx, l, steps)
		}
	}
	for _, step := range steps[applied:] {
		if err := t.apply(ctx, l, step); err != nil {
			return fmt.Errorf("apply migration %04d_%s: %w", step.version, step.name, err)
		}
	}
	return nil
}

// make makes the tables of a new team as the last migration leaves them. After
// a crash in the middle, the migrations are applied to those that are there.
func (t Teams) make(ctx context.Context, l layout, steps []migration) error {
	statements, err := l.newTables(steps)
	if err != nil {
		return err
	}
	if err := t.exec(ctx, l, statements); err != nil {
		return fmt.Errorf("make the tables: %w", err)
	}
	return t.record(ctx, l, steps)
}

func (t Teams) apply(ctx context.Context, l layout, step migration) error {
	if err := t.run(ctx, l, step.text); err != nil {
		return err
	}
	return t.record(ctx, l, []migration{step})
}

// record notes that migrations were applied.
func (t Teams) record(ctx context.Context, l layout, steps []migration) error {
	rows := make([]string, len(steps))
	for i, step := range steps {
		rows[i] = fmt.Sprintf("(%d, %s)", step.version, clickhouse.QuoteText(step.name))
	}
	return t.run(ctx, l, fmt.Sprintf(recordText, strings.Join(rows, ", ")))
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

// appliedVersion returns the newest applied version, zero for none.
func (t Teams) appliedVersion(ctx context.Context, l layout) (uint32, error) {
	statements, err := l.statements(appliedText)
	if err != nil {
		return 0, err
	}
	var version proto.ColUInt32
	err = t.client.AdminQuery(ctx, ch.Query{
		Body:   statements[0],
		Result: proto.Results{{Name: "version", Data: &version}},
	})
	if err != nil || version.Rows() == 0 {
		return 0, err
	}
	return version.Row(0), nil
}
