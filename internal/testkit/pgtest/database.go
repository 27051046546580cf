package pgtest

import (
	"context"
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
)

// statementTimeout bounds the making and dropping of one database.
const statementTimeout = time.Minute

// NewDatabase returns the address of an empty database of the cluster that is
// dropped when t ends.
func (c *Cluster) NewDatabase(t testing.TB) string {
	t.Helper()
	return c.copyOf(t, "template0")
}

// model is a database that others are copied from.
type model struct {
	once sync.Once
	err  error
}

// NewCopy returns the address of a copy of the database that fill has filled,
// once for each name. The copy is dropped when t ends.
func (c *Cluster) NewCopy(t testing.TB, name string, fill func(address string) error) string {
	t.Helper()
	known, _ := c.models.LoadOrStore(name, new(model))
	m := known.(*model)
	m.once.Do(func() {
		m.err = c.run(func(conn *pgx.Conn) string { return "CREATE DATABASE " + name + copying(conn, "template0") })
		if m.err == nil {
			m.err = fill(c.address(name))
		}
	})
	if m.err != nil {
		t.Fatalf("pgtest: the model %s: %v", name, m.err)
	}
	return c.copyOf(t, name)
}

// copyOf makes a database of its own for t.
func (c *Cluster) copyOf(t testing.TB, template string) string {
	t.Helper()
	name := fmt.Sprintf("test_%d", c.databases.Add(1))
	if err := c.run(func(conn *pgx.Conn) string { return "CREATE DATABASE " + name + copying(conn, template) }); err != nil {
		t.Fatalf("pgtest: %v", err)
	}
	t.Cleanup(func() {
		err := c.run(func(*pgx.Conn) string { return "DROP DATABASE IF EXISTS " + name + " WITH (FORCE)" })
		if err != nil {
			t.Errorf("pgtest: %v", err)
		}
	})
	return c.address(name)
}

// copying returns how to make a database from another one. Copying files is
// several times quicker than writing each page to the log; versions before 15
// know no other way.
func copying(conn *pgx.Conn, template string) string {
	var major int
	_, err := fmt.Sscanf(conn.PgConn().ParameterStatus("server_version"), "%d", &major)
	if err != nil || major < 15 {
		return " TEMPLATE " + template
	}
	return " TEMPLATE " + template + " STRATEGY file_copy"
}

func (c *Cluster) address(database string) string {
	return fmt.Sprintf("postgres://%s:%s@%s/%s?sslmode=disable", role, password, c.addr, database)
}

// run connects and executes the statement that the connection is asked for.
func (c *Cluster) run(statement func(conn *pgx.Conn) string) error {
	ctx, cancel := context.WithTimeout(context.Background(), statementTimeout)
	defer cancel()
	conn, err := pgx.Connect(ctx, c.address("postgres"))
	if err != nil {
		return err
	}
	defer func() { _ = conn.Close(ctx) }()
	_, err = conn.Exec(ctx, statement(conn))
	return err
}
