package main

import (
	"sync"
	"time"

	"github.com/cairnstack/cairn/internal/alerting"
)

// acks is when requests of senders were made and acknowledged.
type acks struct {
	mu   sync.Mutex
	list []ack
}

type ack struct {
	sender   int
	minute   time.Time // of its records; zero: it lies between two
	answered time.Time
}

// note keeps a request whose records have a time between two, and that was
// acknowledged just now.
func (a *acks) note(sender int, made, built time.Time) {
	minute := made.Truncate(time.Minute)
	if !built.Truncate(time.Minute).Equal(minute) {
		minute = time.Time{}
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	a.list = append(a.list, ack{sender, minute, time.Now()})
}

// promised returns how many records of log senders each minute has, that were
// acknowledged long enough before its window could be evaluated. A sender whose
// server is away tries again until it is back: such a record can be late.
func (w *clusterWorld) promised() (records map[int64]int, late int) {
	records = map[int64]int{}
	for _, s := range w.load {
		s.acks.mu.Lock()
		for _, a := range s.acks.list {
			switch deadline := a.minute.Add(clusterInterval + liveDelay - alerting.StoredWithin); {
			case a.sender%clusterSenders != 0 || a.minute.IsZero():
			case a.answered.Before(deadline):
				records[a.minute.Unix()] += s.rows
			default:
				late += s.rows
			}
		}
		s.acks.mu.Unlock()
	}
	return records, late
}

// checkLive wants windows without a gap, each with at least the records that were
// acknowledged in time, and no more than there are.
func (w *clusterWorld) checkLive(list []evaluated) {
	w.t.Helper()
	stored := w.storedByMinute()
	promised, late := w.promised()
	exact := 0
	for i, e := range list {
		minute := e.WindowEnd.Add(-clusterInterval).Unix()
		if end := list[0].WindowEnd.Add(time.Duration(i) * clusterInterval); !e.WindowEnd.Equal(end) || e.Error != nil || e.Value == nil {
			w.t.Fatalf("window %d of the live alert: %+v, want one that ends at %s", i, e, end)
		}
		value := int(*e.Value)
		if value < promised[minute] || value > stored[minute] {
			w.t.Errorf("the window that ends at %s counted %d records; %d were acknowledged in time, %d are stored", e.WindowEnd, value, promised[minute], stored[minute])
		}
		if value == stored[minute] {
			exact++
		}
	}
	w.t.Logf("live: %d windows, %d of them with everything that is stored; %d records were acknowledged too late for theirs", len(list), exact, late)
}
