package stack_test

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/cairnstack/cairn/internal/stack"
)

func webhook(stored stack.Webhook, body string) (stack.Webhook, error) {
	in, err := stack.DecodeWebhook([]byte(body))
	if err != nil {
		return stack.Webhook{}, err
	}
	return stored.Apply(in, nil)
}

const generic = `"name":"n","service":"generic","url":"https://hooks.example.net/a"`

// entries returns a JSON object of n entries.
func entries(n int) string {
	list := make([]string, n)
	for i := range list {
		list[i] = fmt.Sprintf(`"k%d":"v"`, i)
	}
	return "{" + strings.Join(list, ",") + "}"
}

func TestWebhookRules(t *testing.T) {
	t.Parallel()
	f := func(fields, want string) {
		t.Helper()
		_, err := webhook(stack.Webhook{}, "{"+fields+"}")
		expectMessage(t, fields, err, want)
	}
	f(generic+`,"description":"d","body":"{}","headers":{"X-A":"b"},"queryParams":{"ä":"b"}`, "")
	f(generic+`,"description":null,"body":null`, "")
	f(``, "name: is required; service: is required; url: is required")
	f(generic+`,"id":"x","secret":"whsec_x","createdAt":"","updatedAt":"","foo":1`, "foo: is not a known field")
	f(`"name":"  ","service":"teams","url":"https://x.net"`, "name: must be at least 1 character; service: must be one of "+listed(stack.WebhookServices()))
	f(`"name":"`+text(stack.NameCharsMax+1)+`","service":"generic","url":"https://x.net"`, "name: must be at most 1024 characters")
	f(generic+`,"description":"`+text(stack.WebhookDescriptionCharsMax+1)+`"`, "description: must be at most 2048 characters")
	f(generic+`,"body":"`+text(stack.WebhookBodyCharsMax)+`"`, "")
	f(generic+`,"body":"`+text(stack.WebhookBodyCharsMax+1)+`"`, "body: must be at most 16384 characters")
	f(generic+`,"headers":{"a":1}`, "headers: must be a string")
	f(generic+`,"headers":[]`, "headers: must be an object")
}

func TestWebhookHeadersAndParams(t *testing.T) {
	t.Parallel()
	f := func(fields, want string) {
		t.Helper()
		_, err := webhook(stack.Webhook{}, "{"+generic+","+fields+"}")
		expectMessage(t, fields, err, want)
	}
	f(`"headers":`+entries(stack.WebhookHeadersMax), "")
	f(`"headers":`+entries(stack.WebhookHeadersMax+1), "headers: must have at most 100 entries")
	const names = "headers: names must be HTTP tokens of 1 to 256 characters that do not start with a digit"
	f(`"headers":{"":"v"}`, names)
	f(`"headers":{"1a":"v"}`, names)
	f(`"headers":{"a b":"v"}`, names)
	f(`"headers":{"a\n":"v"}`, names)
	f(`"headers":{"`+text(stack.WebhookHeaderNameCharsMax)+`":"v"}`, "")
	f(`"headers":{"`+text(stack.WebhookHeaderNameCharsMax+1)+`":"v"}`, names)
	f(`"headers":{"A":"v","a":"w"}`, "headers: names must be unique whatever their case")
	for _, own := range []string{"Host", "Content-Length", "Transfer-Encoding", "Webhook-Signature", "idempotency-key"} {
		f(`"headers":{"`+own+`":"v"}`, "headers: must not hold a header that the sender sets itself")
	}
	const values = "values must be at most 4096 characters without control characters"
	f(`"headers":{"a":"`+text(stack.WebhookValueCharsMax)+`"}`, "")
	f(`"headers":{"a":"`+text(stack.WebhookValueCharsMax+1)+`"}`, "headers: "+values)
	f(`"headers":{"a":"x\r\nHost: y"}`, "headers: "+values)
	f(`"queryParams":`+entries(stack.WebhookParamsMax), "")
	f(`"queryParams":`+entries(stack.WebhookParamsMax+1), "queryParams: must have at most 100 entries")
	f(`"queryParams":{"`+text(stack.WebhookParamNameCharsMax)+`":"v"}`, "")
	f(`"queryParams":{"`+text(stack.WebhookParamNameCharsMax+1)+`":"v"}`, "queryParams: names must be 1 to 1024 characters without control characters")
	f(`"queryParams":{"":"v"}`, "queryParams: names must be 1 to 1024 characters without control characters")
	f(`"queryParams":{"a":"\u0007"}`, "queryParams: "+values)
}

