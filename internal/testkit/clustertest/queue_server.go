package clustertest

import (
	"context"
	"errors"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/ClickHouse/ch-go"
	"github.com/ClickHouse/ch-go/proto"

	"github.com/cairnstack/cairn/internal/pause"
)

// queueServer is a server as the queue sees it.
type queueServer struct {
	number uint32
	port   uint16 // by which the others know it
	engine string // the address of its engine
	isDown func() bool

	mu      sync.Mutex
	pending []*task
	wake    chan struct{}
	held    *hold // nil: it carries out whatever comes
}

// hold is where a server stops.
type hold struct {
	text    string        // in the statement
	isLong  bool          // the others do not wait for it any longer
	reached chan struct{} // closed when the statement is the next one; nil: it was
}

func (s *queueServer) add(t *task) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.pending = append(s.pending, t)
	s.look()
}

// look makes the worker look at the queue.
func (s *queueServer) look() {
	select {
	case s.wake <- struct{}{}:
	default:
	}
}

// forget drops what was to happen in a database.
func (s *queueServer) forget(database string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.pending = slices.DeleteFunc(s.pending, func(t *task) bool { return t.database == database })
}

func (s *queueServer) hold(h hold) <-chan struct{} {
	s.mu.Lock()
	defer s.mu.Unlock()
	h.reached = make(chan struct{})
	s.held = &h
	return h.reached
}

func (s *queueServer) release() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.held = nil
	s.look()
}

// work carries out what is pending until ctx ends.
func (s *queueServer) work(ctx context.Context) {
	for {
		t := s.next()
		if t != nil {
			t.outcomes <- outcome{s, s.carryOut(ctx, t)}
			continue
		}
		select {
		case <-s.wake:
		case <-ctx.Done():
			return
		}
	}
}

// next takes the next task out of the queue, unless it is held.
func (s *queueServer) next() *task {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.pending) == 0 {
		return nil
	}
	t := s.pending[0]
	if s.held != nil && strings.Contains(t.sql, s.held.text) {
		s.held.reach(t)
		return nil
	}
	s.pending = s.pending[1:]
	return t
}

// reach says that the server has come to the task.
func (h *hold) reach(t *task) {
	if h.reached == nil {
		return
	}
	close(h.reached)
	h.reached = nil
	if h.isLong {
		close(t.late)
	}
}

// carryOut runs a statement, again and again while the engine is away, and returns
// what the engine has against it.
func (s *queueServer) carryOut(ctx context.Context, t *task) *ch.Exception {
	for ctx.Err() == nil {
		if e, err := s.run(ctx, t.sql, t.settings); err == nil {
			return e
		}
		_ = pause.For(ctx, lookEvery)
	}
	return nil
}

// runTimeMax bounds a statement on one server.
const runTimeMax = 30 * time.Second

// run runs a statement on the engine. An error is that of its connection.
func (s *queueServer) run(ctx context.Context, sql string, settings []proto.Setting) (*ch.Exception, error) {
	ctx, cancel := context.WithTimeout(ctx, runTimeMax)
	defer cancel()
	client, err := ch.Dial(ctx, ch.Options{Address: s.engine, User: user, Password: password})
	if err != nil {
		return nil, err
	}
	defer func() { _ = client.Close() }()
	var ignored proto.Results
	query := ch.Query{Body: sql, Result: ignored.Auto(), OnResult: func(context.Context, proto.Block) error { return nil }}
	for _, setting := range settings {
		query.Settings = append(query.Settings, ch.Setting{Key: setting.Key, Value: setting.Value, Important: setting.Important})
	}
	err = client.Do(ctx, query)
	var exception *ch.Exception
	if errors.As(err, &exception) {
		return exception, nil
	}
	return nil, err
}
