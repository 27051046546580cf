package querytest_test

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/cairnstack/cairn/internal/stackapi"
	"github.com/cairnstack/cairn/internal/testkit"
	"github.com/cairnstack/cairn/internal/testkit/apptest"
)

var queriesPage = filepath.Join("..", "..", "..", "docs", "api", "queries.md")

func TestLinesOfThePageWork(t *testing.T) {
	t.Parallel()
	s := newShopOf(t, 10, apptest.Options{Adjust: allowRawSQL})
	s.store(t, metricPoints())
	testkit.RunPage(t, queriesPage, "BASE="+s.base, "ACCESS_KEY="+s.key, "TRACE="+traceID)
}

// TestPageShowsEveryOperation compares the headings of the page with the
// operations that ask for telemetry.
func TestPageShowsEveryOperation(t *testing.T) {
	t.Parallel()
	var served []string
	for op := range tenantRows() { // which TestTelemetryOfOthersDoesNotExist holds to be all
		method, path, _ := strings.Cut(op, " ")
		served = append(served, method+" "+stackapi.Prefix+path)
	}
	shown := testkit.PageOperations(t, queriesPage)
	slices.Sort(served)
	slices.Sort(shown)
	if diff := cmp.Diff(served, shown); diff != "" {
		t.Errorf("the operations (-) and the page (+) differ:\n%s", diff)
	}
}