func TestWebhookServices(t *testing.T) {
	t.Parallel()
	f := func(service, url, fields, want string) {
		t.Helper()
		_, err := webhook(stack.Webhook{}, `{"name":"n","service":"`+service+`","url":"`+url+`"`+fields+`}`)
		expectMessage(t, service+fields, err, want)
	}
	secrets := `,"body":"b","headers":{"a":"b"},"queryParams":{"c":"d"}`
	f("incidentio", "https://api.example.net", secrets, "")
	f("slack", "https://hooks.slack.com/services/x", ``, "")
	f("slack", "https://HOOKS.SLACK.COM/services/x", ``, "")
	f("slack", "https://hooks.slack.com.evil.net", ``, "url: must be on slack.com for the slack webhook service")
	f("slack", "https://notslack.com", ``, "url: must be on slack.com for the slack webhook service")
	const rule = "is not supported for the slack webhook service"
	f("slack", "https://slack.com/x", secrets, "body: "+rule+"; headers: "+rule+"; queryParams: "+rule)
	const key = "queryParams: must hold routing_key and nothing else for the pagerduty webhook service"
	f("pagerduty", "https://events.example.net/v2/enqueue", `,"queryParams":{"routing_key":"k"}`, "")
	f("pagerduty", "https://events.example.net/v2/enqueue", ``, key)
	f("pagerduty", "https://events.example.net/v2/enqueue", `,"queryParams":{"routing_key":"k","x":"y"}`, key)
	f("pagerduty", "https://events.example.net/v2/enqueue", `,"body":"b","queryParams":{"routing_key":"k"}`,
		"body: is not supported for the pagerduty webhook service")
}

func TestWebhookSecretsNeverFollowToANewDestination(t *testing.T) {
	t.Parallel()
	stored, err := webhook(stack.Webhook{}, `{`+generic+`,"description":"d","body":"b","headers":{"a":"b"},"queryParams":{"c":"d"}}`)
	if err != nil {
		t.Fatal(err)
	}
	stored.Secrets.Signing = "whsec_x"
	f := func(body string, headers, params map[string]string) {
		t.Helper()
		got, err := webhook(stored, "{"+body+"}")
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(stack.WebhookSecrets{Headers: headers, QueryParams: params, Signing: "whsec_x"}, got.Secrets); diff != "" {
			t.Errorf("%s (-want +got):\n%s", body, diff)
		}
		if got.Description != "" || got.Body != "" {
			t.Errorf("%s: description and body stay", body)
		}
	}
	headers, params := map[string]string{"a": "b"}, map[string]string{"c": "d"}
	f(generic, headers, params)
	f(generic+`,"headers":{}`, nil, params)
	f(generic+`,"queryParams":{"e":"f"}`, headers, map[string]string{"e": "f"})
	f(`"name":"n","service":"generic","url":"https://hooks.example.net/b"`, nil, nil)
	f(`"name":"n","service":"incidentio","url":"https://hooks.example.net/a"`, nil, nil)
	f(`"name":"n","service":"generic","url":"https://hooks.example.net/b","headers":{"g":"h"}`, map[string]string{"g": "h"}, nil)
}

func TestSigningSecretOverlapsForADay(t *testing.T) {
	t.Parallel()
	first, err := stack.NewSigningSecret(bytes.NewReader(make([]byte, 32)))
	if err != nil || first != "whsec_"+strings.Repeat("A", 43)+"=" {
		t.Fatalf("secret %s, %v", first, err)
	}
	secrets := stack.WebhookSecrets{Signing: first}.Rotate("whsec_second", noon())
	f := func(at time.Time, want ...string) {
		t.Helper()
		if diff := cmp.Diff(want, secrets.SigningAt(at)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", at, diff)
		}
	}
	f(noon(), "whsec_second", first)
	f(noon().Add(stack.SigningOverlap-time.Millisecond), "whsec_second", first)
	f(noon().Add(stack.SigningOverlap), "whsec_second")
}

func TestSecretsNeedRandomness(t *testing.T) {
	t.Parallel()
	broken := iotest.ErrReader(errors.New("no randomness"))
	if _, err := stack.NewSigningSecret(broken); err == nil {
		t.Error("a signing secret was made of nothing")
	}
	if _, err := new(stack.IDs).MintAt(broken, noon())(); err == nil {
		t.Error("an id was made of nothing")
	}
	if _, err := stack.DefaultSources(idC, new(stack.IDs).MintAt(broken, noon())); err == nil {
		t.Error("sources were made without ids")
	}
}
