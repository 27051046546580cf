// Package metering turns what services use into what they cost: it reads
// storage, compute and transfer, keeps hourly readings, and makes daily cost
// records of them.
//
// # Nothing lost, nothing doubled
//
// Every reading is absolute: what was used in one hour according to one
// source. A source that starts from zero (the engine's query log, a process's
// counters) has an epoch of its own, and the readings of several epochs add
// up. Writing a reading again changes nothing, and writing a larger one
// replaces it, so that crashes, repeats and several servers do no harm. An
// hour in which no server ran keeps the storage that was there before it.
package metering

import (
	"context"
	"log/slog"
	"slices"
	"time"

	"github.com/cairnstack/cairn/internal/logx"
	"github.com/cairnstack/cairn/internal/org"
)

// How often usage is read, and how far back compute is read again: an hour's
// last queries may be logged after its end.
const (
	SampleEvery   = 30 * time.Second
	lookBackHours = 2
	hour          = time.Hour
)

// Engine tells what teams store and compute.
type Engine interface {
	// StoredBytes returns the bytes on disk by team id.
	StoredBytes(ctx context.Context) (map[string]int64, error)
	// CPUTime returns processor time by team and hour since then, and the
	// epoch that the engine's log belongs to.
	CPUTime(ctx context.Context, since time.Time) (epoch string, used []CPUTime, err error)
}

// CPUTime is the processor time of a team's queries and inserts in an hour.
type CPUTime struct {
	TeamID string
	Hour   time.Time
	Micros int64
}

// Meter reads usage and reports cost. All fields but Logger are required.
type Meter struct {
	Store    Store
	Engine   Engine
	Transfer *Transfer
	Prices   org.PriceList
	Now      func() time.Time
	Logger   *slog.Logger
}

// Run reads usage at once and then until ctx ends, and once more then: what a
// process counted in its last seconds is not lost by a stop.
func (m *Meter) Run(ctx context.Context) error {
	ticker := time.NewTicker(SampleEvery)
	defer ticker.Stop()
	m.try(ctx)
	for {
		select {
		case <-ticker.C:
			m.try(ctx)
		case <-ctx.Done():
			m.try(context.WithoutCancel(ctx))
			return nil
		}
	}
}

func (m *Meter) try(ctx context.Context) {
	ctx, cancel := context.WithTimeout(ctx, SampleEvery)
	defer cancel()
	if err := m.Sample(ctx); err != nil {
		m.Logger.WarnContext(ctx, "can't read usage; trying again", "error", logx.OneLine(err))
	}
}

// Sample reads all usage once. A source that does not answer is left out and
// told; the others are kept.
func (m *Meter) Sample(ctx context.Context) error {
	services, err := m.Store.AllServices(ctx)
	if err != nil {
		return err
	}
	now := m.Now()
	readings, failed := m.read(ctx, services, now)
	err = m.Store.InTx(ctx, func(ctx context.Context) error {
		if err := m.Store.SaveUsageOwners(ctx, owners(services), now); err != nil {
			return err
		}
		return m.Store.SaveReadings(ctx, readings)
	})
	if err != nil {
		return err
	}
	return failed
}

func (m *Meter) read(ctx context.Context, services []org.Service, now time.Time) ([]Reading, error) {
	byTeam := make(map[string]string, len(services))
	for _, s := range services {
		byTeam[s.TeamID] = s.ID
	}
	readings := m.Transfer.readings(byTeam)
	stored, storedErr := m.readStored(ctx, services, now)
	backups, backupsErr := m.readBackups(ctx, services, now)
	compute, computeErr := m.readCompute(ctx, byTeam, now)
	return slices.Concat(readings, stored, backups, compute), firstError(storedErr, backupsErr, computeErr)
}

func (m *Meter) readCompute(ctx context.Context, byTeam map[string]string, now time.Time) ([]Reading, error) {
	epoch, used, err := m.Engine.CPUTime(ctx, now.Truncate(hour).Add(-lookBackHours*hour))
	var readings []Reading
	for _, u := range used {
		if id, ok := byTeam[u.TeamID]; ok {
			readings = append(readings, Reading{ServiceID: id, Hour: u.Hour, Kind: CPUMicros, Epoch: epoch, Value: u.Micros})
		}
	}
	return readings, err
}

func firstError(errs ...error) error {
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}
