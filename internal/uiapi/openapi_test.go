package uiapi_test

import (
	"log/slog"
	"testing"

	"github.com/cairnstack/cairn/internal/httpx"
	"github.com/cairnstack/cairn/internal/testkit"
	"github.com/cairnstack/cairn/internal/uiapi"
)

func TestOpenAPI(t *testing.T) {
	t.Parallel()
	api := uiapi.New(httpx.Options{
		EdgeOptions: httpx.EdgeOptions{Logger: slog.New(slog.DiscardHandler)},
	}, uiapi.Session{}, uiapi.Uses{})
	document, err := api.OpenAPIYAML()
	if err != nil {
		t.Fatal(err)
	}
	testkit.Golden(t, "openapi.yaml", document)
}
