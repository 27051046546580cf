package clickhouse

import (
	"fmt"
	"os"
	"path/filepath"
)

// Damage is what is broken in the embedded engine's folder.
type Damage struct {
	Parts       []string // set aside by the engine, which goes on without them
	Definitions []string // that the engine can't read
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

// Err returns what is damaged, or nil.
func (d Damage) Err() error {
	switch {
	case len(d.Definitions) > 0:
		return fmt.Errorf("%d definitions of tables are torn, first %s: restore a backup", len(d.Definitions), d.Definitions[0])
	case len(d.Parts) > 0:
		return fmt.Errorf("%d damaged parts were set aside, first %s: their records are missing; restore them from a backup, then remove the folders",
			len(d.Parts), d.Parts[0])
	}
	return nil
}
