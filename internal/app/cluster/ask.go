package cluster

import (
	"context"
	"fmt"
	"net"
	"strconv"
	"time"

	"github.com/ClickHouse/ch-go"
	"github.com/ClickHouse/ch-go/proto"

	"github.com/cairnstack/cairn/internal/clickhouse"
)

// server asks one server.
type server struct {
	client *clickhouse.Client
	now    func() time.Time
}

// query calls row with the number of each row of a result.
func (s server) query(ctx context.Context, q ch.Query, row func(i int)) error {
	ctx, cancel := context.WithTimeout(ctx, answerTimeMax)
	defer cancel()
	result, _ := q.Result.(proto.Results)
	q.OnResult = func(context.Context, proto.Block) error {
		for i := range result.Rows() {
			row(i)
		}
		return nil
	}
	return s.client.AdminQuery(ctx, q)
}

const basicsText = `
SELECT version() AS version, toUInt64(uptime()) AS uptime, toInt64(toUnixTimestamp64Micro(now64(6))) AS now`

// basics asks how the server is. Its clock was read at some moment between our
// question and its answer: only what lies outside of them is skew.
func (s server) basics(ctx context.Context, to *Server) error {
	var version proto.ColStr
	var uptime proto.ColUInt64
	var now proto.ColInt64
	before := s.now()
	return s.query(ctx, ch.Query{
		Body: basicsText, Result: proto.Results{{Name: "version", Data: &version}, {Name: "uptime", Data: &uptime}, {Name: "now", Data: &now}},
	}, func(i int) {
		to.Version, to.Uptime = version.Row(i), time.Duration(uptime.Row(i))*time.Second
		to.Skew = skew(before, time.UnixMicro(now.Row(i)), s.now())
	})
}

func skew(before, theirs, after time.Time) time.Duration {
	switch {
	case theirs.Before(before):
		return theirs.Sub(before)
	case theirs.After(after):
		return theirs.Sub(after)
	}
	return 0
}

const definitionText = `
SELECT toUInt32(shard_num) AS shard, toUInt32(replica_num) AS replica, host_name AS host, toUInt32(port) AS port
FROM system.clusters
WHERE cluster = {cluster:String}
ORDER BY shard, replica
LIMIT 4096`

// definition returns the cluster as the server knows it.
func (s server) definition(ctx context.Context, cluster string) (places []Place, err error) {
	var shard, replica, port proto.ColUInt32
	var host proto.ColStr
	err = s.query(ctx, ch.Query{
		Body: definitionText, Parameters: named(cluster),
		Result: proto.Results{
			{Name: "shard", Data: &shard}, {Name: "replica", Data: &replica}, {Name: "host", Data: &host}, {Name: "port", Data: &port},
		},
	}, func(i int) {
		address := net.JoinHostPort(host.Row(i), strconv.Itoa(int(port.Row(i))))
		places = append(places, Place{shard.Row(i), replica.Row(i), address})
	})
	return places, err
}

func named(cluster string) []proto.Parameter {
	return clickhouse.NativeParams([]clickhouse.Param{clickhouse.String("cluster", cluster)})
}

const reachedText = `
SELECT DISTINCT toUInt32(_shard_num) AS number
FROM clusterAllReplicas(%s, system.one)
LIMIT 4096`

// reachSettings make a server leave out those that it does not reach soon.
func reachSettings() []ch.Setting {
	return clickhouse.NativeSettings([]clickhouse.Setting{
		{Name: "skip_unavailable_shards", Value: "1"},
		{Name: "use_hedged_requests", Value: "0"},
		{Name: "connect_timeout_with_failover_ms", Value: "1000"},
		{Name: "connect_timeout_with_failover_secure_ms", Value: "1000"},
		{Name: "handshake_timeout_ms", Value: "1000"},
	})
}

// reached returns which servers of the cluster the server reaches: each of them
// counts as a shard of its own.
func (s server) reached(ctx context.Context, cluster string) (map[uint32]bool, error) {
	var number proto.ColUInt32
	found := map[uint32]bool{}
	err := s.query(ctx, ch.Query{
		Body: fmt.Sprintf(reachedText, clickhouse.QuoteText(cluster)), Settings: reachSettings(),
		Result: proto.Results{{Name: "number", Data: &number}},
	}, func(i int) { found[number.Row(i)] = true })
	return found, err
}

const tablesText = `
SELECT database, arrayStringConcat(arraySort(groupArray(name)), ' ') AS tables
FROM system.tables
WHERE match(database, '^cairn_[0-9a-f]{24}$')
GROUP BY database
HAVING countIf(engine = 'Distributed') > 0
LIMIT 100000`

// tables returns the names of the tables in each team's database, but for databases
// that were made for that server alone.
func (s server) tables(ctx context.Context) (map[string]string, error) {
	var database, tables proto.ColStr
	found := map[string]string{}
	err := s.query(ctx, ch.Query{
		Body: tablesText, Result: proto.Results{{Name: "database", Data: &database}, {Name: "tables", Data: &tables}},
	}, func(i int) { found[database.Row(i)] = tables.Row(i) })
	return found, err
}

