package ingest

import (
	"context"
	"sync/atomic"
	"time"
)

// orderSlack is how much earlier a request may have been received than one
// before it in the log: requests wait for room, memory and the disk between the
// two.
const orderSlack = 10 * time.Second

// EveryTeam is the key of what may be of any team.
const EveryTeam = ""

// Unstored returns since when each team has telemetry that is acknowledged and
// not stored, and under EveryTeam what earlier lives have left in the log and
// nobody has looked at. Teams without are left out. It is at most as late as the
// truth; where nobody knows since when, it is 1970.
func (p *Pipeline) Unstored() map[string]time.Time {
	p.mu.Lock()
	defer p.mu.Unlock()
	since := oldest{}
	if p.isRecovering() {
		since.add(EveryTeam, p.recovered)
	}
	for _, e := range p.held {
		since.add(e.key.team, e.received)
	}
	for _, l := range p.lanes {
		l.addUnstored(since)
	}
	return since
}

// oldest is the earliest time of each team.
type oldest map[string]time.Time

func (o oldest) add(team string, at time.Time) {
	if before, found := o[team]; !found || at.Before(before) {
		o[team] = at
	}
}

// addUnstored adds what the lane has, or has left to the log. Pipeline.mu is held.
func (l *lane) addUnstored(since oldest) {
	if l.isBehind {
		since.add(l.key.team, l.since)
	}
	if l.moving != nil {
		since.add(l.key.team, l.moving.received)
	}
	for _, e := range l.queue {
		since.add(l.key.team, e.received)
	}
	for _, b := range l.unsettled {
		since.add(l.key.team, b.arrived.earliest())
	}
}

// arrivals is when the earliest request of a batch was received.
type arrivals struct{ nanos atomic.Int64 } // 0: there is none

func (a *arrivals) add(received time.Time) {
	if at := received.UnixNano(); a.nanos.Load() == 0 || at < a.nanos.Load() {
		a.nanos.Store(at)
	}
}

func (a *arrivals) earliest() time.Time { return time.Unix(0, a.nanos.Load()) }

// recallOldest learns since when earlier lives have telemetry in the log.
func (p *Pipeline) recallOldest(ctx context.Context) {
	p.recovered = time.Unix(0, 0)
	if !p.isRecovering() {
		return
	}
	reader := p.Log.Reader(p.recovery.first, p.lives)
	defer func() { _ = reader.Close() }()
	record, err := reader.Next(ctx)
	if err != nil {
		return // the reader comes to it
	}
	if h, err := decodeHeader(record.Meta); err == nil {
		p.recovered = h.received.Add(-orderSlack)
	}
}

// lookedAt notes that the reader has come to a record. The lock is held.
func (p *Pipeline) lookedAt(h header, at Position) {
	if at >= p.recovery.first && at < p.lives {
		p.recovered = h.received.Add(-orderSlack)
	}
}

// oldestUnstored returns the age in seconds of the oldest request that is not
// stored.
func (p *Pipeline) oldestUnstored() float64 {
	now, age := p.Now(), time.Duration(0)
	for _, at := range p.Unstored() {
		age = max(age, now.Sub(at))
	}
	return age.Seconds()
}
