//go:build soak

package states

import (
	"os"
	"regexp"
	"slices"
	"testing"

	"github.com/cairnstack/cairn/internal/testkit"
	"github.com/cairnstack/cairn/internal/testkit/statetest"
)

// TestSoakStates plays every cell of the matrix. CAIRN_SOAK_CELLS is a pattern
// of the cells' names, CAIRN_SOAK_PARALLEL how many are played at once, and
// CAIRN_SOAK_SHORT=1 keeps faults as short as in the short form.
func TestSoakStates(t *testing.T) {
	plan := newPlan(t)
	plan.Long = os.Getenv("CAIRN_SOAK_SHORT") == ""
	plan.Parallel = testkit.Size(t, "CAIRN_SOAK_PARALLEL", plan.Parallel)
	wanted, err := regexp.Compile(os.Getenv("CAIRN_SOAK_CELLS"))
	if err != nil {
		t.Fatal(err)
	}
	cells := slices.DeleteFunc(statetest.Cells(), func(c statetest.Cell) bool { return !wanted.MatchString(c.Name()) })
	results := statetest.Run(t, plan, cells)
	t.Log("cells that make no sense:\n" + statetest.NonsenseTable())
	t.Log("results:\n" + statetest.ResultTable(results))
	t.Log(statetest.Summary(results))
}
