package app

import (
	"context"
	"errors"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/cairnstack/cairn/internal/disk"
	"github.com/cairnstack/cairn/internal/ingest"
	"github.com/cairnstack/cairn/internal/telemetry"
)

// roomLookEvery is how often a start on a full disk looks for room.
const roomLookEvery = 200 * time.Millisecond

// openDisk proves that the folder can be written. On a full disk it gives up
// the reserve, and waits for room when that is not enough.
func (a *App) openDisk(ctx context.Context) error {
	dir := a.Config.DataDir
	reserve := disk.NewReserve(dir)
	err := prepareDataDir(dir)
	if err != nil && !errors.Is(err, errDiskFull) {
		return err
	}
	if err := errors.Join(reserve.Release(), a.awaitRoom(ctx)); err != nil {
		return err
	}
	a.disk = disk.NewWatch(dir)
	a.registerDisk()
	a.loops = append(a.loops, loop{"disk reserve", reserve.Run})
	return nil
}

// awaitRoom waits until the folder can be written.
func (a *App) awaitRoom(ctx context.Context) error {
	err := prepareDataDir(a.Config.DataDir)
	if !errors.Is(err, errDiskFull) {
		return err
	}
	a.Logger.ErrorContext(ctx, "the disk is full; the start goes on when there is room", "data_dir", a.Config.DataDir)
	ticker := time.NewTicker(roomLookEvery)
	defer ticker.Stop()
	for errors.Is(err, errDiskFull) {
		select {
		case <-ticker.C:
		case <-ctx.Done():
			return err
		}
		err = prepareDataDir(a.Config.DataDir)
	}
	return err
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
