package archtest_test

import (
	"os/exec"
	gopath "path"
	"regexp"
	"slices"
	"strings"
	"testing"
)

var requirement = regexp.MustCompile(`(?m)^\t(\S+) v\S+( // indirect)?$`)

// TestModuleFileSaysWhatIsDirect holds go.mod to what the code imports: a reader
// learns from it what we chose, and what came along.
func TestModuleFileSaysWhatIsDirect(t *testing.T) {
	t.Parallel()
	isIndirect, isImported := map[string]bool{}, map[string]bool{}
	for _, match := range requirement.FindAllStringSubmatch(read(t, "../../go.mod"), -1) {
		isIndirect[match[1]] = match[2] != ""
	}
	for _, path := range importedPaths(t) {
		isImported[moduleOf(path, isIndirect)] = true
	}
	for module, indirect := range isIndirect {
		if indirect == isImported[module] {
			t.Errorf("%s: go.mod says indirect %t, imported is %t", module, indirect, isImported[module])
		}
	}
}

// moduleOf returns the module that has a package: the longest of those whose
// names begin its path.
func moduleOf[T any](path string, modules map[string]T) string {
	for path != "." && path != "/" {
		if _, ok := modules[path]; ok {
			return path
		}
		path = gopath.Dir(path)
	}
	return ""
}

// importedPaths returns what the packages of the module and their tests import,
// on every system and with every tag that we build for.
func importedPaths(t *testing.T) []string {
	t.Helper()
	const format = `{{join .Imports "\n"}}{{"\n"}}{{join .TestImports "\n"}}{{"\n"}}{{join .XTestImports "\n"}}`
	var paths []string
	for _, system := range []string{"linux", "darwin"} {
		cmd := exec.CommandContext(t.Context(), "go", "list", "-tags", "soak", "-f", format, "./...")
		cmd.Dir = "../.."
		cmd.Env = append(cmd.Environ(), "GOOS="+system, "CGO_ENABLED=0")
		out, err := cmd.Output()
		if err != nil {
			t.Fatal(err)
		}
		paths = append(paths, strings.Fields(string(out))...)
	}
	slices.Sort(paths)
	return slices.Compact(paths)
}
