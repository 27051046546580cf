package app

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/cairnstack/cairn/internal/disk"
	"github.com/cairnstack/cairn/internal/ingest"
	"github.com/cairnstack/cairn/internal/telemetry"
)

// How often a start on a full disk looks for room, and for how long: until
// somebody makes some.
const (
	roomLookEvery = 200 * time.Millisecond
	roomWaitMax   = 100 * 365 * 24 * time.Hour
)

// openDisk sees to it that the rest of the start has room. On a full disk it
// gives up the reserve, and waits when that is not enough.
func (a *App) openDisk(ctx context.Context) error {
	reserve := disk.NewReserve(a.Config.DataDir)
	if err := errors.Join(reserve.Release(), a.awaitRoom(ctx, reserve)); err != nil {
		return err
	}
	a.disk = disk.NewWatch(a.Config.DataDir)
	a.registerDisk()
	a.loops = append(a.loops, loop{"disk reserve", reserve.Run})
	return a.openControl() // the first file that is written
}

// awaitRoom waits until there is room to start.
func (a *App) awaitRoom(ctx context.Context, reserve disk.Reserve) error {
	err := a.checkRoom(reserve)
	if err == nil {
		return nil
	}
	a.Logger.ErrorContext(ctx, "the start goes on when there is room", "error", err)
	ticker := time.NewTicker(roomLookEvery)
	defer ticker.Stop()
	for ; err != nil; err = a.checkRoom(reserve) {
		select {
		case <-ticker.C:
		case <-ctx.Done():
			return err
		}
	}
	return nil
}

// checkRoom returns why there is no room to start. What else is wrong with the
// folder is told by those who need it.
func (a *App) checkRoom(reserve disk.Reserve) error {
	if err := reserve.CheckStart(); err != nil {
		return fmt.Errorf("--data-dir: %w", err)
	}
	if err := prepareDataDir(a.Config.DataDir); errors.Is(err, disk.ErrFull) {
		return err
	}
	return nil
}

// registerDisk shows the disk of the data folder among the metrics.
func (a *App) registerDisk() {
	gauge := func(name, help string, read func(disk.Space) int64) {
		a.registry.MustRegister(prometheus.NewGaugeFunc(prometheus.GaugeOpts{Name: name, Help: help},
			func() float64 { return float64(read(a.disk.Space())) }))
	}
	gauge("cairn_disk_free_bytes", "Free space on the disk of the data folder.",
		func(s disk.Space) int64 { return s.FreeBytes })
	gauge("cairn_disk_floor_bytes", "Free space below which telemetry is refused.", disk.Space.FloorBytes)
	a.registry.MustRegister(prometheus.NewCounterFunc(prometheus.CounterOpts{
		Name: "cairn_disk_refused_total", Help: "Telemetry requests refused because the disk is almost full.",
	}, func() float64 { return float64(a.disk.Refused()) }))
}

// diskReady returns why telemetry is refused for want of room.
func (a *App) diskReady(context.Context) error { return a.disk.Check() }

// Accept refuses telemetry while the disk is low, before any of it is kept.
func (i intake) Accept(ctx context.Context, team string, r ingest.Request) (telemetry.Outcome, error) {
	if err := i.disk.Admit(); err != nil {
		return telemetry.Outcome{}, err
	}
	return i.Pipeline.Accept(ctx, team, r)
}
