package app

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"time"

	"github.com/cairnstack/cairn/internal/logx"
	"github.com/cairnstack/cairn/internal/wal"
)

// The parts of readiness that speak of telemetry which is not stored.
const (
	backlogPart = "storing"
	refusedPart = "refused telemetry"
)

// How often one looks at the log, and how long requests may wait in it before
// readiness says so.
const (
	backlogLookEvery = time.Second
	backlogWaitMax   = 15 * time.Second
	reasonBytesMax   = 300
)

// backlog watches what waits in the write-ahead log.
type backlog struct {
	app *App

	mu    sync.Mutex
	done  wal.Position // the first request that is not stored
	since time.Time    // when it last moved, or nothing waited
}

func (a *App) openBacklog() {
	b := &backlog{app: a, since: a.Now()}
	a.remark(backlogPart, b.remark)
	a.remark(refusedPart, func(context.Context) string { return refusedIn(a.Config.refusedDir()) })
	a.loops = append(a.loops, loop{"backlog", b.run})
}

// run looks at the log and the disk until ctx ends.
func (b *backlog) run(ctx context.Context) error {
	ticker := time.NewTicker(backlogLookEvery)
	defer ticker.Stop()
	for {
		select {
		case <-ticker.C:
			b.look(b.app.log.Stats())
			b.app.log.Tighten(b.app.disk.Space().IsTight())
		case <-ctx.Done():
			return nil
		}
	}
}

func (b *backlog) look(stats wal.Stats) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if stats.Committed != b.done || stats.Committed >= stats.End {
		b.done, b.since = stats.Committed, b.app.Now()
	}
}

// remark says how many acknowledged requests wait, once that takes long.
func (b *backlog) remark(context.Context) string {
	stats := b.app.log.Stats()
	b.mu.Lock()
	waited := b.app.Now().Sub(b.since)
	b.mu.Unlock()
	if stats.Committed >= stats.End || waited < backlogWaitMax {
		return ""
	}
	text := fmt.Sprintf("%d acknowledged requests wait in the log, and none was stored for %s", stats.End-stats.Committed, waited.Round(time.Second))
	if err := b.app.pipeline.Failure(); err != nil {
		reason := logx.OneLine(err)
		text += ": " + reason[:min(len(reason), reasonBytesMax)]
	}
	return text
}

// refusedIn words what is in the folder of refused requests; empty: nothing.
func refusedIn(dir string) string {
	segments, _ := filepath.Glob(filepath.Join(dir, "*.wal")) // the pattern is good
	bytes := int64(0)
	for _, path := range segments {
		if stat, err := os.Stat(path); err == nil {
			bytes += stat.Size()
		}
	}
	if bytes == 0 {
		return ""
	}
	return fmt.Sprintf("requests that could not be stored are kept in %s (%d bytes); the log says why; move the folder away when you have taken note", dir, bytes)
}

// lookAtRefused is the doctor's look at requests that could not be stored.
func lookAtRefused(_ context.Context, o Options) Finding {
	f := Finding{Subject: refusedPart, Good: "none is kept"}
	if text := refusedIn(o.Config.refusedDir()); text != "" {
		f.Err = errors.New(text)
	}
	return f
}
