package promapi_test

import (
	"net/http"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/cairnstack/cairn/internal/promapi"
	"github.com/cairnstack/cairn/internal/testkit"
	"github.com/cairnstack/cairn/internal/testkit/doctest"
)

var page = filepath.Join("..", "..", "docs", "api", "prometheus.md")

func TestLinesOfThePageWork(t *testing.T) {
	t.Parallel()
	testkit.RunPage(t, page, "BASE="+serve(t), "ACCESS_KEY="+secret)
}

// TestPageShowsEveryOperation compares the headings of the page with the
// document.
func TestPageShowsEveryOperation(t *testing.T) {
	t.Parallel()
	var served []string
	for _, o := range doctest.Read(t, newAPI()).Operations {
		served = append(served, o.Method+" "+o.Path)
	}
	shown := testkit.PageOperations(t, page)
	slices.Sort(served)
	slices.Sort(shown)
	if diff := cmp.Diff(served, shown); diff != "" {
		t.Errorf("the document (-) and the page (+) differ:\n%s", diff)
	}
}

// TestResponsesAreAsTheDocumentSays holds every response of the table of
// questions to the document.
func TestResponsesAreAsTheDocumentSays(t *testing.T) {
	t.Parallel()
	api := newAPI()
	handler := api.Handler()
	for _, o := range doctest.Read(t, api).Operations {
		isServed := false
		for _, target := range targetsOf(o.Path) {
			answer := doctest.Send(handler, doctest.NewRequest(http.MethodGet, target, "", "Bearer "+secret))
			if err := o.Check(answer); err != nil {
				t.Errorf("%s: %v: %s", target, err, answer.Body)
			}
			isServed = isServed || answer.Code == http.StatusOK
		}
		if !isServed {
			t.Errorf("%s was never a success", o.ID)
		}
	}
}

// targetsOf returns a path without parameters, and with those of its questions.
func targetsOf(template string) []string {
	found := []string{strings.ReplaceAll(template, "{name}", "job")}
	for _, q := range questions() {
		if path := promapi.Prefix + q.path; fits(path, template) {
			found = append(found, path+"?"+form(strings.ReplaceAll(q.params, "%2F", "/")))
		}
	}
	return found
}

// fits reports whether a path is one of a template.
func fits(path, template string) bool {
	parts, named := strings.Split(path, "/"), strings.Split(template, "/")
	return slices.EqualFunc(parts, named, func(part, name string) bool { return part == name || strings.HasPrefix(name, "{") })
}
