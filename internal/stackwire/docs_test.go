package stackwire_test

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/cairnstack/cairn/internal/access"
	"github.com/cairnstack/cairn/internal/org"
	"github.com/cairnstack/cairn/internal/testkit"
	"github.com/cairnstack/cairn/internal/testkit/stacktest"
)

var stackPage = filepath.Join("..", "..", "docs", "api", "stack.md")

func TestLinesOfThePageWork(t *testing.T) {
	t.Parallel()
	w := stacktest.New(t, stacktest.Options{})
	w.Clock.Advance(time.Minute)
	_, err := w.Access.CreateMember(t.Context(), access.NewUser{Email: "member@example.com", Name: "M", Password: "a long enough password"},
		access.Membership{TeamID: w.Home.TeamID, Role: org.RoleDeveloper})
	if err != nil {
		t.Fatal(err)
	}
	testkit.RunPage(t, stackPage, "BASE="+w.StackURL, "ACCESS_KEY="+w.Home.AccessKey, "DATABASE=https://db.example.com:8443")
}

// TestPageShowsEveryOperation compares the headings of the page with the
// document.
func TestPageShowsEveryOperation(t *testing.T) {
	t.Parallel()
	w := stacktest.New(t, stacktest.Options{})
	var served []string
	for _, op := range operations(t, w.Stack, "/api/v2") {
		if rows()[op].reads {
			continue // stands on the page about charts and searches
		}
		method, path, _ := strings.Cut(op, " ")
		served = append(served, method+" /api/v2"+path)
	}
	shown := testkit.PageOperations(t, stackPage)
	slices.Sort(served)
	slices.Sort(shown)
	if diff := cmp.Diff(served, shown); diff != "" {
		t.Errorf("the document (-) and the page (+) differ:\n%s", diff)
	}
}
