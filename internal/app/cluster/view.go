package cluster

import (
	"time"

	"github.com/cairnstack/cairn/internal/clickhouse"
)

// View is what the servers of a cluster said.
type View struct {
	Cluster string
	User    string // as whom Cairn signs in
	DDL     clickhouse.DDL
	IsPlain bool // tables are not replicated
	Servers []Server
}

// NeedsKeeper reports whether the servers need a Keeper for what the address of
// the cluster asks for.
func (v View) NeedsKeeper() bool { return !v.IsPlain || v.DDL != clickhouse.DDLEach }

// NeedsMacros reports whether the servers need the macros shard and replica.
func (v View) NeedsMacros() bool { return !v.IsPlain || v.DDL == clickhouse.DDLReplicatedDatabase }

// NeedsPath reports whether replicas meet only where the servers' configuration
// names the place by database and table: Cairn makes each table on each server, so
// that its replicas have different uuids.
func (v View) NeedsPath() bool { return !v.IsPlain && v.DDL == clickhouse.DDLEach }

// Place is where a server stands in the definition of a cluster.
type Place struct {
	Shard, Replica uint32 // counted from 1
	Address        string // host:port
}

// Server is what one server said.
type Server struct {
	Place

	Err     error // why it said nothing; nil: it answers
	Unasked []Unasked

	Version    string
	Uptime     time.Duration
	Skew       time.Duration     // of its clock against ours, as far as it is certain
	Definition []Place           // the cluster as this server knows it
	Reached    map[uint32]bool   // which servers it reaches, by their position in its definition from 1
	Tables     map[string]string // the tables of each team's database
	Macros     map[string]string
	Path       string // default_replica_path: where in Keeper the replicas of a table meet
	Disks      []Disk
	Missing    []string // grants that the login lacks
	Storage    Storage
	Replicas   Replicas
	StuckDDL   []string // hosts on which statements for all servers wait
}

// Unasked is a question that a server refused.
type Unasked struct {
	About string
	Err   error
}

// Storage is what the tables of teams hold on a server.
type Storage struct {
	Rows   uint64 // of telemetry
	Bytes  uint64 // on disk
	Parts  uint64
	Merges uint64 // that are running
}

// Disk is a local disk of a server.
type Disk struct {
	Name       string
	FreeBytes  uint64
	TotalBytes uint64
}

// Replicas is how the replicated tables of a server are.
type Replicas struct {
	Tables   uint64
	ReadOnly uint64
	Lag      time.Duration // of the table that lags most
}

// Answers reports whether the server said something.
func (s Server) Answers() bool { return s.Err == nil }

// answering returns the servers that said something.
func (v View) answering() []Server {
	var found []Server
	for _, s := range v.Servers {
		if s.Answers() {
			found = append(found, s)
		}
	}
	return found
}

// Shards returns the servers by their shards, in order.
func (v View) Shards() [][]Server {
	var shards [][]Server
	for _, s := range v.Servers {
		if n := len(shards); n > 0 && shards[n-1][0].Shard == s.Shard {
			shards[n-1] = append(shards[n-1], s)
			continue
		}
		shards = append(shards, []Server{s})
	}
	return shards
}
