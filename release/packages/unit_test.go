package packages_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// exposureMax is in tenths of what systemd-analyze security counts, from 0 to 100.
const exposureMax = "20"

// TestUnitIsSoundAndHardened holds the unit to what systemd itself says of it.
func TestUnitIsSoundAndHardened(t *testing.T) {
	t.Parallel()
	deb, _ := packed(t, drawn(t, "amd64", "1.0.0"))
	dir := root(t)
	run(t, "dpkg-deb", "--extract", deb, dir)
	if err := os.Chmod(filepath.Join(dir, "usr/bin/cairn"), 0o755); err != nil {
		t.Fatal(err)
	}
	if said := run(t, "systemd-analyze", "verify", "--man=no", "--recursive-errors=no", "--root", dir, "cairn.service"); said != "" {
		t.Errorf("systemd-analyze verify says %s", said)
	}
	run(t, "systemd-analyze", "security", "--offline=yes", "--threshold="+exposureMax, "--root", dir, "cairn.service")
}

// inChroot runs a command in a root that has not booted.
func inChroot(t *testing.T, dir string, args ...string) string {
	t.Helper()
	return run(t, "unshare", append([]string{"--mount", "--pid", "--fork", "--kill-child", "--root", dir, "--mount-proc",
		"env", "-i", "PATH=/usr/sbin:/usr/bin:/sbin:/bin"}, args...)...)
}

// TestContainersNeedNoSystemd installs, upgrades, removes and purges where
// systemd does not run. With no data, nothing is left.
func TestContainersNeedNoSystemd(t *testing.T) {
	t.Parallel()
	dir := root(t)
	for _, version := range []string{"1.0.0", "1.1.0"} {
		deb, _ := packed(t, drawn(t, "amd64", version))
		run(t, "cp", deb, filepath.Join(dir, "root", version+".deb"))
		inChroot(t, dir, "dpkg", "--install", "/root/"+version+".deb")
	}
	if got := inChroot(t, dir, "stat", "-c", "%a %U:%G", "/var/lib/cairn", "/etc/cairn/cairn.yaml"); got != "750 cairn:cairn\n640 root:cairn\n" {
		t.Errorf("folder and configuration: %s", got)
	}
	if got := inChroot(t, dir, "getent", "passwd", "cairn"); !strings.HasSuffix(got, ":/var/lib/cairn:/usr/sbin/nologin\n") {
		t.Errorf("the user: %s", got)
	}
	inChroot(t, dir, "dpkg", "--remove", "cairn")
	inChroot(t, dir, "test", "-s", "/etc/cairn/cairn.yaml")
	said := inChroot(t, dir, "dpkg", "--purge", "cairn")
	if strings.Contains(said, "kept") {
		t.Errorf("purge says %s", said)
	}
	left := inChroot(t, dir, "sh", "-c", "getent passwd cairn; find /etc /usr /var /run -name 'cairn*' -o -name _cairn")
	if left != "" {
		t.Errorf("a purge leaves %s", left)
	}
}
