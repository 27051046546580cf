package tarfile_test

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/cairnstack/cairn/release/tarfile"
)

// TestOrderAndFilesOnDiskLeaveNoTrace writes the same entries in another order,
// from files with other times and modes.
func TestOrderAndFilesOnDiskLeaveNoTrace(t *testing.T) {
	t.Parallel()
	var written [][]byte
	for i, mode := range []os.FileMode{0o600, 0o755} {
		dir := t.TempDir()
		source := filepath.Join(dir, "source")
		if err := os.WriteFile(source, []byte("content"), mode); err != nil {
			t.Fatal(err)
		}
		if err := os.Chtimes(source, time.Time{}, time.Unix(int64(i)*1000, 0)); err != nil {
			t.Fatal(err)
		}
		files := []tarfile.File{{Name: "b/deep/file", Mode: 0o644, Path: source}, {Name: "a", Mode: 0o755, Content: []byte("a")}, {Name: "b/link", Link: "../a"}}
		if i > 0 {
			slices.Reverse(files)
		}
		out := filepath.Join(dir, "out.tar.gz")
		if err := tarfile.Write(out, files, time.Unix(1e9, 0)); err != nil {
			t.Fatal(err)
		}
		content, err := os.ReadFile(out)
		if err != nil {
			t.Fatal(err)
		}
		written = append(written, content)
	}
	if !bytes.Equal(written[0], written[1]) {
		t.Error("the two differ")
	}
}
