//go:build soak

package packages_test

import (
	"os"
	"testing"

	"github.com/cairnstack/cairn/release/packages"
)

// olderNeeds is what a program from before the packages needs to live in one:
// it does not speak to systemd, and is told where its engine is.
const olderNeeds = `set -e
echo 'engine-lib: /usr/lib/cairn/libchdb.so' >>/etc/cairn/cairn.yaml
mkdir -p /etc/systemd/system/cairn.service.d
printf '[Service]\nType=exec\n' >/etc/systemd/system/cairn.service.d/older.conf
systemctl daemon-reload
systemctl restart cairn.service`

// TestSoakOlderPackageIsUpgraded upgrades the package of an older program, whose
// databases have another schema, and compares records and resources.
func TestSoakOlderPackageIsUpgraded(t *testing.T) {
	older := built(t, "0.9.0")
	older.Binary = os.Getenv("CAIRN_TEST_OLDER")
	first, err := packages.MakeDebian(older, t.TempDir(), t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	second, err := packages.MakeDebian(built(t, "1.1.0"), t.TempDir(), t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	m := &installed{machine: boot(t)}
	m.put(first[0], "first.deb")
	m.put(second[0], "second.deb")
	m.run("systemctl", "mask", "cairn.service")
	m.run("dpkg", "--install", "/root/first.deb")
	m.run("systemctl", "unmask", "cairn.service")
	m.run("sh", "-c", olderNeeds)
	m.comes("the older server is ready", func() bool {
		return m.try("curl", "--silent", "--fail", "http://127.0.0.1:9100/readyz") == nil
	})
	m.bootstrap("setpriv", "--reuid", "cairn", "--regid", "cairn", "--clear-groups", "cairn", "bootstrap", "--json", "--config", "/etc/cairn/cairn.yaml")
	m.send(100)
	m.run("rm", "-r", "/etc/systemd/system/cairn.service.d")
	m.run("systemctl", "daemon-reload")
	m.upgrade()
}
