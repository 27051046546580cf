// Package cloud arranges the use cases of the cloud API: organizations,
// services, keys, endpoints, usage cost and activities.
package cloud

import (
	"context"
	"log/slog"
	"time"

	"github.com/cairnstack/cairn/internal/stack"
)

// ProvisionEvery is how often new teams are looked for. Accounts and keys can
// be made beside a running server, so nobody may tell it.
const ProvisionEvery = 2 * time.Second

// TeamStore lists the teams of the installation.
type TeamStore interface {
	Teams(ctx context.Context) ([]stack.Team, error)
}

// Engine makes and drops a team's database.
type Engine interface {
	EnsureTeam(ctx context.Context, teamID string) error
	DropTeam(ctx context.Context, teamID string) error
}

// Provisioner gives every team its database in the engine.
type Provisioner struct {
	Store  TeamStore
	Engine Engine
	Logger *slog.Logger

	ensured map[string]bool
}

// Run provisions teams until ctx ends. A team whose database can't be made is
// tried again; the others do not wait for it.
func (p *Provisioner) Run(ctx context.Context) error {
	p.ensured = map[string]bool{}
	ticker := time.NewTicker(ProvisionEvery)
	defer ticker.Stop()
	for {
		p.pass(ctx)
		select {
		case <-ticker.C:
		case <-ctx.Done():
			return nil
		}
	}
}

func (p *Provisioner) pass(ctx context.Context) {
	teams, err := p.Store.Teams(ctx)
	if err != nil {
		p.Logger.WarnContext(ctx, "can't list teams", "error", err)
		return
	}
	for _, team := range teams {
		p.ensure(ctx, team.ID)
	}
}

func (p *Provisioner) ensure(ctx context.Context, teamID string) {
	if p.ensured[teamID] {
		return
	}
	if err := p.Engine.EnsureTeam(ctx, teamID); err != nil {
		p.Logger.WarnContext(ctx, "can't make a team's database; trying again", "team", teamID, "error", err)
		return
	}
	p.ensured[teamID] = true
}
