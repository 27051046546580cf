package tables

import (
	"context"
	"encoding/binary"
	"fmt"
	"io"
	"strings"

	"github.com/ClickHouse/ch-go"
	"github.com/ClickHouse/ch-go/proto"

	"github.com/cairnstack/cairn/internal/clickhouse"
)

// change is a number of statements for every server of a cluster.
type change struct {
	number     uint64 // nanoseconds since 1970
	database   string
	subject    string // of changes that replace each other; empty: of none
	statements []string
	settings   []clickhouse.Setting
}

// dropSubject is the subject of the end of a database.
const dropSubject = "drop"

// changesDatabase holds, on every server, the changes that are known there and
// those that were carried out there.
const changesDatabase = clickhouse.DatabasePrefix + "cluster"

// makeChangesText makes the tables of changes. What no server has lacked for half
// a year is forgotten.
const makeChangesText = `
CREATE DATABASE IF NOT EXISTS cairn_cluster;

CREATE TABLE IF NOT EXISTS cairn_cluster.changes
(
    number     UInt64,
    at         DateTime('UTC') DEFAULT now('UTC'),
    database   String,
    subject    String,
    statements Array(String),
    settings   Map(String, String)
)
ENGINE = ReplacingMergeTree
ORDER BY number
TTL at + INTERVAL 180 DAY
SETTINGS fsync_after_insert = 1, fsync_part_directory = 1;

CREATE TABLE IF NOT EXISTS cairn_cluster.changes_done
(
    number UInt64,
    at     DateTime('UTC') DEFAULT now('UTC')
)
ENGINE = ReplacingMergeTree
ORDER BY number
TTL at + INTERVAL 180 DAY
SETTINGS fsync_after_insert = 1, fsync_part_directory = 1;
`

// execEach carries a change out on every server. It is noted first on all that
// are ready, so that it is found later: by a server that is away now, or by
// another Cairn after this one has died. A caller who goes away meanwhile does not
// stop it: a server that has half of a change can't be read from.
func (t Teams) execEach(ctx context.Context, c change) error {
	ctx = context.WithoutCancel(ctx)
	hosts, err := t.client.Hosts(ctx)
	if err != nil {
		return err
	}
	if c.number, err = t.nextNumber(); err != nil {
		return err
	}
	if err := onHosts(hosts, func(h *clickhouse.Host) error { return t.on(h).note(ctx, c) }); err != nil {
		return fmt.Errorf("note the change: %w", err)
	}
	for i := range c.statements {
		err := onHosts(hosts, func(h *clickhouse.Host) error { return h.Client.Exec(ctx, c.statements[i], c.settings...) })
		if err != nil { // what one server refuses, nobody is to try again
			_ = onHosts(hosts, func(h *clickhouse.Host) error { return t.on(h).noteDone(ctx, c) })
			return err
		}
	}
	return onHosts(hosts, func(h *clickhouse.Host) error { return t.on(h).noteDone(ctx, c) })
}

// numberRandomBits is how much of a number tells changes of one moment apart.
const numberRandomBits = 16

// nextNumber returns a number for a change, above those of earlier ones.
func (t Teams) nextNumber() (uint64, error) {
	var fresh [numberRandomBits / 8]byte
	if _, err := io.ReadFull(t.client.Random(), fresh[:]); err != nil {
		return 0, fmt.Errorf("make the number of a change: %w", err)
	}
	now := uint64(t.client.Now().UnixNano())
	return now>>numberRandomBits<<numberRandomBits | uint64(binary.BigEndian.Uint16(fresh[:])), nil
}

// note writes a change down on a server.
func (t Teams) note(ctx context.Context, c change) error {
	statements := make([]string, len(c.statements))
	for i, sql := range c.statements {
		statements[i] = clickhouse.QuoteText(sql)
	}
	var settings []string
	for _, s := range c.settings {
		settings = append(settings, clickhouse.QuoteText(s.Name), clickhouse.QuoteText(s.Value))
	}
	return t.client.Exec(ctx, fmt.Sprintf(
		"INSERT INTO %s.changes (number, database, subject, statements, settings)\nSELECT %d, %s, %s, [%s], map(%s)",
		changesDatabase, c.number, clickhouse.QuoteText(c.database), clickhouse.QuoteText(c.subject),
		strings.Join(statements, ", "), strings.Join(settings, ", "),
	))
}

// noteDone writes down that a change was carried out on a server.
func (t Teams) noteDone(ctx context.Context, c change) error {
	return t.client.Exec(ctx, fmt.Sprintf("INSERT INTO %s.changes_done (number)\nSELECT %d", changesDatabase, c.number))
}

const changesText = `
SELECT number, database, subject, statements, mapKeys(settings) AS names, mapValues(settings) AS values
FROM cairn_cluster.changes
ORDER BY number`

// changes returns the changes that a server knows.
func (t Teams) changes(ctx context.Context) ([]change, error) {
	var number proto.ColUInt64
	var database, subject proto.ColStr
	statements, names, values := proto.NewArray(&proto.ColStr{}), proto.NewArray(&proto.ColStr{}), proto.NewArray(&proto.ColStr{})
	var found []change
	err := t.client.AdminQuery(ctx, ch.Query{
		Body: changesText,
		Result: proto.Results{
			{Name: "number", Data: &number}, {Name: "database", Data: &database}, {Name: "subject", Data: &subject},
			{Name: "statements", Data: statements}, {Name: "names", Data: names}, {Name: "values", Data: values},
		},
		OnResult: func(context.Context, proto.Block) error {
			for i := range number.Rows() {
				c := change{number: number.Row(i), database: database.Row(i), subject: subject.Row(i), statements: statements.Row(i)}
				for j, name := range names.Row(i) {
					c.settings = append(c.settings, clickhouse.Setting{Name: name, Value: values.Row(i)[j]})
				}
				found = append(found, c)
			}
			return nil
		},
	})
	return found, err
}

// done returns the numbers of the changes that were carried out on a server.
func (t Teams) done(ctx context.Context) (map[uint64]bool, error) {
	var number proto.ColUInt64
	found := map[uint64]bool{}
	err := t.client.AdminQuery(ctx, ch.Query{
		Body: "SELECT DISTINCT number FROM cairn_cluster.changes_done", Result: proto.Results{{Name: "number", Data: &number}},
		OnResult: func(context.Context, proto.Block) error {
			for i := range number.Rows() {
				found[number.Row(i)] = true
			}
			return nil
		},
	})
	return found, err
}
