package app

import (
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/cairnstack/cairn/internal/disk"
)

// stamps are random numbers of starts, the newest first. The log and the engine
// keep the one of the last start, and so does the folder: a part that has another
// was put back from an earlier time, as by a restore of half a folder. Until all
// parts have the number of a start, those before it are as good. Zeros are none.
type stamps [3]uint64

// known returns those that a part may have; none when no start left one.
func (s stamps) known() []uint64 {
	return slices.DeleteFunc(s[:], func(one uint64) bool { return one == 0 })
}

// followedBy returns the stamps while a start with the stamp is under way. The
// last one is that of a start that came to its end.
func (s stamps) followedBy(stamp uint64) stamps {
	if s[2] != 0 {
		return stamps{stamp, s[0], s[2]}
	}
	return stamps{stamp, s[0], s[1]}
}

// newStamp returns the number of a start, which JSON holds exactly.
func newStamp() uint64 { return 1 + rand.Uint64N(1<<53-1) } // #nosec G404 -- it is told apart, not guessed

// stampFile names the file in the engine's folder that has its stamp.
const stampFile = "cairn-start"

// isOlderEngine reports whether the engine's folder is from an earlier time. One
// whose stamp can't be read may be that of an earlier version.
func (s stamps) isOlderEngine(engineDir string) bool {
	text, err := disk.ReadFile(filepath.Join(engineDir, stampFile))
	if err != nil {
		return false
	}
	stamp, err := strconv.ParseUint(strings.TrimSpace(string(text)), 10, 64)
	known := s.known()
	return err == nil && len(known) > 0 && !slices.Contains(known, stamp)
}

// announceStamp notes the stamp of this start before any part of the folder has
// it, and returns it with those that the parts may have. Without room the folder
// goes on with the stamp that it has.
func (a *App) announceStamp() (stamp uint64, known []uint64, err error) {
	now, err := readInstallation(a.Config.DataDir)
	if err != nil {
		return 0, nil, err
	}
	stamp, known = newStamp(), now.Stamps.known()
	noteErr := noteInstallation(a.Config.DataDir, func(i *installation) { i.Stamps = i.Stamps.followedBy(stamp) })
	if noteErr != nil {
		a.Logger.Warn("this start can't be noted in the data folder", "error", noteErr)
		return now.Stamps[0], known, nil
	}
	return stamp, known, nil
}

// settleStamp leaves the stamp in the engine's folder, and notes that all parts
// have it.
func (a *App) settleStamp(stamp uint64, isInLog bool) {
	var err error
	if a.engine.embedded != nil {
		text := strconv.FormatUint(stamp, 10) + "\n"
		err = disk.WriteDurably(filepath.Join(a.Config.EngineDir(), stampFile), []byte(text))
	}
	if err == nil && isInLog {
		err = noteInstallation(a.Config.DataDir, func(i *installation) { i.Stamps = stamps{stamp} })
	}
	if err != nil {
		a.Logger.Warn("this start can't be noted in the data folder", "error", err)
	}
}
