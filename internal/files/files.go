package files

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/goccy/go-yaml"
)

const (
	// FileBytesMax bounds one file.
	FileBytesMax = 8 << 20
	// FilesMax bounds the files of a folder.
	FilesMax = 20_000
)

// The formats of files.
const (
	YAML = "yaml"
	JSON = "json"
)

// ReadFiles returns the resources below the folder, ordered by address. Files
// that are neither .yaml, .yml nor .json are passed over, and so is whatever
// begins with a dot.
func ReadFiles(dir string) ([]Resource, error) {
	var all []Resource
	for _, kind := range Kinds() {
		entries, err := os.ReadDir(filepath.Join(dir, string(kind)))
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return nil, err
		}
		for _, entry := range entries {
			name, ok := resourceName(entry)
			if !ok {
				continue
			}
			r, err := readFile(filepath.Join(dir, string(kind), entry.Name()), Address{kind, name})
			if err != nil {
				return nil, err
			}
			all = append(all, r)
		}
	}
	return all, checkFiles(dir, all)
}

func resourceName(entry fs.DirEntry) (string, bool) {
	extension := filepath.Ext(entry.Name())
	isResource := slices.Contains(extensions(), extension)
	return strings.TrimSuffix(entry.Name(), extension), isResource && !entry.IsDir() && !strings.HasPrefix(entry.Name(), ".")
}

// checkFiles refuses a folder that holds nothing, which is more often a wrong
// path than the wish to delete everything, and two files of one name.
func checkFiles(dir string, all []Resource) error {
	if len(all) == 0 {
		return fmt.Errorf("%s holds no resources; expected are folders such as dashboards and alerts", dir)
	}
	if len(all) > FilesMax {
		return fmt.Errorf("%s holds more than %d files", dir, FilesMax)
	}
	seen := map[Address]bool{Own(): true}
	for _, r := range all {
		if seen[r.Address] {
			return fmt.Errorf("%s: there are two files of this name, or it is reserved", r.Address)
		}
		seen[r.Address] = true
	}
	return nil
}

func readFile(path string, at Address) (Resource, error) {
	stat, err := os.Stat(path)
	if err != nil {
		return Resource{}, err
	}
	if stat.Size() > FileBytesMax {
		return Resource{}, fmt.Errorf("%s: is larger than %d MiB", path, FileBytesMax>>20)
	}
	text, err := os.ReadFile(path)
	if err != nil {
		return Resource{}, err
	}
	body, err := parseFile(text, filepath.Ext(path))
	if err != nil {
		return Resource{}, fmt.Errorf("%s: %w", path, err)
	}
	return Resource{Address: at, Body: body}, nil
}

func parseFile(text []byte, extension string) (map[string]any, error) {
	if extension != ".json" {
		converted, err := yamlToJSON(text)
		if err != nil {
			return nil, errors.New("is not valid YAML: " + yaml.FormatError(err, false, false))
		}
		text = converted
	}
	tree, err := parseTree(text)
	if err != nil {
		return nil, fmt.Errorf("is not valid JSON: %w", err)
	}
	body, ok := tree.(map[string]any)
	if !ok {
		return nil, errors.New("must hold one mapping of fields to values")
	}
	return body, nil
}

// writeFile writes a resource, whole or not at all.
func writeFile(dir, format string, r Resource) error {
	text, err := formatted(format, r.Body)
	if err != nil {
		return err
	}
	folder := filepath.Join(dir, string(r.Kind))
	if err := os.MkdirAll(folder, 0o750); err != nil {
		return err
	}
	if err := replaceFile(filepath.Join(folder, r.Name+"."+format), text); err != nil {
		return err
	}
	return removeOthers(folder, r.Name, format)
}

// removeOthers removes the file that a resource had in another format.
func removeOthers(folder, name, format string) error {
	for _, extension := range extensions() {
		if extension == "."+format {
			continue
		}
		if err := os.Remove(filepath.Join(folder, name+extension)); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	return nil
}

// extensions lists how the names of files end.
func extensions() []string { return []string{".yaml", ".yml", ".json"} }

func replaceFile(path string, text []byte) error {
	draft, err := os.CreateTemp(filepath.Dir(path), ".draft-*")
	if err != nil {
		return err
	}
	_, writeErr := draft.Write(text)
	err = errors.Join(writeErr, draft.Chmod(0o640), draft.Close())
	if err == nil {
		err = os.Rename(draft.Name(), path)
	}
	if err != nil {
		return errors.Join(err, os.Remove(draft.Name()))
	}
	return nil
}

func formatted(format string, body map[string]any) ([]byte, error) {
	if format == YAML {
		return yamlText(body)
	}
	text, err := json.MarshalIndent(body, "", "  ")
	return append(text, '\n'), err
}
