package app

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io/fs"
	"net"
	"os"
	"path/filepath"
	"time"

	"github.com/google/uuid"

	"github.com/cairnstack/cairn/internal/access"
	"github.com/cairnstack/cairn/internal/audit"
	"github.com/cairnstack/cairn/internal/clickhouse/tables"
	"github.com/cairnstack/cairn/internal/cloud"
	"github.com/cairnstack/cairn/internal/disk"
	"github.com/cairnstack/cairn/internal/fault"
	"github.com/cairnstack/cairn/internal/httpx"
	"github.com/cairnstack/cairn/internal/ingest"
	"github.com/cairnstack/cairn/internal/otlp"
	"github.com/cairnstack/cairn/internal/receive"
	"github.com/cairnstack/cairn/internal/resources"
	"github.com/cairnstack/cairn/internal/sqlstore"
	"github.com/cairnstack/cairn/internal/telemetry"
	"github.com/cairnstack/cairn/internal/wal"
	"github.com/cairnstack/cairn/internal/wal/feed"
)

// walCommitWindow is how long a request may wait for others to share its sync.
const walCommitWindow = time.Millisecond

// walCursorLag is how far the cursor on disk may be behind what the engine has:
// with a batch every other second, a sync of its own would double what the
// server writes. After a crash so much more is read again, and found stored.
const walCursorLag = time.Second

// ingestLoop names the loop that stores what is in the write-ahead log.
const ingestLoop = "ingest"

// The size of a file of the write-ahead log: large, because the requests during
// the change from one to the next wait for it, and a small part of the whole.
const (
	walSegmentShare    = 16
	walSegmentBytesMin = 64 << 20
	walSegmentBytesMax = 256 << 20
)

// walDir is where acknowledged requests are until the engine has them.
func (c Config) walDir() string { return filepath.Join(c.DataDir, "wal") }

// refusedDir is where requests are that the engine refuses for good.
func (c Config) refusedDir() string { return filepath.Join(c.DataDir, "refused") }

// openIngest makes the pipeline from the receivers to the engine. A server
// that does not receive still stores what an earlier one has acknowledged.
func (a *App) openIngest(ctx context.Context) error {
	if a.Config.NoOTLP && !isFolder(a.Config.walDir()) {
		return nil
	}
	log, err := a.openWAL()
	if err != nil {
		return err
	}
	attic := feed.NewAttic(a.Config.refusedDir(), wal.Options{FS: placedFS{wal.OS{}, a.disk}, Logger: a.Logger, Now: a.Now, OnLost: a.losses.lostFor(lostFromRefused)})
	a.onStop("refused requests", attic.Close)
	a.buffers = receive.NewBuffers(0)
	a.keys = ingest.NewKeyBook(a.admitTelemetry, a.uses.Note, a.Now)
	a.pipeline, err = ingest.New(ctx, ingest.Options{
		Log:          feed.New(log, a.walBytesMax()),
		Decoder:      newPayloads(a.buffers),
		Sink:         engineSink{a.engine.teams, a.tables, a.disk},
		Teams:        placedTeams{engineTeams{a.store, a.engine.teams, a.keys.Knows, a.noteEngineData}, a.disk},
		Attic:        attic,
		Notebook:     placedNotebook{feed.NewNotebook(filepath.Join(a.Config.DataDir, "unanswered")), a.disk},
		Index:        a.tables,
		Limits:       ingest.Limits{RateRows: a.Config.IngestRateRows, RateBytes: a.Config.IngestRateBytes, Series: a.Config.IngestSeriesMax},
		Metrics:      ingest.NewMetrics(a.registry),
		Logger:       a.Logger,
		Now:          a.Now,
		Random:       rand.Reader,
		StableTokens: a.engine.isReplicated(),
		Shards:       a.shards(),
	})
	if err != nil {
		return err
	}
	if err := (watermarks{a}).open(ctx); err != nil {
		return err
	}
	a.openBacklog()
	a.loops = append(a.loops, loop{ingestLoop, a.runIngest}, loop{"columns of frequent keys", a.tables.Run}, loop{"own metrics", a.monitorSelf})
	return nil
}

