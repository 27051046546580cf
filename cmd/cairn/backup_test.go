package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/klauspost/compress/zstd"

	"github.com/cairnstack/cairn/internal/backup"
	"github.com/cairnstack/cairn/internal/testkit"
	"github.com/cairnstack/cairn/internal/testkit/hooktest"
	"github.com/cairnstack/cairn/internal/testkit/proctest"
)

// cairn runs a command on a data folder and returns its exit code and what it
// printed.
func cairn(t *testing.T, dir string, args ...string) (code int, printed string) {
	t.Helper()
	executable, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	command := exec.CommandContext(t.Context(), executable, args...)
	command.Env = append(proctest.Environment(dir, engineLibrary(t)), asCairn+"=1", "CAIRN_LOG_LEVEL=warn")
	out, err := command.CombinedOutput()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	return command.ProcessState.ExitCode(), string(out)
}

// mustCairn is cairn for commands that have to work.
func mustCairn(t *testing.T, dir string, args ...string) string {
	t.Helper()
	code, printed := cairn(t, dir, args...)
	if code != 0 {
		t.Fatalf("cairn %s: exit code %d: %s", strings.Join(args, " "), code, printed)
	}
	return printed
}

// refused wants a command to fail and say why.
func refused(t *testing.T, dir, want string, args ...string) {
	t.Helper()
	code, printed := cairn(t, dir, args...)
	if code != 1 || !strings.Contains(printed, want) || strings.Count(printed, "\n") != 1 {
		t.Errorf("cairn %s: exit code %d, want %q in one line:\n%s", strings.Join(args, " "), code, want, printed)
	}
}

// hook is a webhook of the installation, and the secrets that it has.
type hook struct{ ID, Secret, header string }

// makeHook makes a webhook that is to send a secret header.
func makeHook(t *testing.T, c *collector, url string) hook {
	t.Helper()
	made := hook{header: "canary-of-a-header"}
	body := `{"name":"w","service":"generic","url":"` + url + `","headers":{"X-Token":"` + made.header + `"}}`
	answer := c.stackCall(http.MethodPost, "/webhooks", body)
	if err := json.Unmarshal(answer, &struct{ Data *hook }{&made}); err != nil || made.Secret == "" {
		t.Fatalf("%s: %v", answer, err)
	}
	return made
}

// stackCall sends a request to the stack API that has to work.
func (c *collector) stackCall(method, path, body string) []byte {
	c.t.Helper()
	answer := testkit.Scenario{
		Method: method, Path: "/api/v2" + path, Body: body, Headers: map[string]string{"Authorization": "Bearer " + c.accessKey},
	}.Send(c.t, "http://"+c.program.addr("stack"))
	if answer.Status != http.StatusOK {
		c.t.Fatalf("%s %s: %d %s", method, path, answer.Status, answer.Body)
	}
	return []byte(answer.Body)
}

// wantSigned tries the webhook and checks the signature and the header.
func wantSigned(t *testing.T, c *collector, receiver *hooktest.Receiver, h hook) {
	t.Helper()
	before := len(receiver.Deliveries())
	c.stackCall(http.MethodPost, "/webhooks/"+h.ID+"/test", "")
	arrived := receiver.Deliveries()[before:]
	if len(arrived) != 1 || arrived[0].Header.Get("X-Token") != h.header {
		t.Fatalf("%d deliveries with %v", len(arrived), arrived)
	}
	hooktest.Verify(t, arrived[0], h.Secret)
}

// TestBackupComesBackInAnEmptyFolder makes a backup while records arrive,
// restores it, and compares.
func TestBackupComesBackInAnEmptyFolder(t *testing.T) {
	t.Parallel()
	receiver, made := hooktest.Start(t), filepath.Join(t.TempDir(), "backup")
	c := &collector{t: t, dir: t.TempDir(), addr: testkit.FreeAddr()}
	c.env = []string{"CAIRN_WEBHOOK_ALLOW_CIDRS=127.0.0.0/8", "CAIRN_OTLP_HTTP_ADDR=" + c.addr}
	printed := mustCairn(t, c.dir, "bootstrap", "--json")
	c.adopt([]byte(printed))
	c.start()
	h := makeHook(t, c, receiver.URL)
	wantSigned(t, c, receiver, h)

	s := c.send(2, 50, 5*time.Millisecond)
	testkit.Eventually(t, slack*30*time.Second, "records flow", func() bool { return s.acked.Load() > 2000 })
	before := uint64(s.acked.Load())
	mustCairn(t, c.dir, "backup", made)
	after := uint64(s.end())
	m := manifestOf(t, made)
	if _, _, rows := m.Total(); rows < before || rows > after {
		t.Errorf("the backup has %d records; %d were acknowledged before it began and %d in all", rows, before, after)
	}
	wantNoSecrets(t, made, append(secretsIn(t, printed), h.Secret, h.header, secretKeyOf(t, c.dir)))
	refused(t, c.dir, "is not empty; a backup needs a folder of its own", "backup", made)
	refused(t, c.dir, "is not empty (", "restore", made)
	wantDamageFound(t, made)
	if leftovers, _ := filepath.Glob(made + ".unfinished-*"); len(leftovers) > 0 {
		t.Errorf("left behind: %v", leftovers)
	}
	c.stop()

	target := &collector{t: t, dir: t.TempDir(), addr: c.addr, env: c.env, accessKey: c.accessKey}
	restoreInto(t, target.dir, made, filepath.Join(c.dir, "secret.key"))
	again := filepath.Join(t.TempDir(), "again")
	mustCairn(t, target.dir, "backup", again) // without a server
	copied := manifestOf(t, again)
	if diff := cmp.Diff(m.Metadata, copied.Metadata) + cmp.Diff(m.Teams, copied.Teams); diff != "" {
		t.Errorf("what was restored differs (-backup +restored):\n%s", diff)
	}
	target.start()
	wantSigned(t, target, receiver, h)
}

