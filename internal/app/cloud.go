package app

import (
	"context"
	"crypto/rand"

	"github.com/cairnstack/cairn/internal/clickhouse/tables"
	"github.com/cairnstack/cairn/internal/cloud"
	"github.com/cairnstack/cairn/internal/link"
	"github.com/cairnstack/cairn/internal/sqlstore"
)

// cloudDomain is what host names of services and links end in. Names below
// localhost lead to this machine.
const cloudDomain = "cairn.localhost"

// openCloud makes the use cases of the cloud and the loops behind them.
func (a *App) openCloud() *cloud.Cloud {
	services, links := cloud.NewBell(), cloud.NewBell()
	reconciler := &cloud.Reconciler{
		Store: a.store, Engine: watchedTeams{a.engine.teams, a.forgetTeam}, Now: a.Now, Random: rand.Reader, Logger: a.Logger, Woken: services,
	}
	keeper := NewLinkKeeper(a.Options, a.store)
	keeper.Woken, keeper.Settle = links, services.Ring
	a.loops = append(a.loops, loop{"reconciler", reconciler.Run}, loop{"links", keeper.Run})
	return &cloud.Cloud{
		Store: a.recorded, Now: a.Now, Random: rand.Reader, Domain: cloudDomain, Meter: engineMeter{a.engine.teams},
		Wake:   func() { services.Ring(); links.Ring() },
		People: a.access, Join: func(token string) string { return a.joinURL("join-organization", token) },
	}
}

// watchedTeams is the tables of teams; the pipeline forgets those that are gone.
type watchedTeams struct {
	tables.Teams
	forget func(teamID string)
}

// DropTeam removes a team's database with everything in it.
func (t watchedTeams) DropTeam(ctx context.Context, teamID string) error {
	defer t.forget(teamID)
	return t.Teams.DropTeam(ctx, teamID)
}

// forgetTeam gives up what intake knows of a team.
func (a *App) forgetTeam(teamID string) {
	if a.pipeline != nil {
		a.pipeline.ForgetTeam(teamID)
	}
}

// NewLinkKeeper returns the keeper of links on a store.
func NewLinkKeeper(o Options, store *sqlstore.Store) *cloud.LinkKeeper {
	return &cloud.LinkKeeper{
		Store: store, Linker: link.Local{Now: o.Now, Domain: cloudDomain}, Now: o.Now, Random: rand.Reader, Logger: o.Logger,
	}
}

// engineMeter tells the cloud what teams store.
type engineMeter struct{ teams tables.Teams }

// Stored returns what each team stores.
func (m engineMeter) Stored(ctx context.Context) (map[string]cloud.Stored, error) {
	storage, err := m.teams.StorageBytes(ctx)
	stored := make(map[string]cloud.Stored, len(storage))
	for team, s := range storage {
		stored[team] = cloud.Stored(s)
	}
	return stored, err
}