func (a *App) openWAL() (*wal.Log, error) {
	stamp, known, err := a.announceStamp()
	if err != nil {
		return nil, err
	}
	log, err := wal.Open(a.Config.walDir(), wal.Options{
		SegmentBytesMax: min(max(a.walBytesMax()/walSegmentShare, walSegmentBytesMin), walSegmentBytesMax),
		TotalBytesMax:   a.walBytesMax(), CommitWindow: walCommitWindow, CursorLag: walCursorLag, Logger: a.Logger, Now: a.Now,
		FS: placedFS{wal.OS{}, a.disk}, OnLost: a.losses.lostFor(lostFromLog), OnDoubt: a.losses.doubt,
		Stamp: stamp, Stamps: known,
	})
	if err != nil {
		return nil, fmt.Errorf("open the write-ahead log: %w", err)
	}
	a.log = log
	a.disk.Follow("the folder of the write-ahead log", a.Config.walDir())
	if err := a.checkLog(log.ID().String()); err != nil {
		return nil, errors.Join(err, log.Close(context.Background()))
	}
	a.settleStamp(stamp, log.Stats().CursorErrors == 0)
	a.registry.MustRegister(newWALMetrics(log))
	a.onStop("write-ahead log", log.Close)
	return log, nil
}

// checkLog looks whether the log is the one that the folder had, and notes its
// id.
func (a *App) checkLog(id string) error {
	known, err := readInstallation(a.Config.DataDir)
	if err != nil {
		return err
	}
	if known.isOtherLog(id) {
		a.Logger.Error("the write-ahead log is not the one that this folder had: requests may be lost")
		a.losses.doubt(lostWithLog)
		a.formerLog = known.Log
	}
	return noteInstallation(a.Config.DataDir, func(i *installation) { i.Log = id })
}

func (a *App) walBytesMax() int64 {
	if a.Config.WALBytesMax == 0 {
		return walBytesMaxDefault
	}
	return a.Config.WALBytesMax
}

func isFolder(path string) bool {
	stat, err := os.Stat(path)
	return !errors.Is(err, fs.ErrNotExist) && stat != nil && stat.IsDir()
}

// newReceiver makes what both OTLP listeners share.
func (a *App) newReceiver() *otlp.Receiver {
	return otlp.NewReceiver(receive.Options{
		Intake: intake{a.keys, a.pipeline, a.disk, a.access}, Origins: a.Config.OTLPCORSOrigins, Proxies: a.Config.proxies(), Transfer: a.meter.Transfer.Add,
		Metrics: a.registry, Logger: a.Logger, Now: a.Now, NewRequestID: uuid.NewString,
	}, a.buffers)
}

// admitTelemetry decides who may send telemetry: who has an ingestion key of a
// team whose service is not stopped, from the addresses that its list has.
func (a *App) admitTelemetry(ctx context.Context, token string) (ingest.Admission, error) {
	p, err := a.access.Ingestion(ctx, token)
	if err != nil {
		return ingest.Admission{}, err
	}
	from, err := a.cloud.Reach(ctx, p.TeamID)
	if errors.Is(err, cloud.ErrNotServing) {
		err = fmt.Errorf("%w: %w", ingest.ErrRefused, err)
	}
	return ingest.Admission{Principal: p, From: from}, err
}

// otlpServer returns the server of an OTLP listener.
func (a *App) otlpServer(role Role, receiver *otlp.Receiver) server {
	if role == RoleOTLPGRPC {
		return receiver.GRPC(a.sealedCalls())
	}
	served := httpx.NewServer(telemetryHandler(receiver), a.serverOptions(role))
	return watchedServer{newQuietServer(served), receive.HTTP(served, func(socket net.Listener) net.Listener {
		return httpx.Stamp(a.sealed(role, socket))
	})}
}

// watchedServer is a quiet server that watches its clients.
type watchedServer struct {
	*quietServer
	watched receive.HTTPServer
}

// Serve serves on the socket.
func (s watchedServer) Serve(socket net.Listener) error { return s.watched.Serve(socket) }

// intake is the door of the pipeline.
type intake struct {
	*ingest.KeyBook
	*ingest.Pipeline
	disk     *disk.Watch
	accounts *access.Service
}

