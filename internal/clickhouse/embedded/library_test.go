package embedded_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/cairnstack/cairn/internal/clickhouse/embedded"
	"github.com/cairnstack/cairn/internal/fault"
)

// touch makes an empty file with its folders.
func touch(t *testing.T, path string) string {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestFindLibrary(t *testing.T) {
	t.Parallel()
	root := t.TempDir()
	explicit := touch(t, filepath.Join(root, "own", "engine.so"))
	beside := touch(t, filepath.Join(root, "bin", "libchdb.so"))
	packaged := touch(t, filepath.Join(root, "usr", "lib", "cairn", "libchdb.so"))
	cached := touch(t, filepath.Join(root, "cache", "cairn", "engine", embedded.EngineVersion, "libchdb.so"))
	bin, cache, empty := filepath.Dir(beside), filepath.Join(root, "cache"), filepath.Join(root, "empty")
	cases := map[string]struct{ explicit, exeDir, cacheDir, want string }{
		"explicit_comes_first": {explicit, bin, cache, explicit},
		"then_beside_binary":   {"", bin, cache, beside},
		"then_of_the_package":  {"", filepath.Join(root, "usr", "bin"), cache, packaged},
		"then_the_cache":       {"", empty, cache, cached},
		"empty_folders_skip":   {"", "", cache, cached},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got, err := embedded.FindLibrary(c.explicit, c.exeDir, c.cacheDir)
			if err != nil || got != c.want {
				t.Errorf("FindLibrary = %q, %v; want %q", got, err, c.want)
			}
		})
	}
}

func TestFindLibraryNamesBothWaysOut(t *testing.T) {
	t.Parallel()
	_, err := embedded.FindLibrary("", t.TempDir(), t.TempDir())
	if fault.KindOf(err) != fault.Unavailable {
		t.Fatalf("FindLibrary = %v, want unavailable", err)
	}
	for _, want := range []string{"make engine", "CAIRN_CLICKHOUSE_URL", embedded.EngineVersion} {
		if !strings.Contains(err.Error(), want) {
			t.Errorf("%q lacks %q", err, want)
		}
	}
	if strings.Contains(err.Error(), "\n") {
		t.Errorf("%q is more than one line", err)
	}
}

func TestFindLibraryRefusesAWrongExplicitPath(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	touch(t, filepath.Join(dir, "libchdb.so"))
	for _, path := range []string{filepath.Join(dir, "none.so"), dir} {
		_, err := embedded.FindLibrary(path, dir, dir)
		if fault.KindOf(err) != fault.Invalid || !strings.Contains(err.Error(), "--engine-lib") {
			t.Errorf("FindLibrary(%s) = %v, want the option named", path, err)
		}
	}
}

func TestCacheDir(t *testing.T) {
	t.Parallel()
	env := func(values map[string]string) func(string) string {
		return func(name string) string { return values[name] }
	}
	if got := embedded.CacheDir(env(map[string]string{"XDG_CACHE_HOME": "/c", "HOME": "/h"})); got != "/c" {
		t.Errorf("CacheDir = %q", got)
	}
	if got := embedded.CacheDir(env(map[string]string{"HOME": "/h"})); got != "/h/.cache" {
		t.Errorf("CacheDir = %q", got)
	}
	if got := embedded.CacheDir(env(nil)); got != "" {
		t.Errorf("CacheDir without HOME = %q, want none", got)
	}
}
