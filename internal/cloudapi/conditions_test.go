package cloudapi_test

import (
	"encoding/json"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/cairnstack/cairn/internal/testkit/apptest"
)

// TestEveryWriteCanBeMadeSafe holds that every operation that makes something
// takes an Idempotency-Key, and every one that changes or deletes something
// takes If-Match. What they do is tested for each; the managed stack has a
// test of its own.
func TestEveryWriteCanBeMadeSafe(t *testing.T) {
	t.Parallel()
	text, err := newLobby(t, apptest.Options{}).Cloud.OpenAPIJSON()
	if err != nil {
		t.Fatal(err)
	}
	var document struct {
		Paths map[string]map[string]struct {
			OperationID string
			Parameters  []struct{ Name string }
		}
	}
	if err := json.Unmarshal(text, &document); err != nil {
		t.Fatal(err)
	}
	needs := map[string]string{http.MethodPost: "Idempotency-Key", http.MethodPatch: "If-Match", http.MethodPut: "If-Match", http.MethodDelete: "If-Match"}
	for path, methods := range document.Paths {
		for method, op := range methods {
			header := needs[strings.ToUpper(method)]
			// The token of an invitation works once, and a query changes nothing.
			if header == "" || strings.Contains(path, "/stack/") || op.OperationID == "acceptInvitation" || op.OperationID == "runQuery" {
				continue
			}
			if !slices.ContainsFunc(op.Parameters, func(p struct{ Name string }) bool { return p.Name == header }) {
				t.Errorf("%s takes no %s", op.OperationID, header)
			}
		}
	}
}
