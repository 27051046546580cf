package sqlstore

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"github.com/cairnstack/cairn/internal/pause"
)

// How often a node says that it lives, after how long a silent one counts as
// gone, and how often one that waits for others looks.
const (
	NodeBeat  = 5 * time.Second
	NodeTTL   = 20 * time.Second
	nodeLook  = time.Second
	nodesMax  = 1000
	giveWay   = 200 * time.Millisecond // before a migration that had to wait is tried again
	lockWaits = "SET LOCAL lock_timeout = '1s'"
)

// Node is a server that runs on a database which several may share.
type Node struct {
	ID      string // differs between processes
	Name    string // of the machine, for people
	Version string // of the program
	Knows   int64  // newest version of the schema
}

const (
	enterNodeSQL = `
INSERT INTO nodes (id, name, version, knows, expires_at)
VALUES ($1, $2, $3, $4, $5)
ON CONFLICT (id) DO UPDATE
SET expires_at = $5`

	leaveNodeSQL = `
DELETE FROM nodes
WHERE id = $1`

	forgetNodesSQL = `
DELETE FROM nodes
WHERE expires_at <= $1`

	livingNodesSQL = `
SELECT id, name, version, knows
FROM nodes
WHERE expires_at > $1
ORDER BY name, id
LIMIT $2`
)

// olderNodeError says that a node runs which could not go on after a migration.
type olderNodeError struct {
	Node
	least, target int64
}

func (e olderNodeError) Error() string {
	return fmt.Sprintf("cairn %s runs on %s and knows version %d of the schema, and from version %d on a program has to know version %d: "+
		"upgrade by way of the release between, or stop all nodes of that version first", e.Version, e.Name, e.Knows, e.target, e.least)
}

// migrateAfterNodes migrates, and waits for older nodes that could not go on: one
// that was killed is silent, and counts as gone soon.
func (s *Store) migrateAfterNodes(ctx context.Context) error {
	tries := int(s.options.NodeTTL/nodeLook) + 2
	for try := 1; ; try++ {
		err := s.migrateAlone(ctx)
		older, waits := errors.AsType[olderNodeError](err)
		if !waits || try >= tries {
			return err
		}
		if try == 1 {
			s.options.Logger.InfoContext(ctx, "an older node runs that could not use the new schema", "node", older.Name, "version", older.Version)
		}
		if err := pause.For(ctx, nodeLook); err != nil {
			return err
		}
	}
}

// checkNodes returns an olderNodeError for a living node that does not know the
// least version.
func (s *Store) checkNodes(ctx context.Context, schema *sql.DB, current, least int64) error {
	if least == 0 || current < supportSince {
		return nil
	}
	nodes, err := s.livingNodes(ctx, schema)
	if err != nil {
		return err
	}
	for _, node := range nodes {
		if node.Knows < least {
			return olderNodeError{node, least, current + 1}
		}
	}
	return nil
}

// Enter notes that a node runs, until Leave. A schema that it can't use any more
// is refused. SQLite has one server, by the lock of its folder: nothing is noted.
func (s *Store) Enter(ctx context.Context, n Node) error {
	known, err := s.newestVersion()
	if err != nil || s.Kind() == KindSQLite {
		return err
	}
	n.Knows = known
	err = s.withSchema(ctx, func(schema *sql.DB) error {
		if err := s.checkUsable(ctx); err != nil {
			return err
		}
		return s.beat(ctx, n)
	})
	if err != nil {
		return fmt.Errorf("%s: %s", s.dialect.place, s.dialect.explain(err))
	}
	return nil
}

// Beat says that a node lives. It returns an ErrOutdated once the schema is one
// that the node can't use.
func (s *Store) Beat(ctx context.Context, n Node) error {
	if s.Kind() == KindSQLite {
		return nil
	}
	known, err := s.newestVersion()
	if err != nil {
		return err
	}
	n.Knows = known
	if err := s.checkUsable(ctx); err != nil {
		return err
	}
	return s.beat(ctx, n)
}

// ErrOutdated says that newer programs have changed the schema so that this one
// can't go on.
var ErrOutdated = errors.New("a newer cairn has changed the database")

func (s *Store) checkUsable(ctx context.Context) error {
	known, err := s.newestVersion()
	if err != nil {
		return err
	}
	least, err := one(ctx, s, scanInt64, about("schema", leastSQL))
	if err == nil && least > known {
		return fmt.Errorf("%w: a program has to know version %d of the schema, and this one knows version %d; start a newer cairn", ErrOutdated, least, known)
	}
	return err
}

func (s *Store) beat(ctx context.Context, n Node) error {
	now, err := s.Clock(ctx)
	if err != nil {
		return err
	}
	if _, err := s.change(ctx, about("node", forgetNodesSQL, now.UnixMilli())); err != nil {
		return err
	}
	return s.insert(ctx, about("node", enterNodeSQL, n.ID, n.Name, n.Version, n.Knows, now.Add(s.options.NodeTTL).UnixMilli()))
}

// Leave notes that a node has ended.
func (s *Store) Leave(ctx context.Context, n Node) error {
	_, err := s.change(ctx, about("node", leaveNodeSQL, n.ID))
	return err
}

// Nodes returns the nodes that live.
func (s *Store) Nodes(ctx context.Context) ([]Node, error) {
	now, err := s.Clock(ctx)
	if err != nil {
		return nil, err
	}
	return some(ctx, s, scanNode, about("node", livingNodesSQL, now.UnixMilli(), nodesMax))
}

// livingNodes is Nodes while the schema is locked.
func (s *Store) livingNodes(ctx context.Context, schema *sql.DB) ([]Node, error) {
	now, err := s.Clock(ctx)
	if err != nil {
		return nil, err
	}
	rows, err := schema.QueryContext(ctx, livingNodesSQL, now.UnixMilli(), nodesMax)
	if err != nil {
		return nil, err
	}
	return scanAll(rows, scanNode)
}

func scanNode(r row) (n Node, err error) {
	err = r.Scan(&n.ID, &n.Name, &n.Version, &n.Knows)
	return n, err
}
