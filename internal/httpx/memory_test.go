package httpx_test

import (
	"context"
	"sync"
	"time"
)

// memory is an idempotency store with one transaction at a time, like SQLite.
type memory struct {
	writer  sync.Mutex
	records map[string][]byte
	expires map[string]time.Time
	now     func() time.Time
	failing error // what Save returns
}

func newMemory() *memory {
	return &memory{records: map[string][]byte{}, expires: map[string]time.Time{}, now: time.Now}
}

type txKey struct{}

// tx is an open transaction and what undoes it.
type tx struct {
	claimed map[string]time.Time
	saved   map[string][]byte
	undo    []func()
}

// onRollback notes how to undo an effect when the transaction of ctx fails.
func onRollback(ctx context.Context, undo func()) {
	if t, ok := ctx.Value(txKey{}).(*tx); ok {
		t.undo = append(t.undo, undo)
	}
}

func (m *memory) InTx(ctx context.Context, fn func(context.Context) error) error {
	m.writer.Lock()
	defer m.writer.Unlock()
	t := &tx{claimed: map[string]time.Time{}, saved: map[string][]byte{}}
	if err := fn(context.WithValue(ctx, txKey{}, t)); err != nil {
		for _, undo := range t.undo {
			undo()
		}
		return err
	}
	for id, record := range t.saved {
		m.records[id], m.expires[id] = record, t.claimed[id]
	}
	return nil
}

func (m *memory) ClaimIdempotencyKey(ctx context.Context, scope, key string, expires time.Time) ([]byte, error) {
	id := scope + "\n" + key
	if m.now().Before(m.expires[id]) {
		return m.records[id], nil
	}
	ctx.Value(txKey{}).(*tx).claimed[id] = expires
	return nil, nil
}

func (m *memory) SaveIdempotentAnswer(ctx context.Context, scope, key string, record []byte) error {
	ctx.Value(txKey{}).(*tx).saved[scope+"\n"+key] = record
	return m.failing
}
