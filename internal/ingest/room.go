package ingest

import (
	"context"
	"time"

	"github.com/cairnstack/cairn/internal/fault"
)

// watchRoom returns a channel that is closed when rows leave memory.
func (p *Pipeline) watchRoom() <-chan struct{} {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.room == nil {
		p.room = make(chan struct{})
	}
	return p.room
}

// freeRoom wakes everybody who watches for room. The lock is held.
func (p *Pipeline) freeRoom() {
	if p.room != nil {
		close(p.room)
		p.room = nil
	}
}

// awaitTurn slows senders down to the pace of the engine: it waits for room in
// the lane's memory, for a while, as long as the engine is at work. Beyond
// that the log takes what memory can't.
func (p *Pipeline) awaitTurn(ctx context.Context, key laneKey) error {
	if !p.isCrowded(key) {
		return nil
	}
	timer := time.NewTimer(p.Limits.CrowdedWait)
	defer timer.Stop()
	for {
		room := p.watchRoom()
		if p.health.isAway() || !p.isCrowded(key) {
			return nil
		}
		select {
		case <-room:
		case <-timer.C:
			return nil
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

func (p *Pipeline) isCrowded(key laneKey) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	l := p.lanes[key]
	return l != nil && (l.isBehind || !p.hasRoom(l, p.next))
}

// checkBacklog refuses a request when the log, or its team's share of it, is
// full.
func (p *Pipeline) checkBacklog(teamID string, bytes int64) error {
	free := p.Log.FreeBytes()
	p.mu.Lock()
	defer p.mu.Unlock()
	t := p.teams[teamID]
	if bytes > free {
		return refused(fullRetryAfter, "the collector's buffer is full; try again later")
	}
	if t != nil && t.backlogBytes > backlogShare*free {
		return refused(fullRetryAfter, "the team's part of the collector's buffer is full; try again later")
	}
	return nil
}

func refused(after time.Duration, message string) error {
	f := fault.New(fault.Limited, "%s", message)
	f.RetryAfter = after
	return f
}
