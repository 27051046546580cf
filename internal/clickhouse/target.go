package clickhouse

import (
	"cmp"
	"crypto/tls"
	"log/slog"
	"time"
)

// Role is what a connection may do; each has its own login, limits and pool.
type Role uint8

// The roles.
const (
	Writer Role = iota // inserts
	Reader             // read-only queries under limits
	Admin              // schema, KILL QUERY, sizes
)

// Roles is the number of roles.
const Roles = 3

// String returns the role's name, for logs and metric labels.
func (r Role) String() string {
	switch r {
	case Writer:
		return "writer"
	case Reader:
		return "reader"
	case Admin:
		return "admin"
	}
	return "unknown"
}

// watches reports whether calls of the role are refused, and given up, when
// the server gives no sign of life. Inserts are not: their sender waits
// for the engine anyway, and one that is given up has to be looked for.
func (r Role) watches() bool { return r != Writer }

// Login is a user of the engine. Neither fmt nor slog prints its password.
type Login struct {
	User     string
	Password string
}

// String returns the user's name alone.
func (l Login) String() string { return l.User }

// GoString returns the user's name alone.
func (l Login) GoString() string { return l.User }

// LogValue returns the user's name alone.
func (l Login) LogValue() slog.Value { return slog.StringValue(l.User) }

// Target is everything that a dial needs to know at one moment.
type Target struct {
	Addresses  []string // host:port, tried in order
	Logins     [Roles]Login
	Database   string // of a fresh connection; empty: the server's default
	Cluster    string // empty: a single server
	DDL        DDL    // how the servers of a cluster get their tables
	IsPlain    bool   // tables of a cluster are not replicated
	TLS        *tls.Config
	Generation uint64 // changes when connections of before are dead
	Ceiling    Limits // what a read may use at most
	// Threads is how many threads a read may have at most; 0 leaves that to the
	// server.
	Threads int
	// SpillRoom returns how much reads may put on the server's disk in all; nil
	// leaves that to the server.
	SpillRoom func() int64
	// Settings go with each call of a role. They are empty where the server
	// pins them in the role's profile.
	Settings [Roles][]Setting
	// Used returns the processor time that the server has taken; nil where
	// nobody can tell.
	Used func() time.Duration
}

func (t Target) firstDatabase() string { return cmp.Or(t.Database, "default") }

// DDL is how a statement that makes or changes tables reaches every server of a
// cluster.
type DDL uint8

// The ways of DDL.
const (
	DDLOnCluster          DDL = iota // the servers pass it on through their Keeper
	DDLEach                          // Cairn runs it on every server itself
	DDLReplicatedDatabase            // databases are replicated, and pass it on
)

// ddlNames are what the ways are called in an address.
func ddlNames() [3]string {
	return [...]string{DDLOnCluster: "on-cluster", DDLEach: "each", DDLReplicatedDatabase: "replicated-database"}
}

// String returns the name that an address has for it.
func (d DDL) String() string { return ddlNames()[d] }

// Endpoint returns where to dial, or an Unavailable fault with the reason why
// nothing can be reached at the moment.
type Endpoint interface {
	Target() (Target, error)
}
