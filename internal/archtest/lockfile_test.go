package archtest_test

import (
	"bytes"
	"encoding/json"
	"os"
	"testing"

	"github.com/cairnstack/cairn/internal/clickhouse/embedded"
)

// A lock file with addresses would tie every build to one package registry.
func TestLockFiles_name_no_registry(t *testing.T) {
	t.Parallel()
	for _, file := range []string{"../../engine/package-lock.json", "../../web/package-lock.json"} {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if bytes.Contains(text, []byte(`"resolved"`)) {
			t.Errorf("%s holds addresses of packages", file)
		}
	}
}

func TestEnginePackages_have_the_version_that_the_binary_looks_for(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("../../engine/package.json")
	if err != nil {
		t.Fatal(err)
	}
	var manifest struct {
		OptionalDependencies map[string]string
	}
	if err := json.Unmarshal(text, &manifest); err != nil {
		t.Fatal(err)
	}
	if len(manifest.OptionalDependencies) == 0 {
		t.Fatal("engine/package.json pins no library")
	}
	for name, version := range manifest.OptionalDependencies {
		if version != embedded.EngineVersion {
			t.Errorf("%s is pinned to %s, want %s", name, version, embedded.EngineVersion)
		}
	}
}