// restoreInto restores a backup once the key is there that it needs.
func restoreInto(t *testing.T, dir, made, key string) {
	t.Helper()
	refused(t, dir, "copy the secret.key of the installation", "restore", made)
	text, err := os.ReadFile(key)
	if err != nil {
		t.Fatal(err)
	}
	refused(t, dir, "the key is not the one", "restore", made, "--secret-key", "QUJDREVGR0hJSktMTU5PUFFSU1RVVldYWVphYmNkZWY=")
	if entries, _ := os.ReadDir(dir); len(entries) > 0 {
		t.Errorf("a refused restore left %v", entries)
	}
	if err := os.WriteFile(filepath.Join(dir, "secret.key"), text, 0o600); err != nil {
		t.Fatal(err)
	}
	mustCairn(t, dir, "restore", made)
}

func manifestOf(t *testing.T, path string) backup.Manifest {
	t.Helper()
	archive, err := backup.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	return archive.Manifest
}

// secretsIn returns the secrets that a bootstrap printed.
func secretsIn(t *testing.T, printed string) []string {
	t.Helper()
	var made struct{ KeySecret, AccessKey, IngestionKey, UserPassword string }
	if err := json.Unmarshal([]byte(printed), &made); err != nil {
		t.Fatal(err)
	}
	return []string{made.KeySecret, made.AccessKey, made.IngestionKey, made.UserPassword}
}

func secretKeyOf(t *testing.T, dir string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(dir, "secret.key"))
	if err != nil {
		t.Fatal(err)
	}
	return strings.TrimSpace(string(text))
}

// wantNoSecrets is promise R15 for backups: no file has a secret in plain text.
func wantNoSecrets(t *testing.T, made string, secrets []string) {
	t.Helper()
	files := 0
	err := filepath.WalkDir(made, func(path string, entry os.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		files++
		text := unpacked(t, path)
		for _, secret := range secrets {
			if secret == "" || bytes.Contains(text, []byte(secret)) {
				t.Errorf("%s has a secret in plain text", entry.Name())
			}
		}
		return nil
	})
	if err != nil || files < 3 {
		t.Errorf("%d files, %v", files, err)
	}
}

func unpacked(t *testing.T, path string) []byte {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if !strings.HasSuffix(path, ".zst") {
		return text
	}
	unzip, err := zstd.NewReader(bytes.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	defer unzip.Close()
	if text, err = io.ReadAll(unzip); err != nil {
		t.Fatal(err)
	}
	return text
}

// wantDamageFound damages the backup in several ways, and restores it.
func wantDamageFound(t *testing.T, made string) {
	t.Helper()
	empty := t.TempDir()
	mustCairn(t, empty, "backup", "verify", made)
	strange := filepath.Join(made, "notes.txt")
	if err := os.WriteFile(strange, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if printed := mustCairn(t, empty, "backup", "verify", made); !strings.Contains(printed, "notes.txt") {
		t.Errorf("nobody tells of a strange file: %s", printed)
	}
	if err := os.Remove(strange); err != nil {
		t.Fatal(err)
	}
	metadata, manifest := filepath.Join(made, "metadata.jsonl.zst"), filepath.Join(made, "manifest.json")
	good, err := os.ReadFile(metadata)
	if err != nil {
		t.Fatal(err)
	}
	damaged := bytes.Clone(good)
	damaged[len(damaged)/2] ^= 1
	write := func(text []byte) {
		if err := os.WriteFile(metadata, text, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write(damaged)
	refused(t, empty, "the backup is damaged: metadata.jsonl.zst is not what was written", "backup", "verify", made)
	write(good)
	if err := os.Rename(manifest, manifest+".away"); err != nil {
		t.Fatal(err)
	}
	refused(t, empty, "is no backup, or an interrupted one: it has no manifest.json", "restore", made)
	if err := os.Rename(manifest+".away", manifest); err != nil {
		t.Fatal(err)
	}
}
