package doctest_test

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/cairnstack/cairn/internal/testkit/doctest"
)

// small is an API with one operation.
type small struct{}

// OpenAPIJSON returns its document.
func (small) OpenAPIJSON() ([]byte, error) {
	return []byte(`{
		"openapi": "3.1.0",
		"paths": {"/things/{id}": {"get": {"operationId": "getThing", "responses": {
			"200": {"content": {"application/json": {"schema": {"$ref": "#/components/schemas/Thing"}}, "text/csv; charset=utf-8": {"schema": {"type": "string"}}}},
			"304": {},
			"404": {"$ref": "#/components/responses/NotFound"}
		}}}},
		"components": {
			"schemas": {
				"Thing": {"type": "object", "required": ["at"], "properties": {"at": {"type": "string", "format": "date-time"}, "kind": {"type": ["string", "null"], "enum": ["a", null]}}},
				"Error": {"type": "object", "required": ["message"], "properties": {"message": {"type": "string"}}}
			},
			"responses": {"NotFound": {"content": {"application/json": {"schema": {"$ref": "#/components/schemas/Error"}}}}}
		}
	}`), nil
}

func TestCheckFindsWhatIsNotDocumented(t *testing.T) {
	t.Parallel()
	const json = "application/json"
	op := doctest.Read(t, small{}).Operations[0]
	f := func(status int, media, body, want string) {
		t.Helper()
		answer := httptest.NewRecorder()
		answer.Header().Set("Content-Type", media)
		answer.Code = status
		answer.Body.WriteString(body)
		err := op.Check(answer)
		if want == "" && err != nil || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("%d %s %s: %v, want %q", status, media, body, err, want)
		}
	}
	f(200, json, `{"at":"2026-11-01T12:00:00Z","kind":null}`, "")
	f(200, "text/csv; charset=utf-8", "a,b", "")
	f(304, "", "", "")
	f(404, json, `{"message":"no"}`, "")

	f(403, json, `{"message":"no"}`, "does not document 403")
	f(304, "", "x", "no body")
	f(200, "text/html", "<p>", "no text/html")
	f(200, "", "{}", "without a media type")
	f(200, json, `{`, "no JSON")
	f(200, json, `{"at":"noon"}`, "date-time")
	f(200, json, `{}`, "at")
	f(200, json, `{"at":"2026-11-01T12:00:00Z","kind":"b"}`, "kind")
	f(200, json, `{"at":"2026-11-01T12:00:00Z","more":1}`, "more")
	f(404, json, `{"message":"no","stack":"main.go:1"}`, "stack")
}

func TestReadKnowsTheDocument(t *testing.T) {
	t.Parallel()
	op := doctest.Read(t, small{}).Operations[0]
	if op.ID != "getThing" || op.Method != http.MethodGet || op.Path != "/things/{id}" || len(op.Statuses) != 3 || op.Idempotent {
		t.Errorf("%+v", op)
	}
}
