package stackwire_test

import (
	"bytes"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/cairnstack/cairn/internal/testkit/stacktest"
)

// TestSecretsAreNowhereInTheClear plants secrets in every place that takes or
// makes one, and searches the files of the store and the log for them.
func TestSecretsAreNowhereInTheClear(t *testing.T) {
	t.Parallel()
	dir, log := t.TempDir(), &lockedBuffer{}
	w := stacktest.New(t, stacktest.Options{Dir: dir, Log: log})
	planted := map[string]string{
		"password": "canary-of-a-password", "header": "canary-of-a-header", "param": "canary-of-a-param", "url": "canary-of-a-url",
	}
	kept := map[string]string{}
	d := w.SelfHosted().With("Idempotency-Key", "k1")
	for _, st := range []step{
		{does: "sources", call: "GET /sources", keep: map[string]string{"connection": "0.connection"}},
		{does: "a connection", call: "POST /connections", body: `{"name":"c","host":"https://db.example.com","username":"u","password":"canary-of-a-password"}`},
		{does: "a webhook", call: "POST /webhooks", keep: map[string]string{"id": "id", "signing": "secret"}, send: map[string]string{"Idempotency-Key": "k2"},
			body: with(webhook(), "url", `"https://hooks.example.com/canary-of-a-url"`, "headers", `{"X-Token":"canary-of-a-header"}`, "queryParams", `{"k":"canary-of-a-param"}`)},
		{does: "another secret", call: "POST /webhooks/${id}/rotate-secret", keep: map[string]string{"rotated": "secret"}, send: map[string]string{"Idempotency-Key": "k3"}},
		{does: "a refused webhook", call: "POST /webhooks", status: 400, body: with(webhook(), "headers", `{"X-Token":"canary-of-a-header","":"canary-of-a-header"}`), send: map[string]string{"Idempotency-Key": "k4"}},
		{does: "an invitation", call: "POST /team/invitation", body: `{"email":"a@example.com"}`, keep: map[string]string{"invitation": "url"}, send: map[string]string{"Idempotency-Key": "k5"}},
		{does: "an access key", call: "POST /access-keys", body: `{"name":"k"}`, keep: map[string]string{"access": "key"}, send: map[string]string{"Idempotency-Key": "k6"}},
		{does: "an ingestion key", call: "POST /ingestion-keys", body: `{"name":"k"}`, keep: map[string]string{"ingestion": "key"}, send: map[string]string{"Idempotency-Key": "k7"}},
	} {
		st.play(t, d, kept)
	}
	for _, name := range []string{"signing", "rotated", "access", "ingestion"} {
		planted[name] = kept[name]
	}
	planted["invitation"] = kept["invitation"][strings.LastIndex(kept["invitation"], "=")+1:]
	planted["own access key"], planted["own cloud secret"] = w.Home.AccessKey, w.Home.KeySecret
	for name, secret := range planted {
		searchFiles(t, dir, name, secret)
		if strings.Contains(log.String(), secret) {
			t.Errorf("the log has the %s", name)
		}
	}
	if !strings.Contains(log.String(), "/api/v2/webhooks") {
		t.Error("the log is empty: nothing was searched")
	}
}

func searchFiles(t *testing.T, dir, name, secret string) {
	t.Helper()
	searched := 0
	err := filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		text, err := os.ReadFile(path)
		if bytes.Contains(text, []byte(secret)) {
			t.Errorf("%s has the %s", entry.Name(), name)
		}
		searched += len(text)
		return err
	})
	if err != nil || searched < 4096 {
		t.Errorf("searched %d bytes: %v", searched, err)
	}
}

// TestSecretsStayUsable holds that what is sealed can be opened again.
func TestSecretsStayUsable(t *testing.T) {
	eachStore(t, func(t *testing.T, o stacktest.Options) {
		w := stacktest.New(t, o)
		made := w.SelfHosted().Must(t, "POST", "/webhooks", with(webhook(), "headers", `{"X-Token":"h"}`, "queryParams", `{"k":"p"}`))
		stored, err := w.Store.WebhookByID(t.Context(), w.Home.TeamID, made.Field(t, "id"))
		if err != nil {
			t.Fatal(err)
		}
		if stored.Secrets.Headers["X-Token"] != "h" || stored.Secrets.QueryParams["k"] != "p" || stored.Secrets.Signing != made.Field(t, "secret") {
			t.Errorf("%+v", stored)
		}
		rotated := w.SelfHosted().Must(t, "POST", "/webhooks/"+stored.ID+"/rotate-secret", "").Field(t, "secret")
		again, err := w.Store.WebhookByID(t.Context(), w.Home.TeamID, stored.ID)
		if err != nil {
			t.Fatal(err)
		}
		signing := again.Secrets.SigningAt(w.Clock.Now())
		if len(signing) != 2 || signing[0] != rotated || signing[1] != stored.Secrets.Signing {
			t.Errorf("signs with %d secrets", len(signing))
		}
	})
}

// lockedBuffer is a log that several requests write to.
type lockedBuffer struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (b *lockedBuffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.text.Write(p)
}

func (b *lockedBuffer) String() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.text.String()
}
