package cloudapi_test

import (
	"log/slog"
	"testing"

	"github.com/cairnstack/cairn/internal/cloud"
	"github.com/cairnstack/cairn/internal/cloudapi"
	"github.com/cairnstack/cairn/internal/httpx"
	"github.com/cairnstack/cairn/internal/testkit"
)

// described returns the API without anything behind it.
func described() *httpx.API {
	logger := slog.New(slog.DiscardHandler)
	return cloudapi.New(httpx.Options{EdgeOptions: httpx.EdgeOptions{Logger: logger}}, cloudapi.Uses{Cloud: &cloud.Cloud{}})
}

func TestDocumentIsTheGoldenFile(t *testing.T) {
	t.Parallel()
	document, err := described().OpenAPIYAML()
	if err != nil {
		t.Fatal(err)
	}
	testkit.Golden(t, "openapi.yaml", document)
}
