package audit_test

import (
	"context"
	"fmt"
	"testing"

	"golang.org/x/sync/errgroup"

	"github.com/cairnstack/cairn/internal/access"
	"github.com/cairnstack/cairn/internal/org"
	"github.com/cairnstack/cairn/internal/stack"
)

// deadlockRounds is how often two changes run against each other.
const deadlockRounds = 40

// TestPeopleChangeInSeveralTeamsAtOnce adds members to two teams, the younger one
// first or last, while somebody who sits in both changes their password: nobody
// has to try again.
func TestPeopleChangeInSeveralTeamsAtOnce(t *testing.T) {
	eachWorld(t, func(t *testing.T, w *world) {
		const younger = "000000000000000000000001" // its id comes first
		now := w.clock.Now()
		ok(t, w.store.CreateTeam(t.Context(), stack.Team{ID: younger, Name: "Younger", CreatedAt: now, Version: 1}))
		service, err := org.NewService(org.ServiceInput{Name: "Younger", Provider: org.ProviderAWS, Region: "us-east-1"}, org.ServiceIDs{
			ID: "0e0e0e0e-0000-4000-8000-000000000009", OrganizationID: w.made.OrganizationID, TeamID: younger, WarehouseID: "0e0e0e0e-0000-4000-8000-000000000009",
		}, now)
		ok(t, err)
		service.Version = 1
		ok(t, w.store.CreateService(t.Context(), service))
		ok(t, w.store.AddTeamMember(t.Context(), younger, w.made.User.ID, "", now))
		var both errgroup.Group
		both.Go(func() error {
			for i := range deadlockRounds {
				if err := w.store.SetPassword(t.Context(), w.made.User.ID, fmt.Sprint("hash ", i)); err != nil {
					return fmt.Errorf("password %d: %w", i, err)
				}
			}
			return nil
		})
		both.Go(func() error {
			for i := range deadlockRounds {
				if err := w.join(t.Context(), i, []string{w.made.TeamID, younger}); err != nil {
					return fmt.Errorf("member %d: %w", i, err)
				}
			}
			return nil
		})
		ok(t, both.Wait())
	})
}

// join gives a new account seats in teams, in their order.
func (w *world) join(ctx context.Context, n int, teams []string) error {
	user := access.User{ID: fmt.Sprintf("%024x", 0xabc000+n), Email: fmt.Sprintf("u%d@example.net", n), Name: "U", CreatedAt: w.clock.Now()}
	return w.store.InTx(ctx, func(ctx context.Context) error {
		if err := w.store.LockOrganization(ctx, w.made.OrganizationID); err != nil {
			return err
		}
		if err := w.store.CreateUser(ctx, user); err != nil {
			return err
		}
		for _, team := range teams {
			if err := w.store.AddTeamMember(ctx, team, user.ID, "", w.clock.Now()); err != nil {
				return err
			}
		}
		return nil
	})
}
