package cloudapi_test

import (
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/cairnstack/cairn/internal/testkit"
	"github.com/cairnstack/cairn/internal/testkit/apptest"
)

func TestKeys(t *testing.T) {
	t.Parallel()
	apptest.EachStore(t, func(t *testing.T, options apptest.Options) {
		h := newHouse(t, options)
		keys := h.organization + "/keys"
		create := func(name, body string, status int, contains ...string) testkit.Scenario {
			return testkit.Scenario{Name: name, Method: http.MethodPost, Path: keys, Headers: h.admin, Body: body, Status: status, Contains: contains}
		}
		testkit.Run(t, h.base, []testkit.Scenario{
			{
				Name: "list has the first and no hash", Path: keys, Headers: h.admin, Status: 200,
				Contains: []string{`"name":"default"`, `"roles":["admin"]`, `"expireAt":null`, `"keySuffix":"` + h.Installation.KeyID[16:]},
				Lacks:    []string{"ash", h.Installation.KeyID, h.Installation.KeySecret},
			},
			create("create", `{"name":"ci","roles":["developer"]}`, 200, `"keyId":"`, `"keySecret":"cairn_cs_`, `"state":"enabled"`, `"source":"0.0.0.0/0"`),
			create("create disabled, with expiry and addresses", `{"name":"ci","roles":["billing"],"state":"disabled","expireAt":"2099-01-01T00:00:00+01:00","ipAccessList":[]}`,
				200, `"state":"disabled"`, `"expireAt":"2098-12-31T23:00:00Z"`, `"ipAccessList":[]`),
			create("empty expiry is never", `{"name":"ci","roles":["billing"],"expireAt":""}`, 200, `"expireAt":null`),
			create("no role is 400", `{"name":"ci","roles":[]}`, 400, "roles"),
			create("unknown role is 400", `{"name":"ci","roles":["owner"]}`, 400, "roles.0: must be one of admin, developer, billing"),
			create("role twice is 400", `{"name":"ci","roles":["admin","admin"]}`, 400, "roles.1: must be unique"),
			create("one network twice is 400", `{"name":"ci","roles":["admin"],"ipAccessList":[{"source":"anywhere"},{"source":"0.0.0.0/0"}]}`, 400, "ipAccessList.1.source: must not repeat the network of item 0"),
			create("past expiry is 400", `{"name":"ci","roles":["admin"],"expireAt":"2001-01-01T00:00:00Z"}`, 400, "expireAt: must be in the future"),
			create("expiry that is no time is 400", `{"name":"ci","roles":["admin"],"expireAt":"tomorrow"}`, 400, "expireAt"),
			create("no name is 400", `{"roles":["admin"]}`, 400, "name: is required"),
			create("bad hash is 400", `{"name":"ci","roles":["admin"],"hashData":{"keyIdHash":"x","keyIdSuffix":"abcd","keySecretHash":"y"}}`, 400, "hashData.keyIdHash", "hashData.keySecretHash"),
		})
	})
}

func TestKeyOfTheClientsOwnMaking(t *testing.T) {
	t.Parallel()
	h := newHouse(t, apptest.Options{})
	hash := func(text string) string {
		sum := sha256.Sum256([]byte(text))
		return base64.StdEncoding.EncodeToString(sum[:])
	}
	body := fmt.Sprintf(`{"name":"own","roles":["developer"],"hashData":{"keyIdHash":%q,"keyIdSuffix":"f-id","keySecretHash":%q}}`,
		hash("my-very-self-id"), hash("my-secret"))
	made := h.must(t, http.MethodPost, h.organization+"/keys", body)
	if made["keyId"] != nil || made["keySecret"] != nil || made["key"].(map[string]any)["keySuffix"] != "f-id" {
		t.Errorf("the answer is %v", made)
	}
	call := testkit.Scenario{Path: "/v1/organizations", Headers: basic("my-very-self-id", "my-secret")}
	if got := call.Send(t, h.base); got.Status != http.StatusOK {
		t.Errorf("signing in: %d %s", got.Status, got.Body)
	}
	if again := h.send(t, http.MethodPost, h.organization+"/keys", body); again.Status != http.StatusConflict {
		t.Errorf("the same key id again: %d %s", again.Status, again.Body)
	}
}

func TestUpdatedKeyActsAtOnce(t *testing.T) {
	t.Parallel()
	apptest.EachStore(t, func(t *testing.T, options apptest.Options) {
		h := newHouse(t, options)
		headers, id := h.newKey(t, "admin")
		path := h.organization + "/keys/" + id
		call := testkit.Scenario{Path: h.organization, Headers: headers}
		step := func(patch string, want int) {
			t.Helper()
			h.must(t, http.MethodPatch, path, patch)
			if got := call.Send(t, h.base); got.Status != want {
				t.Errorf("after %s: %d %s", patch, got.Status, got.Body)
			}
		}
		step(`{"name":"renamed"}`, 200)
		step(`{"state":"disabled"}`, 401)
		step(`{"state":"enabled"}`, 200)
		step(`{"ipAccessList":[]}`, 401)
		step(`{"ipAccessList":[{"source":"192.0.2.0/24"}]}`, 401)
		step(`{"ipAccessList":[{"source":"127.0.0.1"}]}`, 200)
		if got := h.send(t, http.MethodPatch, path, `{"ipAccessList":[{"source":"127.0.0.1"},{"source":"127.0.0.1/32"}]}`); got.Status != http.StatusBadRequest || !strings.Contains(got.Body, "ipAccessList.1.source") {
			t.Errorf("one network twice: %d %s", got.Status, got.Body)
		}
		step(`{"expireAt":"`+time.Now().Add(time.Hour).UTC().Format(time.RFC3339)+`"}`, 200)
		step(`{"expireAt":null}`, 200)
		h.must(t, http.MethodDelete, path, "")
		if got := call.Send(t, h.base); got.Status != http.StatusUnauthorized {
			t.Errorf("after DELETE: %d", got.Status)
		}
	})
}

func TestKeyCantDeleteItself(t *testing.T) {
	t.Parallel()
	h := newHouse(t, apptest.Options{})
	headers, id := h.newKey(t, "admin")
	self := testkit.Scenario{Method: http.MethodDelete, Path: h.organization + "/keys/" + id, Headers: headers}
	if got := self.Send(t, h.base); got.Status != http.StatusConflict || !strings.Contains(got.Body, "a key can't delete itself") {
		t.Errorf("DELETE: %d %s", got.Status, got.Body)
	}
}

func TestIdempotentCreateMakesOneKey(t *testing.T) {
	t.Parallel()
	apptest.EachStore(t, func(t *testing.T, options apptest.Options) {
		h := newHouse(t, options)
		call := testkit.Scenario{
			Method: http.MethodPost, Path: h.organization + "/keys", Headers: with(h.admin, "Idempotency-Key", "once"),
			Body: `{"name":"once","roles":["billing"]}`,
		}
		first, second := call.Send(t, h.base), call.Send(t, h.base)
		if first.Status != http.StatusOK || first.Body != second.Body || second.Header.Get("Idempotent-Replayed") != "true" {
			t.Errorf("responses differ:\n%s\n%s", first.Body, second.Body)
		}
		call.Body = `{"name":"twice","roles":["billing"]}`
		if other := call.Send(t, h.base); other.Status != http.StatusConflict {
			t.Errorf("another body: %d %s", other.Status, other.Body)
		}
		if got := len(h.list(t, h.organization+"/keys")); got != 2 {
			t.Errorf("there are %d keys, want 2", got)
		}
	})
}
