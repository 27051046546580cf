package embedded

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"

	"github.com/cairnstack/cairn/internal/disk"
)

// Folders of the engine: its data, and our copies of its definitions.
const (
	dataFolder        = "db"
	definitionsFolder = "definitions"
	tableDefinitions  = "store/*/*/*.sql" // below the data
)

// definitionUUID finds the id of a table or database in its definition.
var definitionUUID = regexp.MustCompile(`^ATTACH [^\n]* UUID '([0-9a-f-]{36})'`)

// definitions are the files in which the engine describes databases and
// tables, and our copies of them. Without its definition a table is lost, and
// with a torn one the engine does not start.
type definitions struct {
	live   string
	copies string
}

func definitionsOf(engineDir string) definitions {
	return definitions{live: filepath.Join(engineDir, dataFolder), copies: filepath.Join(engineDir, definitionsFolder)}
}

// list returns the paths of the definitions below a folder, relative to it.
func listDefinitions(root string) ([]string, error) {
	var names []string
	for _, pattern := range []string{"metadata/*.sql", tableDefinitions} {
		paths, err := filepath.Glob(filepath.Join(root, pattern))
		if err != nil {
			return nil, err
		}
		for _, path := range paths {
			name, err := filepath.Rel(root, path)
			if err != nil {
				return nil, err
			}
			names = append(names, name)
		}
	}
	return names, nil
}

// isWhole reports whether a definition looks like one that the engine wrote
// to its end.
func isWhole(text []byte) bool {
	return bytes.HasPrefix(text, []byte("ATTACH ")) && bytes.HasSuffix(text, []byte("\n")) && bytes.IndexByte(text, 0) < 0
}

// save copies the definitions that have changed and forgets those that are
// gone. It is called while the engine runs, which proves them good.
func (d definitions) save() error {
	names, err := listDefinitions(d.live)
	if err != nil {
		return err
	}
	known := map[string]bool{}
	for _, name := range names {
		known[name] = true
		err = errors.Join(err, d.saveOne(name))
	}
	return errors.Join(err, d.forget(known))
}

func (d definitions) saveOne(name string) error {
	if d.isSame(name) {
		return nil
	}
	text, err := os.ReadFile(filepath.Join(d.live, name))
	if errors.Is(err, fs.ErrNotExist) || err == nil && !isWhole(text) {
		return nil // dropped a moment ago, or damaged: the copy is all there is
	}
	if err != nil {
		return err
	}
	return replace(filepath.Join(d.copies, name), text)
}

// isSame reports whether there is a copy of the size that is not older.
func (d definitions) isSame(name string) bool {
	live, err := os.Stat(filepath.Join(d.live, name))
	if err != nil || live.Size() == 0 {
		return false
	}
	saved, err := os.Stat(filepath.Join(d.copies, name))
	return err == nil && saved.Size() == live.Size() && saved.ModTime().After(live.ModTime())
}

func (d definitions) forget(known map[string]bool) error {
	copies, err := listDefinitions(d.copies)
	if err != nil {
		return err
	}
	for _, name := range copies {
		if !known[name] {
			err = errors.Join(err, os.Remove(filepath.Join(d.copies, name)))
		}
	}
	return err
}

// restore puts copies in the place of definitions that are torn or lost, and
// returns their names. It is called before the engine starts.
func (d definitions) restore() ([]string, error) {
	names, err := listDefinitions(d.copies)
	if err != nil || len(names) == 0 {
		return nil, err
	}
	present, err := d.ids()
	if err != nil {
		return nil, err
	}
	var restored []string
	for _, name := range names {
		text, err := os.ReadFile(filepath.Join(d.copies, name))
		if err != nil {
			return restored, err
		}
		if !isWhole(text) || !d.isLost(name, text, present) {
			continue
		}
		if err := replace(filepath.Join(d.live, name), text); err != nil {
			return restored, err
		}
		restored = append(restored, name)
	}
	return restored, nil
}

// ids returns the ids of everything that has a definition.
func (d definitions) ids() (map[string]bool, error) {
	names, err := listDefinitions(d.live)
	if err != nil {
		return nil, err
	}
	ids := map[string]bool{}
	for _, name := range names {
		text, err := os.ReadFile(filepath.Join(d.live, name))
		if err != nil {
			return nil, err
		}
		if id := definitionUUID.FindSubmatch(text); id != nil && isWhole(text) {
			ids[string(id[1])] = true
		}
	}
	return ids, nil
}

// isLost reports whether a definition is torn, or gone although its data is
// there. One that was dropped or renamed is not lost.
func (d definitions) isLost(name string, saved []byte, present map[string]bool) bool {
	text, err := os.ReadFile(filepath.Join(d.live, name))
	if err == nil {
		return !isWhole(text)
	}
	id := definitionUUID.FindSubmatch(saved)
	if !errors.Is(err, fs.ErrNotExist) || id == nil || present[string(id[1])] {
		return false
	}
	return d.hasData(string(id[1])) && !d.isDropped(string(id[1]))
}

// hasData reports whether there are files of a table or database.
func (d definitions) hasData(id string) bool {
	entries, err := os.ReadDir(filepath.Join(d.live, "store", id[:3], id))
	return err == nil && len(entries) > 0
}

func (d definitions) isDropped(id string) bool {
	paths, err := filepath.Glob(filepath.Join(d.live, "metadata_dropped", "*"+id+".sql"))
	return err != nil || len(paths) > 0
}

// replace writes a definition in a folder that may not be there yet.
func replace(path string, content []byte) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return err
	}
	return disk.WriteDurably(path, content)
}
