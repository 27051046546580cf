package metering

import (
	"sync"
	"time"
)

// TransferHoursMax is how many hours of counts a process keeps: those that
// may still grow.
const TransferHoursMax = 3

// Transfer counts the bytes that this process received and answered, by team
// and hour.
type Transfer struct {
	epoch string
	now   func() time.Time

	mu    sync.Mutex
	count map[transferKey]transferred
}

type transferKey struct {
	teamID string
	hour   time.Time
}

type transferred struct{ received, answered int64 }

// NewTransfer makes a counter. The epoch must be unique to the process.
func NewTransfer(epoch string, now func() time.Time) *Transfer {
	return &Transfer{epoch: epoch, now: now, count: map[transferKey]transferred{}}
}

// Add counts bytes of the team's.
func (t *Transfer) Add(teamID string, received, answered int64) {
	key := transferKey{teamID, t.now().UTC().Truncate(hour)}
	t.mu.Lock()
	defer t.mu.Unlock()
	c := t.count[key]
	t.count[key] = transferred{c.received + received, c.answered + answered}
}

// readings returns what was counted, absolute, and forgets hours that can't
// grow any more: they have been answered before.
func (t *Transfer) readings(services map[string]string) []Reading {
	oldest := t.now().UTC().Truncate(hour).Add(-TransferHoursMax * hour)
	t.mu.Lock()
	defer t.mu.Unlock()
	var readings []Reading
	for key, c := range t.count {
		if id, ok := services[key.teamID]; ok {
			readings = append(readings,
				Reading{ServiceID: id, Hour: key.hour, Kind: ReceivedBytes, Epoch: t.epoch, Value: c.received},
				Reading{ServiceID: id, Hour: key.hour, Kind: AnsweredBytes, Epoch: t.epoch, Value: c.answered})
		}
		if key.hour.Before(oldest) {
			delete(t.count, key)
		}
	}
	return readings
}
