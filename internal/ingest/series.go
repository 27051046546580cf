package ingest

import (
	"context"
	"encoding/binary"
	"io"
	"sync"
	"time"

	"github.com/cairnstack/cairn/internal/telemetry"
)

// seriesBook knows the active series of each team: those that were received
// today or yesterday, in UTC, or that have points of these days in the index.
type seriesBook struct {
	max  int
	now  func() time.Time
	seed uint64

	mu    sync.Mutex
	day   telemetry.Day
	teams map[string]*teamSeries
	learn []string // teams whose series have to be read from the index
	wake  bell
}

// teamSeries is the active series of a team.
type teamSeries struct {
	asked   time.Time     // when it was asked for first
	learned chan struct{} // closed when all that is stored or in the log is known

	mu               sync.RWMutex
	day              telemetry.Day
	today, yesterday seriesSet // received on the day, and on the one before
	active           int       // in one of them
	sayAt            time.Time // when the log may say again that series are refused
	refusals         int       // points since the log said so
}

func newSeriesBook(seriesMax int, now func() time.Time, random io.Reader) (*seriesBook, error) {
	if seriesMax <= 0 {
		return nil, nil
	}
	var seed [8]byte
	if _, err := io.ReadFull(random, seed[:]); err != nil {
		return nil, err
	}
	return &seriesBook{
		max: seriesMax, now: now, seed: binary.LittleEndian.Uint64(seed[:]) | 1, teams: map[string]*teamSeries{}, wake: newBell(),
	}, nil
}

func (b *seriesBook) today() telemetry.Day { return telemetry.DayOf(b.now().UnixNano()) }

// team returns the series of a team, and has them read from the index the first
// time.
func (b *seriesBook) team(id string, today telemetry.Day) *teamSeries {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.day != today {
		b.day = today
		b.dropIdle()
	}
	t := b.teams[id]
	if t == nil {
		t = &teamSeries{asked: b.now(), learned: make(chan struct{}), day: today}
		t.today.seed, t.yesterday.seed = b.seed, b.seed
		b.teams[id] = t
		b.learn = append(b.learn, id)
		b.wake.ring()
	}
	return t
}

// dropIdle forgets teams that sent nothing today and yesterday. The lock is held.
func (b *seriesBook) dropIdle() {
	for id, t := range b.teams {
		t.mu.RLock()
		isIdle := t.day < b.day-1
		t.mu.RUnlock()
		if isIdle {
			delete(b.teams, id)
		}
	}
}

// forget gives up what is known of a team, which is gone.
func (b *seriesBook) forget(team string) {
	if b == nil {
		return
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	delete(b.teams, team)
}

// note remembers the series of rows that are in the log.
func (b *seriesBook) note(team string, rows *telemetry.Rows) {
	if b == nil || rows.Signal != telemetry.Metrics {
		return
	}
	today := b.today()
	t := b.team(team, today)
	t.admit(rows, admission{today: today, max: anySeries})
}

// anySeries is no limit.
const anySeries = int(^uint(0) >> 1)

// admission is how series are admitted.
type admission struct {
	today telemetry.Day
	max   int
}

// admit remembers the series of rows, up to a number of active ones, and returns
// those beyond it. In the ordinary case, when all are known, requests of a team
// don't wait for each other.
func (t *teamSeries) admit(rows *telemetry.Rows, a admission) (refused map[uint64]struct{}) {
	fresh := t.unseen(rows, a.today)
	if len(fresh) == 0 {
		return nil
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	t.turn(a.today)
	for _, id := range fresh {
		if t.active < a.max || t.today.has(id) || t.yesterday.has(id) {
			t.see(id)
			continue
		}
		if refused == nil {
			refused = map[uint64]struct{}{}
		}
		refused[id] = struct{}{}
	}
	return refused
}

// see remembers a series that was received today. The lock is held.
func (t *teamSeries) see(id uint64) {
	if t.today.add(id) && !t.yesterday.has(id) {
		t.active++
	}
}

// unseen returns the series of rows that were not received on a day.
func (t *teamSeries) unseen(rows *telemetry.Rows, today telemetry.Day) (fresh []uint64) {
	t.mu.RLock()
	defer t.mu.RUnlock()
	isOther := t.day != today
	for kind := range rows.Points {
		for _, id := range rows.Points[kind].Series {
			if isOther || !t.today.has(id) {
				fresh = append(fresh, id)
			}
		}
	}
	return fresh
}

// turn forgets what is no longer active when a day begins. The lock is held.
func (t *teamSeries) turn(today telemetry.Day) {
	switch {
	case today <= t.day: // a clock that goes back changes nothing
		return
	case today == t.day+1:
		t.yesterday = t.today
	default:
		t.yesterday = seriesSet{seed: t.today.seed}
	}
	t.today, t.day, t.active = seriesSet{seed: t.yesterday.seed}, today, t.yesterday.count
}

// add remembers series of the index.
func (t *teamSeries) add(ids []uint64, days []telemetry.Day) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for i, id := range ids {
		switch {
		case days[i] >= t.day:
			t.see(id)
		case days[i] == t.day-1 && t.yesterday.add(id) && !t.today.has(id):
			t.active++
		}
	}
}

// count returns how many series are active on a day.
func (t *teamSeries) count(today telemetry.Day) int {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.turn(today)
	return t.active
}

func (t *teamSeries) isKnown() bool {
	select {
	case <-t.learned:
		return true
	default:
		return false
	}
}

// isLearned reports whether all that is stored is known. It waits for it, but no
// longer than seriesWaitMax after the first request of the team: what is not
// known may be old, and is accepted.
func (t *teamSeries) isLearned(ctx context.Context, now time.Time) bool {
	if t.isKnown() {
		return true
	}
	left := t.asked.Add(seriesWaitMax).Sub(now)
	if left <= 0 {
		return false
	}
	timer := time.NewTimer(left)
	defer timer.Stop()
	select {
	case <-t.learned:
		return true
	case <-timer.C:
	case <-ctx.Done():
	}
	return false
}
