package httpx_test

import (
	"context"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/cairnstack/cairn/internal/fault"
	"github.com/cairnstack/cairn/internal/httpx"
)

type shelfPath struct {
	Shelf string `path:"shelf" pattern:"^[a-z]+$" patternDescription:"lower-case letters" doc:"The shelf."`
}

type shelfKey struct{}

type shelvedInput struct {
	ID string `path:"id" pattern:"^[0-9]{1,6}$" patternDescription:"1 to 6 digits" doc:"The note."`
	httpx.Conditional
}

// serveShelf serves an operation below a shelf, which returns the shelf that
// the context names.
func serveShelf(t *testing.T, f family) *fixture {
	t.Helper()
	options := f.options()
	options.Logger = slog.New(slog.DiscardHandler)
	x := &fixture{t: t, api: httpx.New(options)}
	scope := httpx.NewScope(func(ctx context.Context, in *shelfPath) (context.Context, error) {
		if in.Shelf == "lost" {
			return ctx, fault.New(fault.NotFound, "shelf does not exist")
		}
		return context.WithValue(ctx, shelfKey{}, in.Shelf), nil
	})
	op := httpx.Operation{ID: "getShelved", Method: http.MethodGet, Path: f.prefix + "/shelves/{shelf}/notes/{id}", Scope: scope}
	httpx.Register(x.api, op, func(ctx context.Context, in *shelvedInput) (httpx.Reply[string], error) {
		shelf, _ := ctx.Value(shelfKey{}).(string)
		return httpx.Reply[string]{Value: shelf + " " + in.ID}, nil
	})
	server := httptest.NewServer(x.api.Handler())
	t.Cleanup(server.Close)
	x.url = server.URL + f.prefix
	return x
}

func TestScopeIsReadBesideTheInput(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, path, want string
		status           int
		headers          []string
	}{
		{"both are valid", "/shelves/red/notes/7", `"red 7"`, http.StatusOK, nil},
		{"the scope is not found", "/shelves/lost/notes/7", "shelf does not exist", http.StatusNotFound, nil},
		{"the scope is not valid", "/shelves/7/notes/7", "shelf: must be lower-case letters", http.StatusBadRequest, nil},
		{"the scope is checked before the condition", "/shelves/7/notes/7", "shelf: must be lower-case letters", http.StatusBadRequest, []string{"If-Match", "x"}},
		{"the input is not valid, and the scope is not entered", "/shelves/lost/notes/x", "id: must be 1 to 6 digits", http.StatusBadRequest, nil},
		{"neither is valid", "/shelves/7/notes/x", "id: must be 1 to 6 digits; shelf: must be lower-case letters", http.StatusBadRequest, nil},
	}
	eachFamily(t, func(t *testing.T, f family) {
		x := serveShelf(t, f)
		for _, test := range tests {
			got := x.send(http.MethodGet, test.path, "", test.headers...)
			if got.status != test.status || !strings.Contains(got.body, test.want) {
				t.Errorf("%s: %d %s, want %d %s", test.name, got.status, got.body, test.status, test.want)
			}
		}
	})
}

func TestScopeIsDocumentedBeforeTheInput(t *testing.T) {
	t.Parallel()
	document, err := serveShelf(t, families[0]).api.OpenAPIYAML()
	if err != nil {
		t.Fatal(err)
	}
	shelf, id := strings.Index(string(document), "name: shelf\n"), strings.Index(string(document), "name: id\n")
	if shelf < 0 || id < shelf {
		t.Errorf("parameters at %d and %d of\n%s", shelf, id, document)
	}
}
