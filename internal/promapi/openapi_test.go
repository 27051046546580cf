package promapi_test

import (
	"testing"

	"github.com/cairnstack/cairn/internal/testkit"
)

func TestOpenAPI(t *testing.T) {
	t.Parallel()
	document, err := newAPI().OpenAPIYAML()
	if err != nil {
		t.Fatal(err)
	}
	testkit.Golden(t, "openapi.yaml", document)
}
