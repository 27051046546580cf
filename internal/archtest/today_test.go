package archtest_test

import (
	"bytes"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestFixturesHaveOneToday forbids tests to take the hour or the day from the
// clock: a run that crosses it writes its records in one and asks about another.
// They take testkit.Hour and testkit.Today.
func TestFixturesHaveOneToday(t *testing.T) {
	t.Parallel()
	own := regexp.MustCompile(`time\.Now\(\).*Truncate\((24 ?\* ?)?time\.Hour\)`)
	files := 0
	for _, folder := range []string{"bench", "cmd", "internal"} {
		err := filepath.WalkDir(filepath.Join("..", "..", folder), func(path string, entry fs.DirEntry, err error) error {
			if err != nil || !isOfTests(path) || filepath.Base(path) == "today_test.go" {
				return err
			}
			files++
			text, err := os.ReadFile(path) // #nosec G304 G122 -- a source file of this repository
			if at := own.FindIndex(text); at != nil {
				t.Errorf("%s:%d takes the day or the hour from the clock", path, 1+bytes.Count(text[:at[0]], []byte("\n")))
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if files < 300 {
		t.Fatalf("%d files of tests were found", files)
	}
}

func isOfTests(path string) bool {
	return strings.HasSuffix(path, "_test.go") || strings.HasSuffix(path, ".go") && strings.Contains(filepath.ToSlash(path), "/testkit/")
}
