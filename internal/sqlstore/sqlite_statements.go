package sqlstore

import (
	"context"
	"database/sql/driver"
	"errors"
)

// StatementsKeptMax bounds the statements that one connection keeps. The
// texts are constants of this package; there are fewer.
const StatementsKeptMax = 500

// keepingConnector makes connections that keep their statements prepared:
// SQLite compiles a text in about the time it takes to run it, and what runs
// in a transaction can't be prepared by the pool.
type keepingConnector struct{ driver.Connector }

// repeatedKey marks the context of statements that are worth keeping.
type repeatedKey struct{}

// repeated returns a context that keeps the statements which run in it: their
// texts are constants.
func repeated(ctx context.Context) context.Context {
	return context.WithValue(ctx, repeatedKey{}, true)
}

// sqliteConn is all that a connection of the driver can do for this package.
type sqliteConn interface {
	driver.Conn
	driver.ConnBeginTx
	driver.ConnPrepareContext
	driver.ExecerContext
	driver.QueryerContext
	driver.SessionResetter
	driver.Validator
}

// Connect opens a connection.
func (k keepingConnector) Connect(ctx context.Context) (driver.Conn, error) {
	conn, err := k.Connector.Connect(ctx)
	if err != nil {
		return nil, err
	}
	plain, ok := conn.(sqliteConn)
	if !ok {
		return conn, nil
	}
	return &keepingConn{sqliteConn: plain, kept: map[string]*keptStatement{}}, nil
}

// keepingConn is a connection that runs statements of this package prepared.
// Its caller, the pool, uses it from one goroutine at a time.
type keepingConn struct {
	sqliteConn
	kept map[string]*keptStatement
}

// keptStatement is a prepared statement. It is busy as long as its rows are
// open.
type keptStatement struct {
	statement driver.Stmt
	exec      driver.StmtExecContext
	query     driver.StmtQueryContext
	busy      bool
}

// ExecContext runs a statement that returns no rows.
func (c *keepingConn) ExecContext(ctx context.Context, query string, args []driver.NamedValue) (driver.Result, error) {
	kept, err := c.statement(ctx, query)
	if err != nil {
		return nil, err
	}
	if kept == nil {
		return c.sqliteConn.ExecContext(ctx, query, args)
	}
	return kept.exec.ExecContext(ctx, args)
}

// QueryContext runs a statement that returns rows.
func (c *keepingConn) QueryContext(ctx context.Context, query string, args []driver.NamedValue) (driver.Rows, error) {
	kept, err := c.statement(ctx, query)
	if err != nil {
		return nil, err
	}
	if kept == nil {
		return c.sqliteConn.QueryContext(ctx, query, args)
	}
	rows, err := kept.query.QueryContext(ctx, args)
	if err != nil {
		return nil, err
	}
	kept.busy = true
	return &keptRows{Rows: rows, of: kept}, nil
}

// statement returns the prepared statement of a text, nil where it must run
// without: a text that will not come again, and one whose rows are still open.
func (c *keepingConn) statement(ctx context.Context, query string) (*keptStatement, error) {
	if kept := c.kept[query]; kept != nil {
		if kept.busy {
			return nil, nil
		}
		return kept, nil
	}
	if ctx.Value(repeatedKey{}) == nil || len(c.kept) >= StatementsKeptMax {
		return nil, nil
	}
	fresh, err := c.PrepareContext(ctx, query)
	if err != nil {
		return nil, err
	}
	exec, canExec := fresh.(driver.StmtExecContext)
	rows, canQuery := fresh.(driver.StmtQueryContext)
	if !canExec || !canQuery {
		return nil, fresh.Close()
	}
	c.kept[query] = &keptStatement{statement: fresh, exec: exec, query: rows}
	return c.kept[query], nil
}

// Close ends the statements and the connection.
func (c *keepingConn) Close() error {
	var failures []error
	for _, kept := range c.kept {
		failures = append(failures, kept.statement.Close())
	}
	clear(c.kept)
	return errors.Join(append(failures, c.sqliteConn.Close())...)
}

// keptRows frees its statement when it is closed.
type keptRows struct {
	driver.Rows
	of *keptStatement
}

// Close ends the rows.
func (r *keptRows) Close() error {
	r.of.busy = false
	return r.Rows.Close()
}
