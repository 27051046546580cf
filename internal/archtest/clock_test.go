package archtest_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/cairnstack/cairn/internal/archtest"
)

func TestCheckClock(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, layer, body string
		want              int
	}{
		{"domain_calls_now", "internal/stack", "import \"time\"\nvar a = time.Now()", 1},
		{"domain_takes_the_function", "internal/stack", "import \"time\"\nvar a = time.Now", 1},
		{"another_name_does_not_hide_it", "internal/stack", "import clock \"time\"\nvar a = clock.Since(clock.Time{})", 1},
		{"durations_are_fine", "internal/stack", "import \"time\"\nvar a = time.Minute", 0},
		{"a_field_of_that_name_is_fine", "internal/stack", "type c struct{ Now int }\nfunc f(time c) int { return time.Now }", 0},
		{"adapters_have_clocks", "internal/wal", "import \"time\"\nvar a = time.Now()", 0},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			found, err := archtest.Cairn().CheckClock([]archtest.Package{written(t, tt.layer, "package a\n"+tt.body)})
			if err != nil || len(found) != tt.want {
				t.Fatalf("got %v, %v; want %d findings", found, err, tt.want)
			}
		})
	}
}

func TestCheckClock_names_the_place(t *testing.T) {
	t.Parallel()
	p := written(t, "internal/org", "package a\nimport \"time\"\nvar a = time.Now()")
	found, err := archtest.Cairn().CheckClock([]archtest.Package{p})
	if err != nil || len(found) != 1 || !strings.Contains(found[0], "a.go:3:9: ") {
		t.Fatalf("got %v, %v; want one finding at a.go:3:9", found, err)
	}
}

func TestCheckClock_fails_on_a_file_that_does_not_parse(t *testing.T) {
	t.Parallel()
	if _, err := archtest.Cairn().CheckClock([]archtest.Package{written(t, "internal/org", "packag")}); err == nil {
		t.Fatal("a broken file was accepted")
	}
}

func written(t *testing.T, path, text string) archtest.Package {
	t.Helper()
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "a.go"), []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return archtest.Package{Path: module + path, Dir: dir, GoFiles: []string{"a.go"}}
}
