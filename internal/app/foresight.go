package app

import (
	"errors"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/cairnstack/cairn/internal/clickhouse/embedded"
	"github.com/cairnstack/cairn/internal/wal"
)

// isOtherLog reports whether a log is not the one that the folder had.
func (i installation) isOtherLog(id string) bool { return i.Log != "" && i.Log != id }

// lostTables returns how many tables have no data any more, and whether stored
// telemetry is gone, with them or with all of the engine's files.
func (i installation) lostTables(engineDir string) (tables int, isGone bool, err error) {
	missing, err := embedded.MissingTables(engineDir)
	if err != nil {
		return 0, false, err
	}
	hasTables, err := embedded.HasTables(engineDir)
	return len(missing), len(missing) > 0 || i.Engine && !hasTables, err
}

// foreseeLosses returns what the next start would note as lost. It changes
// nothing; no server may have the folder.
func foreseeLosses(c Config) ([]loss, error) {
	known, err := readInstallation(c.DataDir)
	if err != nil {
		return nil, err
	}
	foreseen, err := foreseeLog(c, known)
	if err != nil {
		return nil, err
	}
	if !c.Embedded() {
		return foreseen, nil
	}
	_, isGone, err := known.lostTables(c.EngineDir())
	if err != nil {
		return nil, err
	}
	if isGone {
		foreseen = append(foreseen, loss{Reason: lostFromEngine})
	}
	if known.Stamps.isOlderEngine(c.EngineDir()) {
		foreseen = append(foreseen, loss{Reason: lostWithEngine})
	}
	return foreseen, nil
}

// foreseeLog returns what the next start would miss in the write-ahead log.
func foreseeLog(c Config, known installation) (foreseen []loss, err error) {
	found, err := wal.Inspect(c.walDir(), known.Stamps.known()...)
	if err != nil {
		return nil, err
	}
	if known.Log != "" && (!found.Exists || known.isOtherLog(found.ID.String())) {
		return []loss{{Reason: lostWithLog}}, nil
	}
	list, err := readLosses(filepath.Join(c.DataDir, lossesFile))
	if err != nil {
		return nil, err
	}
	if found.Doubt != "" {
		foreseen = append(foreseen, loss{Reason: found.Doubt})
	}
	for _, gap := range found.Lost {
		lost := loss{Reason: lostFromLog, Log: found.ID.String(), From: uint64(gap.From), To: uint64(gap.To)}
		if lost.Requests = freshIn(list, lost); lost.Requests > 0 {
			foreseen = append(foreseen, lost)
		}
	}
	return foreseen, nil
}

// errForeseen words losses that the next start would note; nil for none.
func errForeseen(foreseen []loss) error {
	requests, reasons := uint64(0), []string{}
	for _, lost := range foreseen {
		requests += lost.Requests
		if len(reasons) == 0 || reasons[len(reasons)-1] != lost.Reason {
			reasons = append(reasons, lost.Reason)
		}
	}
	if len(reasons) == 0 {
		return nil
	}
	count := "acknowledged requests may be lost"
	if requests > 0 {
		count = fmt.Sprintf("%d acknowledged requests are missing", requests)
	}
	return fmt.Errorf("%s: %s; put back what belongs there before the next start, which would go on without it", count, strings.Join(reasons, ", "))
}

// isServed reports whether a server has the folder.
func isServed(dir string) (bool, error) {
	if !exists(filepath.Join(dir, lockName)) {
		return false, nil
	}
	lock, err := lockDataDir(dir)
	if errors.Is(err, errLocked) {
		return true, nil
	}
	if err != nil {
		return false, err
	}
	return false, lock.Close()
}

// isRunning reports whether a server is known to have the folder.
func isRunning(dir string) bool {
	served, err := isServed(dir)
	return err == nil && served
}
