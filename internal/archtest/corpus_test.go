package archtest_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

var fuzzTarget = regexp.MustCompile(`(?m)^func (Fuzz\w+)\(`)

// TestEveryFuzzTargetHasACorpus holds that what fuzzing starts from, and what
// it has found, runs with every test.
func TestEveryFuzzTargetHasACorpus(t *testing.T) {
	t.Parallel()
	targets := 0
	err := filepath.WalkDir("../../internal", func(path string, _ fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(path, "_test.go") {
			return err
		}
		for _, match := range fuzzTarget.FindAllStringSubmatch(read(t, path), -1) {
			targets++
			folder := filepath.Join(filepath.Dir(path), "testdata", "fuzz", match[1])
			if files, err := os.ReadDir(folder); err != nil || len(files) == 0 {
				t.Errorf("%s: %s has no corpus in %s", path, match[1], folder)
			}
		}
		return nil
	})
	if err != nil || targets == 0 {
		t.Errorf("%d targets: %v", targets, err)
	}
}
