package embedded_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/cairnstack/cairn/internal/clickhouse/embedded"
)

// TestFilesThatAreNoEngineLibraryAreRefused checks files that would end the
// engine's process with a signal.
func TestFilesThatAreNoEngineLibraryAreRefused(t *testing.T) {
	t.Parallel()
	library, err := embedded.FindLibrary(os.Getenv("CAIRN_ENGINE_LIB"), "", embedded.CacheDir(os.Getenv))
	if err != nil {
		t.Fatal(err)
	}
	begun := time.Now()
	if err := embedded.CheckLibrary(library); err != nil {
		t.Error(err)
	}
	t.Logf("the library is checked in %s", time.Since(begun))
	dir := t.TempDir()
	for want, content := range map[string]func() []byte{
		"it is no library":                     func() []byte { return []byte("this is a text\n") },
		"it is cut off":                        func() []byte { return firstBytes(t, library, 1<<20) },
		"it is another library":                func() []byte { return ownProgram(t) },
		"it is for another kind of machine":    func() []byte { return otherMachine(firstBytes(t, library, 64)) },
		"(it is no library); install it again": func() []byte { return nil },
	} {
		path := filepath.Join(dir, "lib.so")
		if err := os.WriteFile(path, content(), 0o600); err != nil {
			t.Fatal(err)
		}
		if err := embedded.CheckLibrary(path); err == nil || !strings.Contains(err.Error(), want) || !strings.HasPrefix(err.Error(), path) {
			t.Errorf("%s: %v", want, err)
		}
	}
}

func firstBytes(t *testing.T, path string, n int) []byte {
	t.Helper()
	file, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = file.Close() }()
	b := make([]byte, n)
	if _, err := file.ReadAt(b, 0); err != nil {
		t.Fatal(err)
	}
	return b
}

// otherMachine makes the header of a library that of another machine, without
// sections.
func otherMachine(header []byte) []byte {
	b := make([]byte, 64)
	copy(b, header)
	copy(b[18:], []byte{8, 0}) // MIPS
	clear(b[32:48])            // no program headers, no sections
	clear(b[56:64])
	return b
}

func ownProgram(t *testing.T) []byte {
	t.Helper()
	path, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return b
}
