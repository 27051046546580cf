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
// part of its pattern still names a test.
func TestNoTestIsLeftOut(t *testing.T) {
	t.Parallel()
	text := read(t, "../../Makefile")
	pattern := makeVariable(t, text, "ONE_BY_ONE")
	packages := strings.Fields(makeVariable(t, text, "ONE_BY_ONE_PACKAGES"))
	found := map[string]bool{}
	taken := regexp.MustCompile(pattern)
	for folder, names := range testsOf(t) {
		for _, name := range names {
			part := taken.FindString(name)
			if part == "" {
				continue
			}
			found[part] = true
			if !slices.Contains(packages, folder) {
				t.Errorf("%s in %s is run nowhere: ONE_BY_ONE matches it, ONE_BY_ONE_PACKAGES lacks its package", name, folder)
			}
		}
	}
	inner := strings.TrimSuffix(strings.TrimPrefix(pattern, "^Test("), ")")
	for _, part := range strings.Split(inner, "|") {
		if !found["Test"+part] {
			t.Errorf("ONE_BY_ONE has %s, and no test begins like that", part)
		}
	}
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
