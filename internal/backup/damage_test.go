package backup_test

import (
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/cairnstack/cairn/internal/backup"
	"github.com/cairnstack/cairn/internal/fault"
	"github.com/cairnstack/cairn/internal/testkit"
)

// flipsPerFile is how many random bits of a large file are flipped, one at a
// time; of a small file one of every byte is.
const (
	flipsPerFile   = 300
	smallFileBytes = 4 << 10
)

// check opens and verifies a backup.
func check(t *testing.T, path string) error {
	t.Helper()
	archive, err := backup.Open(path)
	if err == nil {
		err = archive.Verify(t.Context())
	}
	return err
}

func filesOf(t *testing.T, path string) (names []string) {
	t.Helper()
	err := filepath.WalkDir(path, func(name string, entry fs.DirEntry, err error) error {
		if err == nil && !entry.IsDir() {
			names = append(names, name)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return names
}

// TestEveryDamageIsFound flips bits of every file of a backup, cuts, empties,
// lengthens, removes and swaps them.
func TestEveryDamageIsFound(t *testing.T) {
	t.Parallel()
	path := made(t)
	names := filesOf(t, path)
	if len(names) != 4 {
		t.Fatalf("the backup has %v", names)
	}
	random := rand.New(rand.NewPCG(testkit.Seed(t, 1), 0))
	for _, name := range names {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		short := strings.TrimPrefix(name, path+"/")
		for what, damaged := range damages(text, random) {
			wantDamaged(t, path, name, damaged, short+": "+what)
		}
		wantDamaged(t, path, name, nil, short+" is removed")
		for _, other := range names {
			if content, _ := os.ReadFile(other); other != name {
				wantDamaged(t, path, name, content, short+" has the content of "+other)
			}
		}
		if err := os.WriteFile(name, text, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := check(t, path); err != nil {
		t.Errorf("repaired: %v", err)
	}
}

// damages returns what can happen to the bytes of a file.
func damages(text []byte, random *rand.Rand) func(yield func(string, []byte) bool) {
	return func(yield func(string, []byte) bool) {
		for _, bit := range bitsToFlip(len(text), random) {
			damaged := slices.Clone(text)
			damaged[bit/8] ^= 1 << (bit % 8)
			if !yield(fmt.Sprint("bit ", bit, " is flipped"), damaged) {
				return
			}
		}
		for _, length := range []int{0, 1, len(text) / 2, len(text) - 1} {
			if !yield(fmt.Sprint("cut to ", length, " bytes"), text[:length:length]) {
				return
			}
		}
		_ = yield("a byte longer", append(slices.Clone(text), '\n')) && yield("twice", slices.Concat(text, text))
	}
}

func bitsToFlip(length int, random *rand.Rand) []int {
	bits := make([]int, min(length, smallFileBytes))
	if length > smallFileBytes {
		bits = bits[:flipsPerFile]
	}
	for i := range bits {
		at := i
		if length > smallFileBytes {
			at = random.IntN(length)
		}
		bits[i] = 8*at + random.IntN(8)
	}
	return bits
}

// wantDamaged writes the file, or removes it, and looks at the backup.
func wantDamaged(t *testing.T, path, name string, content []byte, what string) {
	t.Helper()
	err := os.WriteFile(name, content, 0o600)
	if content == nil {
		err = os.Remove(name)
	}
	if err != nil {
		t.Fatal(err)
	}
	if err := check(t, path); fault.KindOf(err) != fault.Invalid {
		t.Errorf("%s: %v", what, err)
	}
}

// TestBackupOfAnOlderVersionIsReadable takes the checksum off, as backups of
// format 1 have none.
func TestBackupOfAnOlderVersionIsReadable(t *testing.T) {
	t.Parallel()
	path := made(t)
	manifest := filepath.Join(path, backup.ManifestName)
	if err := os.Remove(manifest + ".sha256"); err != nil {
		t.Fatal(err)
	}
	if err := check(t, path); err == nil || !strings.Contains(err.Error(), "manifest.json.sha256 is missing") {
		t.Errorf("without its checksum: %v", err)
	}
	if err := replaceIn(manifest, `"format": 2`, `"format": 1`); err != nil {
		t.Fatal(err)
	}
	archive, err := backup.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := archive.Verify(t.Context()); err != nil || archive.IsSummed() {
		t.Errorf("%v, summed: %v", err, archive.IsSummed())
	}
}
