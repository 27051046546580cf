package metering

import (
	"context"
	"maps"
	"slices"
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
	levels := make(map[string]int64, len(services))
	for _, s := range services {
		levels[s.ID] = stored[s.TeamID]
	}
	return m.levels(ctx, StoredBytes, levels, now)
}

// readBackups does the same for the backups that are kept. A service that had
// some and has none any more has a reading of zero.
func (m *Meter) readBackups(ctx context.Context, services []org.Service, now time.Time) ([]Reading, error) {
	kept, err := m.Store.BackupBytes(ctx)
	if err != nil {
		return nil, err
	}
	for _, s := range services {
		if _, some := kept[s.ID]; !some {
			kept[s.ID] = 0
		}
	}
	return m.levels(ctx, BackupBytes, kept, now)
}

// levels returns readings of a level by service, for the present hour and for
// those that were missed.
func (m *Meter) levels(ctx context.Context, kind Kind, byService map[string]int64, now time.Time) ([]Reading, error) {
	present := now.UTC().Truncate(hour)
	latest, err := m.Store.LatestLevels(ctx, kind, present)
	if err != nil {
		return nil, err
	}
	before := make(map[string]Reading, len(latest))
	for _, r := range latest {
		before[r.ServiceID] = r
	}
	var readings []Reading
	for _, id := range slices.Sorted(maps.Keys(byService)) {
		readings = append(readings, missed(before[id], present)...)
		readings = append(readings, Reading{ServiceID: id, Hour: present, Kind: kind, Value: byService[id]})
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
		readings = append(readings, Reading{ServiceID: last.ServiceID, Hour: next, Kind: last.Kind, Value: last.Value})
	}
	return readings
}
