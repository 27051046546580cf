package webhook_test

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/cairnstack/cairn/internal/stack"
	"github.com/cairnstack/cairn/internal/testkit/hooktest"
)

func page(t *testing.T) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("..", "..", "docs", "alerting.md"))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// snippet returns the first code of the language below the heading.
func snippet(t *testing.T, heading, language string) string {
	t.Helper()
	_, below, ok := strings.Cut(page(t), "\n"+heading+"\n")
	found := regexp.MustCompile("(?sm)^```" + language + "\n(.*?)^```").FindStringSubmatch(below)
	if !ok || found == nil {
		t.Fatalf("%s has no %s", heading, language)
	}
	return found[1]
}

// harness makes a program of a snippet: it reads secret, headers and body as
// JSON and exits with 0 when the signature is good.
type harness struct {
	language, file, before, after string
	run                           []string
}

func harnesses() []harness {
	return []harness{
		{
			language: "go", file: "main.go", run: []string{"go", "run"},
			before: `package main

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"os"
	"strconv"
	"strings"
	"time"
)

`,
			after: `
func main() {
	var in struct { Secret string; Headers map[string]string; Body string }
	if err := json.NewDecoder(os.Stdin).Decode(&in); err != nil { os.Exit(3) }
	header := http.Header{}
	for name, value := range in.Headers { header.Set(name, value) }
	if err := verify(in.Secret, header, []byte(in.Body), time.Now()); err != nil { fmt.Println(err); os.Exit(1) }
}
`,
		},
		{
			language: "python", file: "main.py", run: []string{"python3"},
			after: `
import json, sys
given = json.load(sys.stdin)
try:
    verify(given["secret"], given["headers"], given["body"].encode())
except ValueError as e:
    print(e)
    sys.exit(1)
`,
		},
		{
			language: "js", file: "main.js", run: []string{"node"},
			after: `
const given = JSON.parse(require("node:fs").readFileSync(0, "utf8"));
try {
  verify(given.secret, given.headers, Buffer.from(given.body));
} catch (e) {
  console.log(e.message);
  process.exit(1);
}
`,
		},
	}
}

// TestSnippetsVerify runs what the page shows against real deliveries.
func TestSnippetsVerify(t *testing.T) {
	t.Parallel()
	good := deliver(t, firing(), func(w *stack.Webhook) { w.Secrets = w.Secrets.Rotate(secondSecret, time.Now()) })
	tampered, old := good, good
	tampered.Body = bytes.Replace(good.Body, []byte("firing"), []byte("fixing"), 1)
	old.Header = good.Header.Clone()
	old.Header.Set("Webhook-Timestamp", "1793534400")
	for _, h := range harnesses() {
		t.Run(h.language, func(t *testing.T) {
			t.Parallel()
			if _, err := exec.LookPath(h.run[0]); err != nil {
				t.Logf("%s is not on this machine", h.run[0])
				return
			}
			file := filepath.Join(t.TempDir(), h.file)
			if err := os.WriteFile(file, []byte(h.before+snippet(t, "## Verifying a signature", h.language)+h.after), 0o600); err != nil {
				t.Fatal(err)
			}
			for _, secret := range []string{firstSecret, secondSecret} {
				if out, err := h.verify(t, file, secret, good); err != nil {
					t.Errorf("%v: %s", err, out)
				}
			}
			for what, d := range map[string]hooktest.Delivery{"tampered": tampered, "old": old} {
				if _, err := h.verify(t, file, firstSecret, d); err == nil {
					t.Errorf("%s: taken for good", what)
				}
			}
			if _, err := h.verify(t, file, "whsec_AAAA", good); err == nil {
				t.Error("another secret: taken for good")
			}
		})
	}
}

func (h harness) verify(t *testing.T, file, secret string, d hooktest.Delivery) (string, error) {
	t.Helper()
	headers := map[string]string{}
	for name := range d.Header {
		headers[strings.ToLower(name)] = d.Header.Get(name)
	}
	given, err := json.Marshal(map[string]any{"secret": secret, "headers": headers, "body": string(d.Body)})
	if err != nil {
		t.Fatal(err)
	}
	command := exec.CommandContext(t.Context(), h.run[0], append(h.run[1:len(h.run):len(h.run)], file)...)
	command.Stdin = bytes.NewReader(given)
	out, err := command.CombinedOutput()
	return string(out), err
}

// TestPageShowsThePayload holds the example against the schema, and the
// variables against those that are checked on saving.
func TestPageShowsThePayload(t *testing.T) {
	t.Parallel()
	var example any
	if err := json.Unmarshal([]byte(snippet(t, "## Payload", "json")), &example); err != nil {
		t.Fatal(err)
	}
	for _, wrong := range breaches(schema(t), example, "example") {
		t.Error(wrong)
	}
	for _, name := range stack.WebhookVariableNames() {
		short := name[strings.LastIndexByte(name, '.')+1:]
		if !strings.Contains(page(t), "`"+name+"`") && !strings.Contains(page(t), "`."+short+"`") {
			t.Errorf("the variable %s is not on the page", name)
		}
	}
}
