package packages_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// rpmFiles are the files of the RPM package: mode, owner and whether rpm keeps
// what an operator has changed.
const rpmFiles = `40755 root root 0 /etc/cairn
100640 root cairn 17 /etc/cairn/cairn.yaml
100755 root root 0 /usr/bin/cairn
40755 root root 0 /usr/lib/cairn
100644 root root 0 /usr/lib/cairn/libchdb.so
100644 root root 0 /usr/lib/systemd/system/cairn.service
100644 root root 0 /usr/lib/sysusers.d/cairn.conf
100644 root root 0 /usr/share/bash-completion/completions/cairn
100644 root root 0 /usr/share/doc/cairn/LICENSE
100644 root root 0 /usr/share/doc/cairn/THIRD-PARTY-NOTICES
100644 root root 0 /usr/share/doc/cairn/cairn.cdx.json
100644 root root 0 /usr/share/fish/vendor_completions.d/cairn.fish
100644 root root 0 /usr/share/man/man1/cairn.1.gz
100644 root root 0 /usr/share/zsh/site-functions/_cairn
`

func TestRPMHasItsFiles(t *testing.T) {
	t.Parallel()
	_, rpm := packed(t, drawn(t, "arm64", "1.0.0"))
	if got := run(t, "rpm", "--query", "--package", "--nosignature", "--queryformat", "[%{FILEMODES:octal} %{FILEUSERNAME} %{FILEGROUPNAME} %{FILEFLAGS} %{FILENAMES}\n]", rpm); got != rpmFiles {
		t.Errorf("the files are\n%swant\n%s", got, rpmFiles)
	}
	if got := run(t, "rpm", "--query", "--package", "--nosignature", "--queryformat", "%{ARCH} %{OS} %{LICENSE} %{BUILDTIME} %{BUILDHOST}", rpm); got != "aarch64 linux Apache-2.0 1793534400 cairn" {
		t.Errorf("the package is %s", got)
	}
}

// TestRPMLives installs, upgrades and erases the package with rpm, in a clean
// root without systemd.
func TestRPMLives(t *testing.T) {
	t.Parallel()
	dir := root(t)
	for i, version := range []string{"1.0.0", "1.1.0"} {
		_, rpm := packed(t, drawn(t, "amd64", version))
		inRoot(t, dir, [2]string{"--install", "--upgrade"}[i], rpm)
	}
	if got := inChroot(t, dir, "stat", "-c", "%a %U:%G", "/var/lib/cairn", "/etc/cairn/cairn.yaml", "/usr/bin/cairn"); got != "750 cairn:cairn\n640 root:cairn\n755 root:root\n" {
		t.Errorf("folder, configuration and program: %s", got)
	}
	if err := os.WriteFile(filepath.Join(dir, "var/lib/cairn/cairn.db"), []byte("data"), 0o600); err != nil {
		t.Fatal(err)
	}
	said := inRoot(t, dir, "--erase", "cairn")
	if !strings.Contains(said, "Cairn's data is kept in /var/lib/cairn") {
		t.Errorf("rpm --erase says %s", said)
	}
	inChroot(t, dir, "test", "-s", "/var/lib/cairn/cairn.db", "-a", "!", "-e", "/usr/bin/cairn", "-a", "!", "-e", "/usr/lib/cairn")
}

// inRoot runs rpm on a root. What the package needs of Fedora is not known to
// rpm in a Debian.
func inRoot(t *testing.T, dir string, args ...string) string {
	t.Helper()
	return run(t, "rpm", append([]string{"--root", dir, "--nodeps", "--nosignature"}, args...)...)
}
