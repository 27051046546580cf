package sqlstore

import (
	"context"
	"database/sql"
	"errors"
	"sync"
)

// prepared is a pool that keeps its SELECT statements prepared. SQLite
// compiles a text in about the time it takes to run it; the texts are
// constants of this package, so their number is bounded.
type prepared struct {
	*sql.DB
	mu         sync.RWMutex
	statements map[string]*sql.Stmt
}

func newPrepared(db *sql.DB) *prepared {
	return &prepared{DB: db, statements: map[string]*sql.Stmt{}}
}

// QueryContext runs the query, prepared before or now.
func (p *prepared) QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error) {
	statement, err := p.statement(ctx, query) //nolint:sqlclosecheck // kept for the next call; Close ends it
	if err != nil {
		return nil, err
	}
	return statement.QueryContext(ctx, args...)
}

func (p *prepared) statement(ctx context.Context, query string) (*sql.Stmt, error) {
	p.mu.RLock()
	known, ok := p.statements[query]
	p.mu.RUnlock()
	if ok {
		return known, nil
	}
	fresh, err := p.PrepareContext(ctx, query)
	if err != nil {
		return nil, err
	}
	return p.keep(query, fresh)
}

// keep remembers the statement, unless another caller was faster.
func (p *prepared) keep(query string, fresh *sql.Stmt) (*sql.Stmt, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if known, ok := p.statements[query]; ok {
		return known, fresh.Close()
	}
	p.statements[query] = fresh
	return fresh, nil
}

// Close ends the statements and the pool.
func (p *prepared) Close() error {
	p.mu.Lock()
	defer p.mu.Unlock()
	var failures []error
	for _, statement := range p.statements {
		failures = append(failures, statement.Close())
	}
	clear(p.statements)
	return errors.Join(append(failures, p.DB.Close())...)
}
