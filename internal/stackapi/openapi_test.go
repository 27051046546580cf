package stackapi_test

import (
	"log/slog"
	"testing"

	"github.com/cairnstack/cairn/internal/httpx"
	"github.com/cairnstack/cairn/internal/stackapi"
	"github.com/cairnstack/cairn/internal/testkit"
)

func TestOpenAPI(t *testing.T) {
	t.Parallel()
	api := stackapi.New(httpx.Options{
		EdgeOptions:   httpx.EdgeOptions{Logger: slog.New(slog.DiscardHandler)},
		Authenticator: stackapi.Bearer{},
	}, stackapi.Uses{})
	document, err := api.OpenAPIYAML()
	if err != nil {
		t.Fatal(err)
	}
	testkit.Golden(t, "openapi.yaml", document)
}
