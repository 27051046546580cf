//go:build soak

package main

import (
	"bytes"
	"fmt"
	"io/fs"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/cairnstack/cairn/internal/testkit"
)

// TestSoakRevokedKeys is promise R16: keys that were just used are revoked,
// and the time until they are dead is taken.
func TestSoakRevokedKeys(t *testing.T) {
	const deadWithin = 5 * time.Second
	c := startCollector(t, "CAIRN_STACK_RATE_LIMIT=0")
	keys, slowest := testkit.Size(t, "CAIRN_SOAK_KEYS", 200), map[string]time.Duration{}
	for range keys {
		for noun, use := range map[string]func(key string) int{"access": c.useAccess, "ingestion": c.useIngestion} {
			made := c.createAll("/"+noun+"-keys", `{"name":"k"}`)
			key := made["key"].(string)
			if status := use(key); status != http.StatusOK {
				t.Fatalf("a new %s key returns %d", noun, status)
			}
			if status := c.useOther(noun, key); status != http.StatusUnauthorized {
				t.Errorf("a key for %s opens the other door: %d", noun, status)
			}
			c.call(c.accessKey, http.MethodDelete, "/"+noun+"-keys/"+made["id"].(string), "")
			begun := time.Now()
			testkit.Eventually(t, deadWithin, "the key is dead", func() bool { return use(key) == http.StatusUnauthorized })
			slowest[noun] = max(slowest[noun], time.Since(begun))
		}
	}
	t.Logf("%d keys of each kind: the last revoked access key died after %s, the last ingestion key after %s", keys, slowest["access"], slowest["ingestion"])
}

func (c *collector) useAccess(key string) int { return c.call(key, http.MethodGet, "", "").status }

func (c *collector) useIngestion(key string) int {
	status, _ := c.post(bytes.NewReader(numbered(0, 0, 1)), "Authorization", key)
	return status
}

// useOther uses a key of one kind where the other kind belongs.
func (c *collector) useOther(noun, key string) int {
	if noun == "access" {
		return c.useIngestion(key)
	}
	return c.useAccess(key)
}

// TestSoakSecretCanary is promise R15 for the program as a whole: secrets are
// planted everywhere, telemetry flows, the server is killed and started, and
// every file, the log, the metrics and the answers are searched.
func TestSoakSecretCanary(t *testing.T) {
	c := startCollector(t)
	planted := c.plant()
	s := c.send(4, 100, 10*time.Millisecond)
	testkit.Eventually(t, time.Minute, "records flow", func() bool { return s.acked.Load() > 10_000 })
	logs := c.log()
	c.kill()
	filesBefore, sizeBefore := searchFolder(t, c.dir, planted) // with telemetry that the engine does not have yet
	c.start()
	s.end()
	answers := c.readEverything()
	_, metrics := c.get("admin", "/metrics")
	c.stop()
	for name, secret := range planted {
		for place, text := range map[string]string{"log": logs + c.log(), "metrics": metrics, "answers": answers} {
			if strings.Contains(text, secret) && (place != "answers" || !isShown(name)) {
				t.Errorf("the %s has the %s", place, name)
			}
		}
	}
	files, size := searchFolder(t, c.dir, planted)
	t.Logf("%d secrets in none of %d files of %d KiB after a kill, %d files of %d KiB after a stop, nor in log, metrics and answers",
		len(planted), filesBefore, sizeBefore>>10, files, size>>10)
}

// isShown tells the secrets that the API shows to members of the team.
func isShown(name string) bool { return name == "url" || name == "invitation" }

// plant puts or makes a secret wherever there can be one.
func (c *collector) plant() map[string]string {
	c.t.Helper()
	secrets := map[string]string{
		"access key": c.accessKey, "ingestion key": c.key, "password": "canary-of-a-password",
		"header": "canary-of-a-header", "parameter": "canary-of-a-parameter", "url": "canary-of-a-url",
	}
	c.call(c.accessKey, http.MethodPost, "/connections", // is refused, since nobody is there
		`{"name":"c","host":"https://db.example.com","username":"u","password":"canary-of-a-password"}`)
	hook := c.createAll("/webhooks", `{"name":"w","service":"generic","url":"https://hooks.example.com/canary-of-a-url",
		"headers":{"X-Token":"canary-of-a-header"},"queryParams":{"k":"canary-of-a-parameter"}}`)
	secrets["signing secret"] = hook["secret"].(string)
	secrets["rotated secret"] = c.createAll(fmt.Sprintf("/webhooks/%s/rotate-secret", hook["id"]), "")["secret"].(string)
	secrets["another access key"] = c.createAll("/access-keys", `{"name":"k"}`)["key"].(string)
	secrets["another ingestion key"] = c.createAll("/ingestion-keys", `{"name":"k"}`)["key"].(string)
	invitation := c.createAll("/team/invitation", `{"email":"a@example.com"}`)["url"].(string)
	secrets["invitation"] = invitation[strings.LastIndex(invitation, "=")+1:]
	return secrets
}

// readEverything returns what the lists of the API say.
func (c *collector) readEverything() string {
	c.t.Helper()
	var all strings.Builder
	for _, path := range []string{"", "/connections", "/webhooks", "/access-keys", "/ingestion-keys", "/team", "/team/invitations", "/team/members", "/sources"} {
		got := c.call(c.accessKey, http.MethodGet, path, "")
		if got.status != http.StatusOK {
			c.t.Errorf("GET %s returns %d", path, got.status)
		}
		all.WriteString(got.text)
	}
	return all.String()
}

// searchFolder looks for secrets in every file and returns how many files and
// bytes there are.
func searchFolder(t *testing.T, dir string, secrets map[string]string) (files, size int) {
	t.Helper()
	err := filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || !entry.Type().IsRegular() {
			return err
		}
		text, err := os.ReadFile(path)
		for name, secret := range secrets {
			if bytes.Contains(text, []byte(secret)) {
				t.Errorf("%s has the %s", path, name)
			}
		}
		files, size = files+1, size+len(text)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files, size
}