// Team returns the team of an ingestion key. Who tries many wrong ones is
// refused.
func (i intake) Team(ctx context.Context, key string) (string, error) {
	team, err := i.KeyBook.Team(ctx, key)
	return team, i.accounts.Refused(ctx, key, err)
}

// engineSink is the engine as the pipeline sees it.
type engineSink struct {
	teams  tables.Teams
	tables *tables.Store
	disk   *disk.Watch
}

// Insert stores a block. One that was stored when the data folder had left its
// path may be in another folder, and counts as not stored.
func (s engineSink) Insert(ctx context.Context, team string, block telemetry.Block, id telemetry.BatchID, token string) error {
	if err := s.disk.CheckInsert(); err != nil {
		return err
	}
	if err := s.tables.InsertRows(ctx, team, block, id, token); err != nil {
		return err
	}
	return s.disk.CheckPlace()
}

// Stored returns which batches a table has.
func (s engineSink) Stored(
	ctx context.Context, team string, table telemetry.Table, low, high telemetry.BatchID,
) ([]telemetry.BatchID, error) {
	return s.teams.StoredBatches(ctx, team, table, low, high)
}

// Running reports whether an insert is still at work.
func (s engineSink) Running(ctx context.Context, tokenPrefix string) (bool, error) {
	return s.teams.InsertRunning(ctx, tokenPrefix)
}

// engineTeams sees to the tables of teams that exist.
type engineTeams struct {
	store *sqlstore.Store
	teams tables.Teams
	knows func(team string) bool // whether it exists, when the store does not answer
	note  func() error           // called before a team's first telemetry is stored
}

// nobodyKnows is for those who have to ask the store.
func nobodyKnows(string) bool { return false }

// teamLookupMax is how long the store may take to find a team that is known.
const teamLookupMax = 2 * time.Second

// Ready makes the team's database if it is not there yet.
func (t engineTeams) Ready(ctx context.Context, team string) error {
	if err := t.exists(ctx, team); err != nil {
		return err
	}
	return passing(errors.Join(t.note(), t.teams.EnsureTeam(ctx, team)))
}

// passing makes a failure one that is waited for: what keeps tables from being
// made never lies in the telemetry that waits for them.
func passing(err error) error {
	if err == nil || fault.KindOf(err) != fault.Internal {
		return err
	}
	return fault.Wrap(fault.Unavailable, err, "the tables of the team can't be made at the moment")
}

// exists returns nil for a team that is in the store, or that is known while
// the store fails.
func (t engineTeams) exists(ctx context.Context, team string) error {
	known := t.knows(team)
	if known {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, teamLookupMax)
		defer cancel()
	}
	_, err := t.store.TeamByID(ctx, team)
	if fault.KindOf(err) == fault.NotFound {
		return t.released(ctx, team)
	}
	if known {
		return nil
	}
	return err
}

// released returns a NotFound fault for a team that was deleted, and another
// error for one that the store has never had: it may not be the store that the
// telemetry belongs to.
func (t engineTeams) released(ctx context.Context, team string) error {
	released, err := t.store.WasReleased(ctx, team)
	if err != nil {
		return err
	}
	if released {
		return fault.New(fault.NotFound, "team %s was deleted", team)
	}
	return fmt.Errorf("the metadata database has never had team %s", team)
}

// keeping makes the use cases of how long telemetry is kept.
func (a *App) keeping() *resources.Keeping {
	tables := engineTables{a.tables, engineTeams{a.store, a.engine.teams, nobodyKnows, a.noteEngineData}}
	return &resources.Keeping{Tables: audit.Tables{RetainedTables: tables, Trail: a.recorded.Trail}}
}

// engineTables is the tables of teams, which are made when they are needed.
type engineTables struct {
	*tables.Store
	teams engineTeams
}

// SetRetention changes how long the team's records of a signal last.
func (t engineTables) SetRetention(ctx context.Context, team string, signal telemetry.Signal, days int) error {
	if err := t.teams.Ready(ctx, team); err != nil {
		return err
	}
	return t.Store.SetRetention(ctx, team, signal, days)
}
