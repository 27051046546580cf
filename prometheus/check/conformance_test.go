package check_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/prometheus/prometheus/promql/promqltest"
)

// keptDays is how long telemetry is kept, less some time to ask about it.
const keptDays = 29

// variantsAsked keeps the tests short: all variants take five times as long.
const variantsAsked = 50

// allFiles asks for every file, which takes a quarter of an hour.
const allFiles = "CAIRN_TEST_PROMQL"

// shortFiles are those that load few samples: a load waits until it can be read.
var shortFiles = []string{
	"at_modifier", "collision", "duration_expression", "limit", "literals", "name_label_dropping", "selectors", "staleness",
	"subquery", "trig_functions", "type_and_unit",
}

// parallel runs the tests of files at the same time.
type parallel struct {
	*testing.T
	all bool
}

func (p parallel) Run(name string, f func(*testing.T)) bool {
	if !p.all && !slices.Contains(shortFiles, strings.TrimSuffix(filepath.Base(name), ".test")) {
		return true
	}
	return p.T.Run(name, func(t *testing.T) {
		t.Parallel()
		f(t)
	})
}

// TestPromQLConforms runs Prometheus' own tests of PromQL: what they load comes by
// remote write, and what they evaluate is asked through the API.
func TestPromQLConforms(t *testing.T) {
	t.Parallel()
	asked := &engine{own: promqltest.NewTestEngine(t, false, 0, promqltest.DefaultMaxSamplesPerQuery), written: map[string]bool{}, variantsAsked: variantsAsked}
	if os.Getenv("CAIRN_TEST_VARIANTS") == "all" {
		asked.variantsAsked = 1
	}
	evaluations, err := promqltest.GetBuiltInExprs()
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range evaluations {
		asked.written[text] = true
	}
	begin := time.Now().Add(-keptDays * 24 * time.Hour).Truncate(slot).Add(slot)
	all := &teams{make: startCairn(t).newTeam, begin: begin, byFile: map[string]*team{}}
	t.Run("files", func(t *testing.T) {
		promqltest.RunBuiltinTestsWithStorage(parallel{t, os.Getenv(allFiles) == "all"}, asked, all.open)
	})
	if os.Getenv(allFiles) == "all" {
		asked.checkExceptions(t, len(evaluations))
	}
	t.Logf("%d evaluations in %d files, for which the API was asked %d times", len(evaluations), len(all.byFile), asked.asked.Load())
}
