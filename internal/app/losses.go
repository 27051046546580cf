package app

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"sync"
	"time"

	"github.com/cairnstack/cairn/internal/disk"
	"github.com/cairnstack/cairn/internal/logx"
	"github.com/cairnstack/cairn/internal/wal"
)

const (
	lossesFile = "losses.json"
	lossesMax  = 1000 // that are kept; further ones count with the last
	lossesPart = "telemetry"
)

// The reasons of losses.
const (
	lostFromLog     = "the write-ahead log was damaged"
	lostFromRefused = "the log of refused requests was damaged"
	lostWithLog     = "the folder of the write-ahead log was gone"
	lostFromEngine  = "files of the engine, with stored telemetry, were gone"
	lostWithEngine  = "the folder of the engine was put back from an earlier time"
)

// errLossesDamaged says that the list was read and is none.
var errLossesDamaged = errors.New("the list of losses is damaged")

// loss is requests that were acknowledged and can't be stored any more.
type loss struct {
	At           time.Time `json:"at"`
	Requests     uint64    `json:"requests"` // 0: nobody can count them
	Reason       string    `json:"reason"`
	Log          string    `json:"log"` // its id
	From         uint64    `json:"from"`
	To           uint64    `json:"to"`
	Acknowledged bool      `json:"acknowledged,omitempty"`
}

// losses keeps in the data folder what was lost, so that readiness and doctor
// can say it until somebody has taken note.
type losses struct {
	path   string
	now    func() time.Time
	logger *slog.Logger
	mu     sync.Mutex
}

// openLosses fails when the list is there and can't be read.
func (a *App) openLosses() error {
	a.losses = &losses{path: filepath.Join(a.Config.DataDir, lossesFile), now: a.Now, logger: a.Logger}
	a.remark(lossesPart, a.losses.remark)
	if _, err := readLosses(a.losses.path); err != nil && !errors.Is(err, errLossesDamaged) {
		return fmt.Errorf("--data-dir: %w", err)
	}
	return nil
}

// lostFor returns what takes the losses of a log.
func (l *losses) lostFor(reason string) func(id wal.ID, from, to wal.Position) {
	return func(id wal.ID, from, to wal.Position) {
		l.add(loss{Reason: reason, Log: id.String(), From: uint64(from), To: uint64(to)})
	}
}

// doubt notes that requests may be lost which nobody can count.
func (l *losses) doubt(reason string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.note(loss{Reason: reason})
}

// add writes a loss down, without the requests that are written down already: a
// server that starts again finds the same damage again.
func (l *losses) add(lost loss) {
	l.mu.Lock()
	defer l.mu.Unlock()
	list, _ := readLosses(l.path) // note says what is wrong with it
	if lost.Requests = freshIn(list, lost); lost.Requests > 0 {
		l.note(lost)
	}
}

// note appends to the list. The lock is held.
func (l *losses) note(lost loss) {
	list, err := readLosses(l.path)
	if errors.Is(err, errLossesDamaged) {
		l.logger.Error("the list of losses is damaged; a new one is begun", "error", err)
		err = os.Rename(l.path, l.path+".corrupt")
	}
	if err != nil { // a list that can't be read is not replaced
		l.logger.Error("a loss can't be written down", "requests", lost.Requests, "reason", lost.Reason, "error", err)
		return
	}
	lost.At = l.now().UTC().Truncate(time.Second)
	list = appendLoss(list, lost)
	if err := writeLosses(l.path, list); err != nil {
		l.logger.Error("a loss can't be written down", "requests", lost.Requests, "reason", lost.Reason, "error", err)
	}
}

// freshIn returns how many requests of a loss are in none of the list.
func freshIn(list []loss, lost loss) uint64 {
	var known wal.Spans
	for _, old := range list {
		if old.Log == lost.Log {
			known.Add(wal.Position(old.From), wal.Position(old.To))
		}
	}
	return wal.Count(known.Add(wal.Position(lost.From), wal.Position(lost.To)))
}

func appendLoss(list []loss, lost loss) []loss {
	if len(list) < lossesMax {
		return append(list, lost)
	}
	last := &list[len(list)-1]
	last.At, last.Requests, last.Acknowledged = lost.At, last.Requests+lost.Requests, false
	return list
}

// readLosses returns what was lost; without a file, nothing.
func readLosses(path string) (list []loss, err error) {
	text, err := disk.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	if err := json.NewDecoder(bytes.NewReader(text)).Decode(&list); err != nil {
		return nil, fmt.Errorf("%s: %w: %w", path, errLossesDamaged, err)
	}
	return list, nil
}

func writeLosses(path string, list []loss) error {
	text, err := json.MarshalIndent(list, "", "  ")
	if err != nil {
		return err
	}
	return disk.WriteDurably(path, append(text, '\n'))
}

// lossesIn words what was lost and nobody has acknowledged; empty: nothing.
func lossesIn(list []loss) string {
	requests, last := uint64(0), loss{}
	for _, lost := range list {
		if !lost.Acknowledged {
			requests, last = requests+lost.Requests, lost
		}
	}
	switch {
	case last.At.IsZero():
		return ""
	case requests == 0:
		return fmt.Sprintf("requests may have been lost on %s: %s", last.At.Format(time.RFC3339), last.Reason)
	case requests == 1:
		return fmt.Sprintf("1 request was lost on %s: %s", last.At.Format(time.RFC3339), last.Reason)
	default:
		return fmt.Sprintf("%d requests were lost, the last on %s: %s", requests, last.At.Format(time.RFC3339), last.Reason)
	}
}

// remark is what readiness says of losses. They do not make a server unready.
func (l *losses) remark(context.Context) string {
	list, err := readLosses(l.path)
	if err != nil {
		return logx.OneLine(err)
	}
	return lossesIn(list)
}

// lookAtLosses is the doctor's look at what was lost.
func lookAtLosses(_ context.Context, o Options) Finding {
	f := Finding{Subject: lossesPart, Good: "nothing that was acknowledged is known to be lost"}
	list, err := readLosses(filepath.Join(o.Config.DataDir, lossesFile))
	if err != nil {
		f.Err = err
	} else if text := lossesIn(list); text != "" {
		f.Err = fmt.Errorf("%s; when you have taken note, run cairn doctor --acknowledge-losses", text)
	}
	if !isRunning(o.Config.DataDir) {
		foreseen, err := foreseeLosses(o.Config)
		f.Err = errors.Join(f.Err, err, errForeseen(foreseen))
	}
	return f
}

// AcknowledgeLosses notes that somebody knows of all losses so far.
func AcknowledgeLosses(dir string) error {
	path := filepath.Join(dir, lossesFile)
	list, err := readLosses(path)
	if err != nil || len(list) == 0 {
		return err
	}
	for i := range list {
		list[i].Acknowledged = true
	}
	return writeLosses(path, list)
}
