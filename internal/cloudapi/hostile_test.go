package cloudapi_test

import (
	"bytes"
	"encoding/json"
	"io/fs"
	"maps"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/cairnstack/cairn/internal/testkit"
	"github.com/cairnstack/cairn/internal/testkit/apptest"
)

// nasty are values that have no place in any field.
func nasty() []string {
	return []string{
		`null`, `true`, `-1`, `1e308`, `9223372036854775808`, `1.5`, `""`, `" "`, `[]`, `{}`, `[null]`, `[[[]]]`, `{"a":{"b":{}}}`,
		`"\u0000"`, `"\ud800"`, `"` + strings.Repeat("x", 5000) + `"`, `"<script>alert(1)</script>"`, `"'; DROP TABLE services; --"`,
		`"9999-99-99T99:99:99Z"`, `"0000-01-01T00:00:00Z"`, `"arn:aws:kafka:::"`, `"::ffff:0:0/96"`,
	}
}

// mutations returns the body with each of its fields in turn replaced by
// nasty values, and some bodies that are no objects.
func mutations(body string) []string {
	bodies := []string{"", "{", "[]", "null", `"x"`, `{"":1}`, body + "x", strings.Repeat("[", 10_000)}
	var fields map[string]json.RawMessage
	if json.Unmarshal([]byte(body), &fields) != nil {
		return bodies
	}
	for name := range fields {
		for _, value := range nasty() {
			mutant := maps.Clone(fields)
			mutant[name] = json.RawMessage(value)
			if text, err := json.Marshal(mutant); err == nil {
				bodies = append(bodies, string(text))
			}
		}
	}
	return bodies
}

// wide has bodies with every field of the operations that have many.
func wide() map[string]string {
	return map[string]string{
		"updateOrganization": `{"name":"x","privateEndpoints":{"add":[{"id":"a"}]},"enableCoreDumps":true}`,
		"createService": `{"name":"x","provider":"aws","region":"us-east-1","tags":[],"ipAccessList":[],"privateEndpointIds":[],"releaseChannel":"fast",
			"dataWarehouseId":"` + unknownID + `","isReadonly":false,"complianceType":"pci","endpoints":[],"autoscalingMode":"vertical",
			"minReplicaMemoryGb":8,"maxReplicaMemoryGb":8,"numReplicas":1,"idleScaling":true,"idleTimeoutMinutes":5}`,
		"updateService": `{"name":"x","tags":{"add":[]},"ipAccessList":{"add":[]},"privateEndpointIds":{"remove":[]},"releaseChannel":"fast","endpoints":[]}`,
		"createReversePrivateEndpoint": `{"description":"","type":"VPC_RESOURCE","vpcEndpointServiceName":"a.b","vpcResourceConfigurationId":"c",
			"vpcResourceShareArn":"d","mskClusterArn":"e","mskAuthentication":"f","gcpServiceAttachment":"g","customPrivateDnsMappings":[]}`,
		"createKey": `{"name":"x","roles":["billing"],"state":"enabled","expireAt":null,"ipAccessList":[],"hashData":{"keyIdHash":"a","keyIdSuffix":"abcd","keySecretHash":"b"}}`,
		"updateKey": `{"name":"x","roles":["billing"],"state":"enabled","expireAt":null,"ipAccessList":[]}`,
	}
}

// TestHostileInputIsNeverA500 sends every operation bodies that break rules.
// A mutant that breaks none may succeed.
func TestHostileInputIsNeverA500(t *testing.T) {
	t.Parallel()
	apptest.EachStore(t, func(t *testing.T, options apptest.Options) {
		h := newHouse(t, options)
		ids := h.own(t)
		sent := 0
		for _, op := range h.operations(t) {
			body := rows()[op.id].body
			if many, ok := wide()[op.id]; ok {
				body = many
			}
			if body == "" || op.method == http.MethodDelete {
				continue
			}
			for _, mutant := range mutations(body) {
				answer := testkit.Scenario{Method: op.method, Path: op.with(ids), Body: mutant, Headers: h.admin}.Send(t, h.base)
				sent++
				var envelope map[string]any
				if err := json.Unmarshal([]byte(answer.Body), &envelope); err != nil || envelope["requestId"] == nil || answer.Status >= http.StatusInternalServerError {
					t.Errorf("%s with %.100s: %d %s", op.id, mutant, answer.Status, answer.Body)
				}
			}
		}
		t.Logf("%d requests", sent)
		h.verifyLog(t)
	})
}

// TestNoSecretIsOnDisk makes secrets of every kind and looks for them in the
// data folder.
func TestNoSecretIsOnDisk(t *testing.T) {
	t.Parallel()
	h := newHouse(t, apptest.Options{})
	once := testkit.Scenario{
		Method: http.MethodPost, Path: h.organization + "/services", Body: plainService, Headers: with(h.admin, "Idempotency-Key", "canary"),
	}.Send(t, h.base).JSON(t)["result"].(map[string]any)
	key := h.must(t, http.MethodPost, h.organization+"/keys", `{"name":"canary","roles":["billing"]}`)
	secrets := []string{
		once["password"].(string), h.must(t, http.MethodPatch, h.service+"/password", `{}`)["password"].(string),
		key["keyId"].(string), key["keySecret"].(string), h.Installation.KeyID, h.Installation.KeySecret,
	}
	files := 0
	err := filepath.WalkDir(h.Config.DataDir, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		content, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		files++
		for i, secret := range secrets {
			if bytes.Contains(content, []byte(secret)) {
				t.Errorf("secret %d stands in %s", i, entry.Name())
			}
		}
		return nil
	})
	if err != nil || files == 0 {
		t.Errorf("looked at %d files: %v", files, err)
	}
}
