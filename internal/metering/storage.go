package metering

import (
	"context"
	"time"

	"github.com/cairnstack/cairn/internal/org"
)

// FillHoursMax bounds how many hours without a server are filled with the
// storage that was there before them.
const FillHoursMax = 31 * 24

// readStored returns the storage of the present hour, and of the hours since
// the last reading: what was stored then was stored all the time.
func (m *Meter) readStored(ctx context.Context, services []org.Service, now time.Time) ([]Reading, error) {
	stored, err := m.Engine.StoredBytes(ctx)
	if err != nil {
		return nil, err
	}
	present := now.UTC().Truncate(hour)
	latest, err := m.Store.LatestStored(ctx, present)
	if err != nil {
		return nil, err
	}
	before := make(map[string]Reading, len(latest))
	for _, r := range latest {
		before[r.ServiceID] = r
	}
	var readings []Reading
	for _, s := range services {
		readings = append(readings, missed(before[s.ID], present)...)
		readings = append(readings, Reading{ServiceID: s.ID, Hour: present, Kind: StoredBytes, Value: stored[s.TeamID]})
	}
	return readings, nil
}

// missed returns a reading for each hour between the last one and present.
func missed(last Reading, present time.Time) []Reading {
	if last.ServiceID == "" {
		return nil
	}
	next := last.Hour.Add(hour)
	if oldest := present.Add(-FillHoursMax * hour); next.Before(oldest) {
		next = oldest
	}
	var readings []Reading
	for ; next.Before(present); next = next.Add(hour) {
		readings = append(readings, Reading{ServiceID: last.ServiceID, Hour: next, Kind: StoredBytes, Value: last.Value})
	}
	return readings
}
