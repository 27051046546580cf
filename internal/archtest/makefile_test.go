package archtest_test

import (
	"io/fs"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// TestNoTestIsLeftOut holds that the tests which the Makefile takes from the
// race detector are in packages in which it runs them without, and that each
// part of its patterns still names a test.
func TestNoTestIsLeftOut(t *testing.T) {
	t.Parallel()
	text := read(t, "../../Makefile")
	wire := strings.Fields(makeVariable(t, text, "WIRE_PACKAGES"))
	alone := strings.Fields(makeVariable(t, text, "ONE_BY_ONE_PACKAGES"))
	taken := newTestPattern(makeVariable(t, text, "ONE_BY_ONE"))
	atOnce := newTestPattern(makeVariable(t, text, "AT_ONCE"))
	for folder, names := range testsOf(t) {
		for _, name := range names {
			switch {
			case slices.Contains(wire, folder):
				atOnce.matches(name)
			case taken.matches(name) && !slices.Contains(alone, folder):
				t.Errorf("%s in %s is run nowhere: ONE_BY_ONE matches it, ONE_BY_ONE_PACKAGES lacks its package", name, folder)
			}
		}
	}
	for variable, unmatched := range map[string][]string{"ONE_BY_ONE": taken.unmatched(), "AT_ONCE": atOnce.unmatched()} {
		if len(unmatched) > 0 {
			t.Errorf("%s has %q, and no test of its packages begins like that", variable, unmatched)
		}
	}
}

// testPattern is a pattern of beginnings of tests' names.
type testPattern struct{ found map[string]bool }

func newTestPattern(pattern string) testPattern {
	inner := strings.TrimSuffix(strings.TrimPrefix(pattern, "^Test("), ")")
	found := map[string]bool{}
	for _, beginning := range strings.Split(inner, "|") {
		found["Test"+beginning] = false
	}
	return testPattern{found}
}

// matches reports whether a test's name begins like one of the pattern.
func (p testPattern) matches(name string) bool {
	matched := false
	for beginning := range p.found {
		if strings.HasPrefix(name, beginning) {
			p.found[beginning], matched = true, true
		}
	}
	return matched
}

// unmatched returns the beginnings that no name had.
func (p testPattern) unmatched() (beginnings []string) {
	for beginning, matched := range p.found {
		if !matched {
			beginnings = append(beginnings, beginning)
		}
	}
	return beginnings
}

func makeVariable(t *testing.T, text, name string) string {
	t.Helper()
	found := regexp.MustCompile(`(?m)^` + name + ` = (.+)$`).FindStringSubmatch(text)
	if found == nil {
		t.Fatalf("the Makefile has no %s", name)
	}
	return found[1]
}

// testsOf returns the names of the module's tests by folder, as in ./internal/app.
func testsOf(t *testing.T) map[string][]string {
	t.Helper()
	declared := regexp.MustCompile(`(?m)^func (Test\w+)\(`)
	tests := map[string][]string{}
	for _, root := range []string{"internal", "cmd", "bench"} {
		walk := func(file string, _ fs.DirEntry, err error) error {
			if err != nil || !strings.HasSuffix(file, "_test.go") {
				return err
			}
			folder := "./" + strings.TrimPrefix(path.Dir(filepath.ToSlash(file)), "../../")
			for _, name := range declared.FindAllStringSubmatch(read(t, file), -1) {
				tests[folder] = append(tests[folder], name[1])
			}
			return nil
		}
		if err := filepath.WalkDir("../../"+root, walk); err != nil {
			t.Fatal(err)
		}
	}
	return tests
}
