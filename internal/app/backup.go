package app

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/http"
	"time"

	"github.com/cairnstack/cairn/internal/backup"
	"github.com/cairnstack/cairn/internal/logx"
	"github.com/cairnstack/cairn/internal/wal"
)

// The defaults of BackupLimits, how often a backup looks whether telemetry is
// stored, and how long its last word may take.
const (
	BackupSettleMax = time.Minute
	BackupStallMax  = 2 * time.Minute
	settleLookEvery = 20 * time.Millisecond
	lastWordMax     = time.Second
)

// BackupLimits are how long a backup waits. Zero fields take their defaults.
type BackupLimits struct {
	Settle time.Duration // for acknowledged telemetry to be in the engine
	Stall  time.Duration // for the client to go on reading
	Every  time.Duration // between looks for backups of services that are due
}

func (l BackupLimits) settle() time.Duration { return cmp.Or(l.Settle, BackupSettleMax) }

func (l BackupLimits) stall() time.Duration { return cmp.Or(l.Stall, BackupStallMax) }

var (
	errBackupTwice  = errors.New("another backup is being made")
	errBackupForbid = errors.New("the token is not the one in the data folder")
)

// backupSource returns the installation as backups see it.
func (a *App) backupSource() backup.Source {
	return backup.Source{Version: Version(), Database: a.store, Engine: a.tables, Settle: a.settle, Now: a.Now}
}

// settle returns when the engine has all telemetry that this server has
// acknowledged so far.
func (a *App) settle(ctx context.Context) error {
	if a.log == nil {
		return nil
	}
	limit := a.Backup.settle()
	ctx, cancel := context.WithTimeoutCause(ctx, limit, fmt.Errorf(
		"telemetry that was acknowledged is still not in the engine after %s: see cairn_wal_outstanding_records and the state of the engine", limit))
	defer cancel()
	return awaitCommitted(ctx, a.log, a.log.End())
}

func awaitCommitted(ctx context.Context, log *wal.Log, end wal.Position) error {
	ticker := time.NewTicker(settleLookEvery)
	defer ticker.Stop()
	for log.Committed() < end {
		select {
		case <-ticker.C:
		case <-ctx.Done():
			return context.Cause(ctx)
		}
	}
	return nil
}

// serveBackup streams a backup to those who can read the data folder.
func (a *App) serveBackup(w http.ResponseWriter, r *http.Request) {
	if !a.control.admits(r) {
		writeJSON(w, http.StatusUnauthorized, map[string]any{"message": errBackupForbid.Error()})
		return
	}
	if !a.backingUp.CompareAndSwap(false, true) {
		writeJSON(w, http.StatusConflict, map[string]any{"message": errBackupTwice.Error()})
		return
	}
	defer a.backingUp.Store(false)
	ctx, cancel := context.WithCancel(r.Context())
	defer cancel()
	to := newPatient(ctx, w, a.Backup.stall())
	defer context.AfterFunc(a.streamsEnd, func() { cancel(); to.hurry() })()
	stream := backup.NewStream(to)
	w.Header().Set("Content-Type", stream.ContentType())
	w.WriteHeader(http.StatusOK)
	if err := errors.Join(to.Flush(), a.streamBackup(ctx, stream)); err != nil {
		a.Logger.ErrorContext(ctx, "the backup was not finished", "error", err)
	}
}

// streamBackup writes the backup, or why there is none.
func (a *App) streamBackup(ctx context.Context, stream *backup.Stream) error {
	m, err := a.backupSource().WriteTo(ctx, stream)
	if err != nil {
		return errors.Join(err, stream.Fail(logx.OneLine(err)))
	}
	a.Logger.InfoContext(ctx, "a backup was made", "files", len(m.Files), "teams", len(m.Teams), "took", m.FinishedAt.Sub(m.BegunAt))
	return stream.Close()
}

// patient is an answer that may take as long as its reader goes on reading, and
// until ctx ends.
type patient struct {
	http.ResponseWriter
	ctx      context.Context
	control  *http.ResponseController
	stallMax time.Duration
}

func newPatient(ctx context.Context, w http.ResponseWriter, stallMax time.Duration) patient {
	to := patient{w, ctx, http.NewResponseController(w), stallMax}
	// The request is read; its deadline must not end the answer.
	_ = to.control.SetReadDeadline(time.Time{})
	return to
}

// Write moves the moment at which a reader that stalls is cut off. Once ctx has
// ended there is only a last word to say.
func (p patient) Write(b []byte) (int, error) {
	wait := p.stallMax
	if p.ctx.Err() != nil {
		wait = lastWordMax
	}
	_ = p.control.SetWriteDeadline(time.Now().Add(wait))
	return p.ResponseWriter.Write(b)
}

// hurry cuts off a reader that stalls now.
func (p patient) hurry() { _ = p.control.SetWriteDeadline(time.Now()) }

// Flush sends what was written.
func (p patient) Flush() error {
	if err := p.control.Flush(); err != nil {
		return fmt.Errorf("answer: %w", err)
	}
	return nil
}
