package statetest

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"
)

// harm is a way to damage a file.
type harm struct {
	name string
	text string
	do   func(path string) error
}

func harms() []harm {
	return []harm{
		{"torn", "lose their second half", func(path string) error {
			stat, err := os.Stat(path)
			if err != nil {
				return err
			}
			return os.Truncate(path, stat.Size()/2)
		}},
		{"empty", "are empty", func(path string) error { return os.Truncate(path, 0) }},
		{"missing", "are deleted", os.Remove},
		{"foreign", "hold something else", func(path string) error { return os.WriteFile(path, []byte("this is not what you think\n"), 0o600) }},
	}
}

// fileFaults returns the faults that damage files of a server that was killed.
func fileFaults() (faults []Fault) {
	for _, h := range harms() {
		faults = append(faults,
			Fault{Name: h.name + "-log", Text: "newest segment and cursor of the log, `unanswered` and `control.json` " + h.text, Inflict: func(w *World) { damageLog(w, h) }},
			Fault{Name: h.name + "-engine", Text: "the files of a part of the engine " + h.text, Inflict: func(w *World) { damageEngine(w, h) }},
			Fault{Name: h.name + "-metadata", Text: "the files of SQLite " + h.text + ", and come back", Only: SQLite, Inflict: func(w *World) { damageMetadata(w, h) }})
	}
	return append(faults, Fault{Name: "strange-files", Text: "files that are not ours in every folder", Inflict: addStrangers})
}

// addStrangers puts files and folders where the server keeps its own.
func addStrangers(w *World) {
	w.kill()
	folders := []string{w.root(), w.path("wal"), w.path("refused"), w.path("engine"), w.path("engine", "db"), w.path("engine", "db", "data"), w.path("engine", "db", "metadata")}
	if part := newestPart(w); part != "" {
		folders = append(folders, part, filepath.Dir(part))
	}
	for _, folder := range folders {
		w.check(os.MkdirAll(filepath.Join(folder, "lost+found"), 0o700))
		for _, name := range []string{".DS_Store", "notes.txt", "00000000000000000001.wal.bak", "~backup"} {
			w.check(os.WriteFile(filepath.Join(folder, name), []byte("this is not yours\n"), 0o600))
		}
	}
}

// hurt damages a file, if there is one.
func (h harm) hurt(w *World, path string) {
	w.t.Helper()
	if err := h.do(path); err != nil && !errors.Is(err, fs.ErrNotExist) {
		w.fatalf("%v", err)
	}
}

// damageLog harms what the server keeps beside engine and metadata. Records of
// the segment that the engine does not have yet are lost with it.
func damageLog(w *World, h harm) {
	w.kill()
	segments, err := filepath.Glob(w.path("wal", "*.wal"))
	w.check(err)
	if len(segments) > 0 {
		slices.Sort(segments)
		tearData(w, h, newestWithData(segments))
	}
	for _, path := range []string{w.path("wal", "cursor"), w.path("unanswered"), w.path("control.json")} {
		h.hurt(w, path)
	}
}

// newestWithData returns the last segment that has records, or the last one.
func newestWithData(segments []string) string {
	for _, path := range slices.Backward(segments) {
		if text, err := os.ReadFile(path); err == nil && recordID.Match(text) {
			return path
		}
	}
	return segments[len(segments)-1]
}

// tearData harms a segment and notes the records in it. Segments have room
// behind their records, so tearing cuts within the records.
func tearData(w *World, h harm, segment string) {
	text, err := os.ReadFile(segment)
	w.check(err)
	for _, id := range recordID.FindAll(text, -1) {
		w.doomed[string(id)] = true
	}
	if h.name != "torn" {
		h.hurt(w, segment)
		return
	}
	written := len(bytes.TrimRight(text, "\x00"))
	w.check(os.Truncate(segment, int64(written-written/4)))
}

// newestPart returns the folder of a part of the team's telemetry with the
// latest rows; empty when there is none.
func newestPart(w *World) string {
	counts, _ := filepath.Glob(w.path("engine", "db", "data", "cairn_"+w.made.TeamID, "logs", "*", "count.txt"))
	newest, at := "", time.Time{}
	for _, path := range counts {
		if stat, err := os.Stat(path); err == nil && stat.ModTime().After(at) && isActive(filepath.Dir(path)) {
			newest, at = filepath.Dir(path), stat.ModTime()
		}
	}
	return newest
}

// isActive reports whether a part is one that counts: parts that were merged
// stay for a while.
func isActive(part string) bool {
	name := filepath.Base(part)
	return !strings.HasPrefix(name, "tmp") && !strings.HasPrefix(name, "delete") && strings.Count(name, "_") >= 3
}

// damageEngine harms a part. Its rows have no other copy.
func damageEngine(w *World, h harm) {
	w.drainBriefly()
	w.kill()
	part := newestPart(w)
	if part == "" {
		w.fatalf("the engine has no part")
	}
	text, err := os.ReadFile(filepath.Join(part, "count.txt"))
	w.check(err)
	rows, err := strconv.Atoi(strings.TrimSpace(string(text)))
	w.check(err)
	w.result.Mortal = rows
	files, err := os.ReadDir(part)
	w.check(err)
	for _, file := range files {
		if !file.IsDir() {
			h.hurt(w, filepath.Join(part, file.Name()))
		}
	}
}

// drainBriefly lets the engine have something, where the state allows it.
func (w *World) drainBriefly() {
	for begun := time.Now(); time.Since(begun) < 2*time.Second && newestPart(w) == ""; {
		time.Sleep(pollEvery)
	}
}

// damageMetadata harms the database of a server that was killed, and wants a
// start to serve or to end with a word about it, not to hang. Then the files
// come back.
func damageMetadata(w *World, h harm) {
	w.kill()
	names := []string{"cairn.db", "cairn.db-wal", "cairn.db-shm"}
	kept := map[string][]byte{}
	for _, name := range names {
		if text, err := os.ReadFile(w.path(name)); err == nil {
			kept[name] = text
			h.hurt(w, w.path(name))
		}
	}
	w.later(func() {
		w.kill()
		for _, name := range names {
			_ = os.Remove(w.path(name))
			if text, ok := kept[name]; ok {
				w.check(os.WriteFile(w.path(name), text, 0o600))
			}
		}
	})
	code, printed := w.run("doctor")
	// What is left of torn files may be a whole database of an earlier moment,
	// and a folder that was never opened misses none.
	_, err := os.Stat(w.path("installation.json"))
	if isTold := h.name == "foreign" || h.name != "torn" && err == nil; isTold && (code == 0 || !strings.Contains(printed, "wrong database")) {
		w.errorf("SQLite is damaged, and the doctor says (%d): %s", code, printed)
	}
	w.launch()
	w.await(readyTimeMax, "the server serves or ends on damaged metadata", func() bool { return w.server.HasEnded() || w.server.IsReady() })
	if w.server.HasEnded() && !strings.Contains(w.server.Log(), "cairn:") {
		w.errorf("the server ended without saying why:\n%s", tail(w.server.Log()))
	}
}
