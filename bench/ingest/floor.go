package main

import (
	"context"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"os"
	"path/filepath"
	"time"

	"github.com/cairnstack/cairn/internal/clickhouse"
	"github.com/cairnstack/cairn/internal/clickhouse/embedded"
	"github.com/cairnstack/cairn/internal/clickhouse/tables"
	"github.com/cairnstack/cairn/internal/ingest"
	"github.com/cairnstack/cairn/internal/otlp"
	"github.com/cairnstack/cairn/internal/telemetry"
)

// engineChild is the hidden command of the program that runs the engine.
const engineChild = "engine-child"

const floorTeam = "000000000000000000000001"

// openEngine runs the engine in a folder of its own, in the program's child.
func openEngine(ctx context.Context, program, dir string) (*embedded.Engine, *clickhouse.Client, error) {
	program, err := filepath.Abs(program)
	if err != nil {
		return nil, nil, err
	}
	lookup := func(name string) string { return os.Getenv(name) } //nolint:forbidigo // the end of the program
	library, err := embedded.FindLibrary(lookup("CAIRN_ENGINE_LIB"), filepath.Dir(program), embedded.CacheDir(lookup))
	if err != nil {
		return nil, nil, err
	}
	engine, err := embedded.Start(ctx, embedded.Options{
		Dir: dir, Library: library, Executable: program, ChildArgs: []string{engineChild}, ChildEnv: os.Environ(),
	})
	if err != nil {
		return nil, nil, err
	}
	return engine, clickhouse.Open(engine, clickhouse.ClientOptions{}), nil
}

// measureDisk takes what the stopped server's team has on disk.
func (m *run) measureDisk(ctx context.Context, r *report) (err error) {
	r.diskBytes, r.diskRows, err = onDisk(ctx, m.cairn, m.serverDir(), r.team)
	return err
}

// onDisk returns what a team of a stopped server has on disk.
func onDisk(ctx context.Context, program, dir, team string) (bytes, rows uint64, err error) {
	engine, client, err := openEngine(ctx, program, filepath.Join(dir, "engine"))
	if err != nil {
		return 0, 0, err
	}
	defer func() { _ = client.Close(); _ = engine.Stop(context.WithoutCancel(ctx)) }()
	sizes, err := tables.NewTeams(client).StorageBytes(ctx)
	return sizes[team].Bytes, sizes[team].Rows, err
}

// measureFloor inserts the same rows with nothing around, and takes the CPU of
// this process and of the engine. Decoding is not counted.
func (m *run) measureFloor(ctx context.Context, r *report) error {
	engine, client, err := openEngine(ctx, m.cairn, filepath.Join(m.dir, "floor"))
	if err != nil {
		return err
	}
	defer func() { _ = client.Close(); _ = engine.Stop(context.WithoutCancel(ctx)) }()
	store := tables.NewStore(client, tables.StoreOptions{})
	if err := m.warmFloor(ctx, client, store); err != nil {
		return err
	}
	batches, err := decodeAll(m.options, m.load)
	if err != nil {
		return err
	}
	pid := engine.State().PID
	if err := settle(ctx, pid, quietShare); err != nil {
		return err
	}
	watch := newMeter(os.Getpid(), pid)
	if err := insertAll(ctx, store, 1, batches); err != nil {
		return err
	}
	var floor report
	if err := errors.Join(watchInserts(watch, &floor), settle(ctx, pid, quietShare), watch.read(&floor)); err != nil {
		return err
	}
	r.floorEngine, r.floorClient = floor.engineCPU, floor.floorClient
	return nil
}

// warmFloor makes the tables and the columns of frequent keys.
func (m *run) warmFloor(ctx context.Context, client *clickhouse.Client, store *tables.Store) error {
	if err := tables.NewTeams(client).EnsureTeam(ctx, floorTeam); err != nil {
		return err
	}
	batches, err := decodeAll(m.options, m.warm)
	if err != nil {
		return err
	}
	return errors.Join(insertAll(ctx, store, 0, batches), store.PromoteKeys(ctx))
}

// watchInserts takes this process's CPU before it sleeps.
func watchInserts(m *meter, r *report) error {
	used, err := cpu(m.server)
	r.floorClient = used - m.serverCPU
	return err
}

// decodeAll returns the load as batches of the pipeline's size.
func decodeAll(o options, l *load) ([]*telemetry.Rows, error) {
	signals := map[string]telemetry.Signal{"logs": telemetry.Logs, "traces": telemetry.Traces, "metrics": telemetry.Metrics}
	signal := signals[o.signal]
	options := otlp.DecodeOptions{Limits: telemetry.DefaultLimits(), Received: time.Now()}
	rows := telemetry.NewRows(signal)
	batches := []*telemetry.Rows{rows}
	for _, body := range l.plain {
		if rows.Len() >= ingest.BatchRowsMax || rows.Bytes() >= ingest.BatchBytesMax {
			rows = telemetry.NewRows(signal)
			batches = append(batches, rows)
		}
		if _, err := otlp.Decode(signal, body, options, rows); err != nil {
			return nil, err
		}
	}
	return batches, nil
}

func insertAll(ctx context.Context, store *tables.Store, round byte, batches []*telemetry.Rows) error {
	for i, rows := range batches {
		id := telemetry.BatchID{round}
		binary.BigEndian.PutUint64(id[8:], uint64(i)) // an index
		for _, block := range rows.Blocks() {
			token := hex.EncodeToString(id[:]) + block.Day.String() + string(block.Table)
			if err := store.InsertRows(ctx, floorTeam, block, id, token); err != nil {
				return err
			}
		}
	}
	return nil
}
