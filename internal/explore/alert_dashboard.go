package explore

import (
	"context"
	"sync"

	"github.com/cairnstack/cairn/internal/stack"
)

// keptDashboards is dashboards as they were read last, by team and id. The
// store says whether they are still the same. The zero value is ready for use
// by several goroutines.
type keptDashboards struct {
	mu    sync.Mutex
	known map[[2]string]stack.Dashboard
}

// get returns a team's dashboard, which nobody may change.
func (k *keptDashboards) get(ctx context.Context, store WatchStore, teamID, id string) (stack.Dashboard, error) {
	version, err := store.DashboardVersion(ctx, teamID, id)
	if err != nil {
		return stack.Dashboard{}, err
	}
	if known, ok := k.look(teamID, id); ok && known.Version == version {
		return known, nil
	}
	read, err := store.DashboardByID(ctx, teamID, id)
	if err == nil {
		k.keep(teamID, id, read)
	}
	return read, err
}

func (k *keptDashboards) look(teamID, id string) (stack.Dashboard, bool) {
	k.mu.Lock()
	defer k.mu.Unlock()
	known, ok := k.known[[2]string{teamID, id}]
	return known, ok
}

// keep remembers a dashboard. When there are too many, all are read anew.
func (k *keptDashboards) keep(teamID, id string, d stack.Dashboard) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.known == nil || len(k.known) >= AlertDashboardsKept {
		k.known = map[[2]string]stack.Dashboard{}
	}
	k.known[[2]string{teamID, id}] = d
}