const storageText = `
SELECT
    sumIf(rows, table NOT IN ('ids_local', 'series_local', 'schema_migrations_local')) AS rows,
    sum(bytes_on_disk) AS bytes,
    toUInt64(count()) AS parts
FROM system.parts
WHERE active AND match(database, '^cairn_[0-9a-f]{24}$')`

// storage counts rows, bytes and parts. Rows of indexes are no telemetry.
func (s server) storage(ctx context.Context, to *Storage) error {
	var rows, bytes, parts proto.ColUInt64
	return s.query(ctx, ch.Query{
		Body: storageText, Result: proto.Results{{Name: "rows", Data: &rows}, {Name: "bytes", Data: &bytes}, {Name: "parts", Data: &parts}},
	}, func(i int) { to.Rows, to.Bytes, to.Parts = rows.Row(i), bytes.Row(i), parts.Row(i) })
}

func (s server) merges(ctx context.Context, to *Storage) error {
	var merges proto.ColUInt64
	return s.query(ctx, ch.Query{
		Body: "SELECT toUInt64(count()) AS merges FROM system.merges WHERE startsWith(database, 'cairn_')", Result: proto.Results{{Name: "merges", Data: &merges}},
	}, func(i int) { to.Merges = merges.Row(i) })
}

const disksText = `
SELECT name, free_space, total_space
FROM system.disks
WHERE NOT is_remote
ORDER BY name
LIMIT 100`

// disks returns the local disks: object storage has no end.
func (s server) disks(ctx context.Context) (disks []Disk, err error) {
	var name proto.ColStr
	var free, total proto.ColUInt64
	err = s.query(ctx, ch.Query{
		Body: disksText, Result: proto.Results{{Name: "name", Data: &name}, {Name: "free_space", Data: &free}, {Name: "total_space", Data: &total}},
	}, func(i int) { disks = append(disks, Disk{name.Row(i), free.Row(i), total.Row(i)}) })
	return disks, err
}

const replicasText = `
SELECT toUInt64(count()) AS tables, toUInt64(countIf(is_readonly)) AS read_only, toUInt64(max(absolute_delay)) AS lag
FROM system.replicas
WHERE startsWith(database, 'cairn_')`

func (s server) replicas(ctx context.Context, to *Replicas) error {
	var tables, readOnly, lag proto.ColUInt64
	return s.query(ctx, ch.Query{
		Body: replicasText, Result: proto.Results{{Name: "tables", Data: &tables}, {Name: "read_only", Data: &readOnly}, {Name: "lag", Data: &lag}},
	}, func(i int) {
		*to = Replicas{tables.Row(i), readOnly.Row(i), time.Duration(lag.Row(i)) * time.Second}
	})
}

func (s server) macros(ctx context.Context) (map[string]string, error) {
	var macro, substitution proto.ColStr
	found := map[string]string{}
	err := s.query(ctx, ch.Query{
		Body:   "SELECT macro, substitution FROM system.macros LIMIT 1000",
		Result: proto.Results{{Name: "macro", Data: &macro}, {Name: "substitution", Data: &substitution}},
	}, func(i int) { found[macro.Row(i)] = substitution.Row(i) })
	return found, err
}

// path returns where in Keeper the replicas of a table meet that says nothing of
// that itself.
func (s server) path(ctx context.Context) (path string, err error) {
	var value proto.ColStr
	err = s.query(ctx, ch.Query{
		Body:   "SELECT value FROM system.server_settings WHERE name = 'default_replica_path' LIMIT 1",
		Result: proto.Results{{Name: "value", Data: &value}},
	}, func(i int) { path = value.Row(i) })
	return path, err
}

// keeper returns why the server does not reach its Keeper. A server without one
// in its configuration has no such table, or refuses to read it.
func (s server) keeper(ctx context.Context) error {
	var name proto.ColStr
	return s.query(ctx, ch.Query{
		Body: "SELECT name FROM system.zookeeper WHERE path = '/' LIMIT 1", Result: proto.Results{{Name: "name", Data: &name}},
	}, func(int) {})
}

const stuckText = `
SELECT DISTINCT concat(ifNull(host, ''), ':', toString(ifNull(port, 0))) AS host
FROM system.distributed_ddl_queue
WHERE cluster = {cluster:String}
    AND ifNull(toString(status), '') NOT IN ('Finished', 'Removing')
    AND query_create_time < now() - 60
ORDER BY host
LIMIT 100`

// stuckDDL returns the hosts on which statements for all servers have waited for
// more than a minute.
func (s server) stuckDDL(ctx context.Context, cluster string) (hosts []string, err error) {
	var host proto.ColStr
	err = s.query(ctx, ch.Query{
		Body: stuckText, Parameters: named(cluster), Result: proto.Results{{Name: "host", Data: &host}},
	}, func(i int) { hosts = append(hosts, host.Row(i)) })
	return hosts, err
}
