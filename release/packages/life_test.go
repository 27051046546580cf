package packages_test

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/cairnstack/cairn/release/packages"
)

func itoa(n int) string { return strconv.Itoa(n) }

// installed is a machine with the package, and the keys to its server.
type installed struct {
	*machine
	Access    string `json:"accessKey"`
	Ingestion string `json:"ingestionKey"`
	logs      string // the source of log records
}

// TestPackageLives takes the Debian package through its life on a machine with
// systemd: installed, used, upgraded, removed, installed again, purged.
func TestPackageLives(t *testing.T) {
	paths, err := packages.MakeDebian(built(t, "1.0.0"), t.TempDir(), t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	m := &installed{machine: boot(t)}
	m.put(paths[0], "first.deb")
	m.put(raised(t, paths[0]), "second.deb")
	m.install()
	m.setUp()
	m.send(100)
	m.upgrade()
	m.staysStopped()
	m.remove()
	m.purge()
}

// put copies a package into the machine.
func (m *installed) put(path, name string) {
	m.t.Helper()
	run(m.t, "cp", path, filepath.Join(m.root, "root", name))
}

// raised returns the same package with a higher version, not compressed.
func raised(t *testing.T, deb string) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "raised")
	run(t, "dpkg-deb", "--raw-extract", deb, dir)
	run(t, "sed", "-i", "s/^Version: .*/Version: 1.1.0/", filepath.Join(dir, "DEBIAN", "control"))
	run(t, "dpkg-deb", "-Znone", "--build", dir, dir+".deb")
	if err := os.RemoveAll(dir); err != nil {
		t.Fatal(err)
	}
	return dir + ".deb"
}

func (m *installed) install() {
	m.t.Helper()
	m.run("dpkg", "--install", "/root/first.deb")
	m.serves()
	m.want("enabled", "systemctl", "is-enabled", "cairn.service")
	m.want("750 cairn:cairn", "stat", "-c", "%a %U:%G", "/var/lib/cairn")
	m.want("640 root:cairn", "stat", "-c", "%a %U:%G", "/etc/cairn/cairn.yaml")
	if got := m.property("StatusText"); got != "Ready. Web interface: http://127.0.0.1:8080" {
		m.t.Errorf("the status is %q", got)
	}
	server := m.property("MainPID")
	engine := strings.TrimSpace(m.run("sh", "-c", "cat /proc/"+server+"/task/*/children"))
	if environ := m.run("cat", "/proc/"+engine+"/environ"); strings.Contains(environ, "NOTIFY_SOCKET") {
		m.t.Errorf("the engine may speak to systemd: %q", environ)
	}
}

// serves holds that the service is active, and ready as soon as it is.
func (m *installed) serves() {
	m.t.Helper()
	m.want("active", "systemctl", "is-active", "cairn.service")
	m.run("curl", "--silent", "--fail", "http://127.0.0.1:9100/readyz")
}

// setUp sets up the installation as root, who leaves no files behind.
func (m *installed) setUp() {
	m.t.Helper()
	m.bootstrap("cairn", "bootstrap", "--json")
	m.run("cairn", "user", "create", "--email", "ada@example.com")
	m.run("cairn", "doctor")
	m.want("", "find", "/var/lib/cairn", "!", "-user", "cairn")
	if err := m.try("setpriv", "--reuid", "nobody", "--clear-groups", "cairn", "version"); err != nil {
		m.t.Errorf("nobody may not ask for the version: %v", err)
	}
	if err := m.try("setpriv", "--reuid", "nobody", "--clear-groups", "cairn", "user", "list"); err == nil {
		m.t.Error("nobody may list accounts")
	}
}

// bootstrap reads the keys and the source of log records of a new installation.
func (m *installed) bootstrap(command ...string) {
	m.t.Helper()
	if err := json.Unmarshal([]byte(m.run(command...)), m); err != nil {
		m.t.Fatal(err)
	}
	var sources struct {
		Data []struct{ ID, Kind string }
	}
	if err := json.Unmarshal([]byte(m.api("GET", "/api/v2/sources", "")), &sources); err != nil {
		m.t.Fatal(err)
	}
	for _, source := range sources.Data {
		if source.Kind == "log" {
			m.logs = source.ID
		}
	}
}

// api asks the stack API.
func (m *installed) api(method, path, body string) string {
	m.t.Helper()
	return m.run(m.curl(method, path, body)...)
}

func (m *installed) curl(method, path, body string) []string {
	return []string{"curl", "--silent", "--fail-with-body", "--request", method, "http://127.0.0.1:8000" + path,
		"--header", "Authorization: Bearer " + m.Access, "--header", "Content-Type: application/json", "--data", body}
}

