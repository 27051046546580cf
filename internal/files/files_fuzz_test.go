package files_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/cairnstack/cairn/internal/files"
)

// FuzzReadFiles holds that no file makes reading fail otherwise than with an
// error, in either format.
func FuzzReadFiles(f *testing.F) {
	for _, text := range []string{
		"name: d\ntiles: []\n", `{"name":"d","tiles":[]}`, "a: &a [*a]\n", "a: &a {b: *a}\n", "- 1\n", "? {}\n: 1\n", "name: !!binary x\n", "\t", "{",
	} {
		f.Add(text, true)
		f.Add(text, false)
	}
	f.Fuzz(func(t *testing.T, text string, isYAML bool) {
		dir, name := t.TempDir(), "d.json"
		if isYAML {
			name = "d.yaml"
		}
		folder := filepath.Join(dir, string(files.Dashboards))
		if err := os.Mkdir(folder, 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		all, err := files.ReadFiles(dir)
		if err == nil && (len(all) != 1 || all[0].Body == nil) {
			t.Fatalf("%q is read as %+v", text, all)
		}
	})
}
