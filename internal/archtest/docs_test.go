package archtest_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

var (
	docLink   = regexp.MustCompile(`\]\(([^)#]+)(?:#[^)]*)?\)`)
	codeBlock = regexp.MustCompile("(?s)```.*?```")
)

// TestEveryPageIsFoundFromTheIndex holds docs/index.md complete: from it, over
// links, a reader reaches every page below docs.
func TestEveryPageIsFoundFromTheIndex(t *testing.T) {
	t.Parallel()
	reached := map[string]bool{}
	follow(t, "../../docs/index.md", reached)
	err := filepath.WalkDir("../../docs", func(path string, _ fs.DirEntry, err error) error {
		if err == nil && strings.HasSuffix(path, ".md") && !reached[path] {
			t.Errorf("%s is reached from nowhere", path)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

// follow notes the pages that a page leads to, and fails for links that lead
// nowhere.
func follow(t *testing.T, page string, reached map[string]bool) {
	t.Helper()
	if reached[page] || !strings.HasSuffix(page, ".md") {
		return
	}
	reached[page] = true
	for _, match := range docLink.FindAllStringSubmatch(codeBlock.ReplaceAllString(read(t, page), ""), -1) {
		if strings.Contains(match[1], "://") || strings.HasPrefix(match[1], "mailto:") {
			continue
		}
		target := filepath.Join(filepath.Dir(page), match[1])
		if _, err := os.Stat(target); err != nil {
			t.Errorf("%s links to %s, which is not there", page, match[1])
			continue
		}
		follow(t, target, reached)
	}
}