// send stores log records, and waits until all can be found.
func (m *installed) send(records int) {
	m.t.Helper()
	lines := make([]string, records)
	for i := range lines {
		lines[i] = fmt.Sprintf(`{"timeUnixNano":"%d","body":{"stringValue":"packed line %d"}}`, time.Now().UnixNano(), i)
	}
	body := `{"resourceLogs":[{"scopeLogs":[{"logRecords":[` + strings.Join(lines, ",") + `]}]}]}`
	m.run("curl", "--silent", "--fail-with-body", "http://127.0.0.1:4318/v1/logs",
		"--header", "Authorization: Bearer "+m.Ingestion, "--header", "Content-Type: application/json", "--data", body)
	m.comes("all records are found", func() bool { return m.found() == records })
}

// found returns how many of the records can be found. The first of a team wait
// for its tables, and a search for them fails until then.
func (m *installed) found() int {
	m.t.Helper()
	body := fmt.Sprintf(`{"sourceId":%q,"startTime":%q,"endTime":%q,"where":"packed","select":"Body","limit":1000}`,
		m.logs, time.Now().Add(-time.Hour).UTC().Format(time.RFC3339), time.Now().Add(time.Hour).UTC().Format(time.RFC3339))
	out, _ := m.command(m.t.Context(), m.curl("POST", "/api/v2/search", body)...).Output()
	return strings.Count(string(out), "packed line")
}

// resources returns everything that the team has, as files.
func (m *installed) resources(name string) string {
	m.t.Helper()
	m.run("cairn", "export", "--url", "http://127.0.0.1:8000", "--token", m.Access, "--output", "/root/"+name)
	return filepath.Join(m.root, "root", name)
}

// upgrade holds that a higher version keeps the configuration, the records and
// the resources, and that the server is a new one.
func (m *installed) upgrade() {
	m.t.Helper()
	before, first := m.resources("before"), m.property("MainPID")
	m.run("sh", "-c", "echo 'stack-rate-limit: 0' >>/etc/cairn/cairn.yaml")
	m.run("dpkg", "--install", "/root/second.deb")
	m.want("1.1.0", "dpkg-query", "--show", "--showformat", "${Version}", "cairn")
	m.serves()
	if m.property("MainPID") == first {
		m.t.Error("the server of the old version still runs")
	}
	if m.found() != 100 {
		m.t.Errorf("%d of 100 records are left", m.found())
	}
	m.run("grep", "--quiet", "^stack-rate-limit: 0", "/etc/cairn/cairn.yaml")
	run(m.t, "diff", "--recursive", before, m.resources("after"))
}

// staysStopped holds that a service that an operator has stopped in order is not
// started by an upgrade.
func (m *installed) staysStopped() {
	m.t.Helper()
	m.run("systemctl", "stop", "cairn.service")
	if result := m.property("Result"); result != "success" {
		m.t.Errorf("the service has stopped with %s", result)
	}
	m.run("dpkg", "--install", "/root/second.deb")
	if m.try("systemctl", "is-active", "cairn.service") == nil {
		m.t.Error("an upgrade has started a stopped service")
	}
	m.run("systemctl", "start", "cairn.service")
}

// remove holds that data and configuration stay, and are taken up again.
func (m *installed) remove() {
	m.t.Helper()
	m.run("dpkg", "--remove", "cairn")
	m.want("", "find", "/proc", "-maxdepth", "1", "-user", "cairn")
	m.run("test", "-s", "/var/lib/cairn/cairn.db", "-a", "-s", "/etc/cairn/cairn.yaml", "-a", "!", "-e", "/usr/bin/cairn")
	m.run("dpkg", "--install", "/root/second.deb")
	m.serves()
	if m.found() != 100 {
		m.t.Errorf("%d of 100 records are left", m.found())
	}
}

// purge holds that the configuration goes, and that the data stays and is named.
func (m *installed) purge() {
	m.t.Helper()
	said := m.run("dpkg", "--purge", "cairn")
	if !strings.Contains(said, "Cairn's data is kept in /var/lib/cairn") || !strings.Contains(said, "rm -rf /var/lib/cairn && userdel cairn") {
		m.t.Errorf("purge says %q", said)
	}
	m.run("test", "-s", "/var/lib/cairn/cairn.db", "-a", "!", "-e", "/etc/cairn", "-a", "!", "-e", "/usr/lib/cairn")
	m.run("getent", "passwd", "cairn")
	m.run("sh", "-c", "rm -rf /var/lib/cairn && userdel cairn")
}
