package main

import (
	"debug/buildinfo"
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"runtime/debug"
	"strings"
	"testing"
)

// describe writes the document of this test binary.
func describe(t *testing.T) (bom, string) {
	t.Helper()
	executable, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	out := filepath.Join(t.TempDir(), "bom.json")
	if err := write(options{binary: executable, lock: "../../web/package-lock.json", reference: "../../web/reference.json", engine: "@chdb/lib-linux-x64-gnu", out: out}); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(out)
	if err != nil {
		t.Fatal(err)
	}
	var b bom
	if err := json.Unmarshal(text, &b); err != nil {
		t.Fatal(err)
	}
	return b, string(text)
}

func TestDocumentHasTheShapeOfCycloneDX(t *testing.T) {
	t.Parallel()
	b, _ := describe(t)
	if b.Format != "CycloneDX" || b.SpecVersion != "1.6" || b.Version != 1 || b.Metadata.Component.Type != "application" {
		t.Errorf("%s %s %d", b.Format, b.SpecVersion, b.Version)
	}
	if !regexp.MustCompile(`^urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$`).MatchString(b.SerialNumber) {
		t.Errorf("serial number %s", b.SerialNumber)
	}
	purl, seen := regexp.MustCompile(`^pkg:(golang|npm)/\S+@\S+$`), map[string]bool{}
	for _, c := range b.Components {
		if c.Type != "library" || c.Name == "" || c.Version == "" || !purl.MatchString(c.Purl) || seen[c.Ref] {
			t.Errorf("%+v", c)
		}
		for _, h := range c.Hashes {
			if h.Alg != "SHA-512" || len(h.Content) != 128 {
				t.Errorf("%s: %+v", c.Name, h)
			}
		}
		seen[c.Ref] = true
	}
}

func TestDocumentNamesWhatIsInside(t *testing.T) {
	t.Parallel()
	b, text := describe(t)
	for _, name := range []string{`"stdlib"`, `"react"`, `"@scalar/api-reference"`, `"@chdb/lib-linux-x64-gnu"`, `"github.com/ClickHouse/ch-go"`} {
		if !strings.Contains(text, `"name": `+name) {
			t.Errorf("%s is missing", name)
		}
	}
	if strings.Contains(text, `"name": "vitest"`) {
		t.Error("a tool of the build is listed")
	}
	if len(b.Components) < 30 {
		t.Errorf("%d components", len(b.Components))
	}
}

func TestSameBuildHasTheSameDocument(t *testing.T) {
	t.Parallel()
	_, first := describe(t)
	_, second := describe(t)
	if first != second {
		t.Error("two documents of one build differ")
	}
}

func TestReplacedModuleIsNamedByWhatReplacesIt(t *testing.T) {
	t.Parallel()
	built := &buildinfo.BuildInfo{GoVersion: "go1.26.8"}
	built.Deps = append(built.Deps, &debug.Module{Path: "a", Version: "v1.0.0", Replace: &debug.Module{Path: "b", Version: "v2.0.0"}})
	if got := modules(built); len(got) != 2 || got[1].Purl != "pkg:golang/b@v2.0.0" {
		t.Errorf("%+v", got)
	}
}
