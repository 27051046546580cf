package explore_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/cairnstack/cairn/internal/explore"
	"github.com/cairnstack/cairn/internal/stack"
)

// countedDashboards is a store of dashboards without tiles that counts how
// often each is read.
type countedDashboards struct {
	explore.WatchStore
	version int64
	reads   map[string]int
}

func (c *countedDashboards) DashboardVersion(context.Context, string, string) (int64, error) {
	return c.version, nil
}

func (c *countedDashboards) DashboardByID(_ context.Context, _, id string) (stack.Dashboard, error) {
	c.reads[id]++
	return stack.Dashboard{Record: stack.Record{Version: c.version}}, nil
}

// ask lets an alert on a tile of the dashboard be read, which fails: there is
// no such tile.
func (c *countedDashboards) ask(t *testing.T, r *explore.AlertReads, id string) {
	t.Helper()
	alert := stack.Alert{AlertSpec: stack.AlertSpec{Source: stack.AlertOnTile, DashboardID: id, TileID: "gone"}}
	r.Read(t.Context(), []explore.AlertQuestion{{Alert: alert}}, func(results []explore.AlertAnswer) {
		if err := results[0].Err; err == nil || !strings.Contains(err.Error(), "tile does not exist") {
			t.Errorf("%v", err)
		}
	})
}

func TestDashboardsOfAlertsAreReadAgainWhenTheyChange(t *testing.T) {
	t.Parallel()
	store := &countedDashboards{version: 1, reads: map[string]int{}}
	reads := &explore.AlertReads{Store: store}
	expect := func(want int) {
		t.Helper()
		if store.ask(t, reads, "a"); store.reads["a"] != want {
			t.Errorf("%d readings, want %d", store.reads["a"], want)
		}
	}
	expect(1)
	expect(1)
	store.version = 2
	expect(2)
	expect(2)
	for n := range explore.AlertDashboardsKept {
		store.ask(t, reads, fmt.Sprint("other ", n))
	}
	expect(3)
}
