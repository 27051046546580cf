package ingest

import (
	"context"
	"time"
)

// turn says when a lane's open batch may be due.
type turn struct {
	lane *lane
	due  time.Time
}

// turns are due in the order in which they were made, because all of a list
// wait for the same time.
type turns []turn

// schedule wakes a worker for the lane when its new batch is due, should it still
// be small then or not.
func (p *Pipeline) schedule(b *batch) {
	l, opened := b.lane, b.opened
	p.mu.Lock()
	defer p.mu.Unlock()
	l.unsettled = append(l.unsettled, b)
	p.waiting = append(p.waiting, turn{l, opened.Add(p.Limits.BatchAge)})
	if p.Limits.SmallAge > p.Limits.BatchAge {
		p.waitingSmall = append(p.waitingSmall, turn{l, opened.Add(p.Limits.SmallAge)})
	}
	if len(p.waiting) == 1 {
		p.wakeWorkers.ring()
	}
}

// makeReady lets a worker look at the lane as soon as it is its turn.
func (p *Pipeline) makeReady(l *lane) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.queueReady(l)
}

// queueReady puts the lane behind all others that are ready. The lock is held.
func (p *Pipeline) queueReady(l *lane) {
	if l.isReady {
		return
	}
	l.isReady = true
	p.ready = append(p.ready, l)
	p.wakeWorkers.ring()
}

// nextBatch waits for a batch that is closed or due. Lanes take turns.
func (p *Pipeline) nextBatch(ctx context.Context) (*batch, error) {
	timer := time.NewTimer(time.Hour)
	defer timer.Stop()
	for {
		l, pause := p.nextLane()
		if l != nil {
			if b := p.take(l); b != nil {
				return b, nil
			}
			p.release(l)
			continue
		}
		timer.Reset(pause)
		select {
		case <-p.wakeWorkers:
		case <-timer.C:
			if pause == idlePause {
				p.dropSpares()
			}
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
}

// idlePause is how long a worker sleeps when nothing is due.
const idlePause = 10 * time.Second

// nextLane returns the next lane that is ready and may insert, and counts the
// insert; or how long to wait for one.
func (p *Pipeline) nextLane() (*lane, time.Duration) {
	p.mu.Lock()
	defer p.mu.Unlock()
	pause := p.wakeDue(p.Now())
	for i, l := range p.ready {
		if l.inserting < p.Limits.LaneInserts {
			p.ready = append(p.ready[:i:i], p.ready[i+1:]...)
			l.isReady = false
			l.inserting++
			if len(p.ready)+len(p.waiting)+len(p.waitingSmall) > 0 { // somebody else has to watch them
				p.wakeWorkers.ring()
			}
			return l, 0
		}
	}
	return nil, pause
}

// wakeDue makes ready the lanes whose batches are due, and returns how long
// the next one has to wait. The lock is held.
func (p *Pipeline) wakeDue(now time.Time) time.Duration {
	return min(p.wakeTurns(&p.waiting, now), p.wakeTurns(&p.waitingSmall, now))
}

func (p *Pipeline) wakeTurns(waiting *turns, now time.Time) time.Duration {
	for len(*waiting) > 0 {
		head := (*waiting)[0]
		if pause := head.due.Sub(now); pause > 0 {
			return min(pause, idlePause)
		}
		(*waiting)[0] = turn{}
		*waiting = (*waiting)[1:]
		p.queueReady(head.lane)
	}
	return idlePause
}

// release ends a turn at the engine.
func (p *Pipeline) release(l *lane) {
	p.mu.Lock()
	defer p.mu.Unlock()
	l.inserting--
	if l.isReady {
		p.wakeWorkers.ring()
	}
}
