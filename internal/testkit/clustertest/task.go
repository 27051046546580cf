package clustertest

import (
	"context"
	"slices"
	"time"

	"github.com/ClickHouse/ch-go"
	"github.com/ClickHouse/ch-go/proto"
)

// task is a statement for several servers.
type task struct {
	sql      string
	settings []proto.Setting
	database string // of a statement in a replicated one
	servers  []*queueServer
	outcomes chan outcome
	late     chan struct{} // closed when it was waited for long enough
}

// outcome is what a server made of a task.
type outcome struct {
	server    *queueServer
	exception *ch.Exception
}

// later returns the task for a server that nobody waits for.
func (t *task) later() *task {
	copied := *t
	copied.outcomes, copied.late = make(chan outcome, 1), make(chan struct{})
	return &copied
}

// result is what was known of a task when it was not waited for any longer.
type result struct {
	done     []outcome
	patience time.Duration
}

// await waits until all servers have carried the task out, or for as long as the
// patience lasts.
func (t *task) await(ctx context.Context, patience time.Duration) result {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	r := result{patience: patience}
	for len(r.done) < len(t.servers) {
		select {
		case o := <-t.outcomes:
			r.done = append(r.done, o)
		case <-t.late:
			return r
		case <-ctx.Done():
			return r
		}
	}
	return r
}

func (l *taskLog) has(s *queueServer) bool { return slices.Contains(l.servers, s) }

func (l *taskLog) remove(s *queueServer) {
	l.servers = slices.DeleteFunc(slices.Clone(l.servers), func(other *queueServer) bool { return other == s })
}
