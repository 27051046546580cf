package explore

import (
	"context"
	"slices"
	"sync"
	"time"

	"github.com/cairnstack/cairn/internal/fault"
)

// The defaults of QueueOptions.
const (
	QueueSlots       = 16
	QueueTeamSlots   = 8
	QueueTeamWaiting = 64
	QueueWaitMax     = 10 * time.Second
)

// QueueOptions bound a Queue. Zero fields take their defaults.
type QueueOptions struct {
	Slots       int           // queries that run at once
	TeamSlots   int           // of one team
	TeamWaiting int           // of one team that wait for a turn
	WaitMax     time.Duration // for a turn
}

func (o QueueOptions) complete() QueueOptions {
	orElse(&o.Slots, QueueSlots)
	orElse(&o.TeamSlots, QueueTeamSlots)
	orElse(&o.TeamWaiting, QueueTeamWaiting)
	orElse(&o.WaitMax, QueueWaitMax)
	return o
}

func orElse[T int | time.Duration](field *T, value T) {
	if *field == 0 {
		*field = value
	}
}

// Queue lets queries run, so many at once. Teams that wait take turns: one
// with many queries does not delay the first query of another by more than
// one turn.
type Queue struct {
	opts QueueOptions

	mu      sync.Mutex
	running int
	teams   map[string]*teamLine
	order   []string // teams with waiting queries, the next one first
}

// teamLine is the queries of one team.
type teamLine struct {
	running int
	waiting []chan struct{}
}

// NewQueue makes an empty queue.
func NewQueue(opts QueueOptions) *Queue {
	return &Queue{opts: opts.complete(), teams: map[string]*teamLine{}}
}

// Enter waits for a turn of the team and returns what ends it. A team with too
// many waiting queries, and one that waited too long, is Limited.
func (q *Queue) Enter(ctx context.Context, teamID string) (leave func(), err error) {
	ready, err := q.join(teamID)
	if err != nil {
		return nil, err
	}
	timer := time.NewTimer(q.opts.WaitMax)
	defer timer.Stop()
	select {
	case <-ready:
		return sync.OnceFunc(func() { q.leave(teamID) }), nil
	case <-ctx.Done():
		q.giveUp(teamID, ready)
		return nil, context.Cause(ctx)
	case <-timer.C:
		q.giveUp(teamID, ready)
		return nil, busy("the team's queries wait too long for their turn: ask for less at once")
	}
}

func busy(message string) error {
	limited := fault.New(fault.Limited, "%s", message)
	limited.RetryAfter = time.Second
	return limited
}

// join puts a query at the end of its team's line. Its channel closes when it
// may run.
func (q *Queue) join(teamID string) (chan struct{}, error) {
	q.mu.Lock()
	defer q.mu.Unlock()
	line := q.teams[teamID]
	if line == nil {
		line = &teamLine{}
		q.teams[teamID] = line
	}
	if len(line.waiting) >= q.opts.TeamWaiting {
		return nil, busy("too many queries of the team wait for their turn: ask for less at once")
	}
	ready := make(chan struct{})
	line.waiting = append(line.waiting, ready)
	if len(line.waiting) == 1 {
		q.order = append(q.order, teamID)
	}
	q.admit()
	return ready, nil
}

// admit lets as many waiting queries run as there are slots, one team after
// the other. A team that has all it may have keeps its place.
func (q *Queue) admit() {
	for q.running < q.opts.Slots {
		at := slices.IndexFunc(q.order, func(id string) bool { return q.teams[id].running < q.opts.TeamSlots })
		if at < 0 {
			return
		}
		q.admitNext(at)
	}
}

// admitNext lets the next query of a team in the order run.
func (q *Queue) admitNext(at int) {
	teamID := q.order[at]
	line := q.teams[teamID]
	close(line.waiting[0])
	line.waiting = line.waiting[1:]
	line.running++
	q.running++
	q.order = slices.Delete(q.order, at, at+1)
	if len(line.waiting) > 0 {
		q.order = append(q.order, teamID)
	}
}

func (q *Queue) leave(teamID string) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.running--
	q.teams[teamID].running--
	q.admit()
	q.tidy(teamID)
}

// giveUp takes a query out of its line, or ends its turn if that has just
// come.
func (q *Queue) giveUp(teamID string, ready chan struct{}) {
	q.mu.Lock()
	line := q.teams[teamID]
	at := slices.Index(line.waiting, ready)
	if at < 0 {
		q.mu.Unlock()
		q.leave(teamID)
		return
	}
	line.waiting = slices.Delete(line.waiting, at, at+1)
	if len(line.waiting) == 0 {
		q.order = slices.DeleteFunc(q.order, func(id string) bool { return id == teamID })
	}
	q.tidy(teamID)
	q.mu.Unlock()
}

// tidy forgets a team without queries.
func (q *Queue) tidy(teamID string) {
	if line := q.teams[teamID]; line.running == 0 && len(line.waiting) == 0 {
		delete(q.teams, teamID)
	}
}
