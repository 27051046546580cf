package embedded_test

import (
	"crypto/sha256"
	"encoding/hex"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/cairnstack/cairn/internal/clickhouse/embedded"
)

// TestOneChangedByteIsAnotherLibrary holds that a library counts only whole and
// unaltered. The real one is verified when it is installed, and by the doctor.
func TestOneChangedByteIsAnotherLibrary(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "libchdb.so")
	content := []byte(strings.Repeat("engine ", 1000))
	sum := sha256.Sum256(content)
	write(t, path, content)
	if err := embedded.VerifyDigest(path, hex.EncodeToString(sum[:])); err != nil {
		t.Error(err)
	}
	content[len(content)/2] ^= 1
	write(t, path, content)
	err := embedded.VerifyDigest(path, hex.EncodeToString(sum[:]))
	if err == nil || !strings.HasPrefix(err.Error(), path+" is not the engine library "+embedded.EngineVersion) {
		t.Error(err)
	}
}

// TestInstallRefusesWhatTheSourceDoesNotPin runs the script with an npm that
// installs a library of its own.
func TestInstallRefusesWhatTheSourceDoesNotPin(t *testing.T) {
	t.Parallel()
	const library = "the library\n" // whose digest is the first below
	sum := sha256.Sum256([]byte(library))
	right, wrong := hex.EncodeToString(sum[:]), strings.Repeat("0", 64)
	for name, test := range map[string]struct{ digests, want string }{
		"pinned":  {right + "  linux-amd64\n", ""},
		"altered": {wrong + "  linux-amd64\n", "is not the one that the source pins: its SHA-256 is " + right},
		"unknown": {right + "  linux-arm64\n", "has no digest for linux-amd64"},
	} {
		root := t.TempDir()
		target := filepath.Join(root, "cache", "version", "libchdb.so")
		said, err := install(t, root, test.digests, library, target)
		if (err == nil) != (test.want == "") || !strings.Contains(said, test.want) {
			t.Errorf("%s: %v %s", name, err, said)
		}
		if _, err := os.Stat(target); (err == nil) != (test.want == "") {
			t.Errorf("%s: the library is there: %t", name, err == nil)
		}
	}
}

// install runs a copy of the install script beside digests and an npm.
func install(t *testing.T, root, digests, library, target string) (string, error) {
	t.Helper()
	script, err := os.ReadFile("../../../scripts/install-engine.sh")
	if err != nil {
		t.Fatal(err)
	}
	const npm = "#!/bin/sh\nmkdir -p node_modules/lib && printf %s \"$LIBRARY\" >node_modules/lib/libchdb.so\n"
	for path, content := range map[string]string{
		"scripts/install-engine.sh": string(script), "bin/npm": npm, "internal/clickhouse/embedded/libchdb.sha256": digests,
		"engine/package.json": "{}", "engine/package-lock.json": "{}", "engine/.npmrc": "",
	} {
		path = filepath.Join(root, path)
		if err := os.MkdirAll(filepath.Dir(path), 0o750); err != nil {
			t.Fatal(err)
		}
		write(t, path, []byte(content))
		if err := os.Chmod(path, 0o700); err != nil {
			t.Fatal(err)
		}
	}
	cmd := exec.CommandContext(t.Context(), filepath.Join(root, "scripts/install-engine.sh"), target, "linux-amd64")
	cmd.Env = append(cmd.Environ(), "PATH="+filepath.Join(root, "bin")+":"+os.Getenv("PATH"), "LIBRARY="+library, "CAIRN_ENGINE_PIN=")
	out, err := cmd.CombinedOutput()
	return string(out), err
}

func write(t *testing.T, path string, content []byte) {
	t.Helper()
	if err := os.WriteFile(path, content, 0o600); err != nil {
		t.Fatal(err)
	}
}
