package packages_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/cairnstack/cairn/release/packages"
	"github.com/cairnstack/cairn/release/product"
)

// committed is when everything in the packages of a test was made.
func committed() time.Time { return time.Date(2026, 11, 1, 12, 0, 0, 0, time.UTC) }

// drawn returns a product whose files are a few words each.
func drawn(t *testing.T, arch, version string) product.Product {
	t.Helper()
	dir := t.TempDir()
	put := func(name string) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte("the file "+name+"\n"), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	return product.Product{
		Platform: product.Platform{OS: "linux", Arch: arch}, Version: version, Time: committed(),
		Binary: put("cairn"), Engine: put("libchdb.so"), License: put("LICENSE"), Notices: put("NOTICES"), BOM: put("bom.json"), Man: put("cairn.1"),
		Completions: map[string]string{"bash": put("bash"), "zsh": put("zsh"), "fish": put("fish")},
	}
}

// built returns the product that `make build` has left, for this machine.
func built(t *testing.T, version string) product.Product {
	t.Helper()
	p := drawn(t, strings.TrimSpace(run(t, "go", "env", "GOARCH")), version)
	p.Binary, p.License, p.Engine = "../../bin/cairn", "../../LICENSE", os.Getenv("CAIRN_TEST_ENGINE")
	for _, path := range []string{p.Binary, p.Engine} {
		if _, err := os.Stat(path); err != nil {
			t.Fatalf("%q: %v; run `make test-packages`", path, err)
		}
	}
	return p
}

// packed returns the Debian and the RPM package of a product.
func packed(t *testing.T, p product.Product) (deb, rpm string) {
	t.Helper()
	paths, err := packages.Make(p, t.TempDir())
	if err != nil || len(paths) != 2 {
		t.Fatal(paths, err)
	}
	return paths[0], paths[1]
}

// run returns what a program prints, and fails the test when it fails.
func run(t *testing.T, name string, args ...string) string {
	t.Helper()
	out, err := exec.CommandContext(t.Context(), name, args...).CombinedOutput()
	if err != nil {
		t.Fatalf("%s %s: %v\n%s", name, strings.Join(args, " "), err, out)
	}
	return string(out)
}
