package debian_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/cairnstack/cairn/release/debian"
)

// TestMirrorIsThatOfApt holds both forms in which apt lists its sources.
func TestMirrorIsThatOfApt(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ file, text, want string }{
		"a line":          {"sources.list", "# deb http://old.example/debian x main\ndeb [arch=amd64] http://mirror.example/debian bookworm main\n", "http://mirror.example/"},
		"a paragraph":     {"sources.list.d/debian.sources", "Types: deb\nURIs: https://mirror.example/pub/debian\nSuites: bookworm\n", "https://mirror.example/pub/"},
		"a slash":         {"sources.list", "deb http://mirror.example/debian/ bookworm main\n", "http://mirror.example/"},
		"another archive": {"sources.list", "deb http://mirror.example/debian-security bookworm main\n", ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			root := t.TempDir()
			path := filepath.Join(root, "etc/apt", c.file)
			if err := os.MkdirAll(filepath.Dir(path), 0o750); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(path, []byte(c.text), 0o600); err != nil {
				t.Fatal(err)
			}
			if got := debian.Mirror(root); got != c.want {
				t.Errorf("got %q, want %q", got, c.want)
			}
		})
	}
}
