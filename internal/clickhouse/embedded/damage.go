package embedded

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/cairnstack/cairn/internal/clickhouse"
	"github.com/cairnstack/cairn/internal/disk"
)

// Damage is what is broken in the embedded engine's folder.
type Damage struct {
	Parts       []string // set aside by the engine, which goes on without them
	Definitions []string // that the engine can't read
	Copies      []string // folders where the engine has links: somebody copied what they lead to
}

// FindDamage looks at the files of the engine in a folder; the engine may run.
func FindDamage(engineDir string) (Damage, error) {
	root := filepath.Join(engineDir, dataFolder)
	parts, err := filepath.Glob(filepath.Join(root, "store", "*", "*", "detached", "broken*"))
	if err != nil {
		return Damage{}, err
	}
	names, err := listDefinitions(root)
	if err != nil {
		return Damage{}, err
	}
	damage := Damage{Parts: parts}
	for _, name := range names {
		text, err := os.ReadFile(filepath.Join(root, name))
		if err == nil && !isWhole(text) {
			damage.Definitions = append(damage.Definitions, name)
		}
	}
	return damage, nil
}

// followedLinks returns folders in the place of the links by which the engine
// finds the tables of a database.
func followedLinks(root string) (folders []string) {
	for _, links := range []string{"metadata/" + clickhouse.DatabasePrefix + "*", "data/" + clickhouse.DatabasePrefix + "*/*"} {
		paths, _ := filepath.Glob(filepath.Join(root, links)) // the pattern is good
		for _, path := range paths {
			if stat, err := os.Lstat(path); err == nil && stat.IsDir() {
				folders = append(folders, path)
			}
		}
	}
	return folders
}

// CheckShapes refuses folders in the place of the engine's files and links,
// files in that of its folders, and links that lead nowhere.
func CheckShapes(engineDir string) error {
	in := func(name string) string { return filepath.Join(engineDir, name) }
	folders := []string{engineDir, in(dataFolder)}
	for _, name := range []string{"data", "metadata", "metadata_dropped", "store", "tmp"} {
		folders = append(folders, filepath.Join(in(dataFolder), name))
	}
	files := []string{in(configFile), in(usersFile), in(engineLogFile), in(lockFileName), filepath.Join(in(dataFolder), "status")}
	return errors.Join(
		Damage{Copies: followedLinks(in(dataFolder))}.Err(),
		disk.CheckLinks(append(folders, files...)...), disk.CheckFolders(folders...), disk.CheckFiles(files...),
	)
}

// MissingTables returns the tables that have a definition in the engine's folder
// and no data, which each has from its first moment. It is called before the
// engine starts, which makes new data folders.
func MissingTables(engineDir string) ([]string, error) {
	d := definitionsOf(engineDir)
	names, err := listDefinitions(d.live)
	if err != nil {
		return nil, err
	}
	var missing []string
	for _, name := range names {
		text, err := os.ReadFile(filepath.Join(d.live, name))
		id := definitionUUID.FindSubmatch(text)
		if err == nil && id != nil && bytes.Contains(text, []byte("MergeTree")) && !d.hasData(string(id[1])) {
			missing = append(missing, name)
		}
	}
	return missing, nil
}

// HasTables reports whether there are definitions of tables in the engine's
// folder. What can't be read is not gone.
func HasTables(engineDir string) (bool, error) {
	data := filepath.Join(engineDir, dataFolder)
	if _, err := os.ReadDir(data); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return false, err
	}
	paths, err := filepath.Glob(filepath.Join(data, tableDefinitions))
	return len(paths) > 0, err
}

// Err returns what is damaged, or nil.
func (d Damage) Err() error {
	switch {
	case len(d.Copies) > 0:
		return fmt.Errorf("%d links of the engine's folder are folders, first %s: the folder was copied without its links; copy it again with cp -a or rsync -a",
			len(d.Copies), d.Copies[0])
	case len(d.Definitions) > 0:
		return fmt.Errorf("%d definitions of tables are torn, first %s: restore a backup", len(d.Definitions), d.Definitions[0])
	case len(d.Parts) > 0:
		return fmt.Errorf("%d damaged parts were set aside, first %s: their records are missing; restore them from a backup, then remove the folders",
			len(d.Parts), d.Parts[0])
	}
	return nil
}
