package stacktest

import (
	"context"
	"testing"

	"github.com/google/uuid"

	"github.com/cairnstack/cairn/internal/access"
	"github.com/cairnstack/cairn/internal/org"
	"github.com/cairnstack/cairn/internal/stack"
)

// Neighbour makes another organization in the same installation, with a
// service, its team, a user and keys of its own.
func (w *World) Neighbour(t testing.TB) access.Installation {
	t.Helper()
	var made access.Installation
	err := w.Store.InTx(t.Context(), func(ctx context.Context) error {
		for _, step := range []func(context.Context, *access.Installation) error{w.neighbourTeam, w.neighbourService, w.neighbourKeys} {
			if err := step(ctx, &made); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return made
}

func (w *World) neighbourTeam(ctx context.Context, made *access.Installation) error {
	user, err := w.Access.CreateUser(ctx, access.NewUser{Email: "neighbour@example.com", Name: "Neighbour", Password: password})
	if err != nil {
		return err
	}
	id, err := stack.NewID(w.Access.Random, w.Clock.Now())
	if err != nil {
		return err
	}
	made.User, made.TeamID = user, id
	if err := w.Store.CreateTeam(ctx, stack.Team{ID: id, Name: "Neighbours", CreatedAt: w.Clock.Now(), Version: 1}); err != nil {
		return err
	}
	return w.Store.AddTeamMember(ctx, id, user.ID, "", w.Clock.Now())
}

func (w *World) neighbourService(ctx context.Context, made *access.Installation) error {
	made.OrganizationID, made.ServiceID = uuid.NewString(), uuid.NewString()
	owner := org.Organization{ID: made.OrganizationID, Name: "Neighbours", CreatedAt: w.Clock.Now(), Version: 1}
	if err := w.Store.CreateOrganization(ctx, owner); err != nil {
		return err
	}
	if err := w.Store.AddOrganizationMember(ctx, owner.ID, made.User.ID, org.RoleAdmin, w.Clock.Now()); err != nil {
		return err
	}
	service, err := org.NewService(org.ServiceInput{Name: "theirs", Provider: org.ProviderAWS, Region: "us-east-1"}, org.ServiceIDs{
		ID: made.ServiceID, OrganizationID: made.OrganizationID, TeamID: made.TeamID, WarehouseID: uuid.NewString(),
	}, w.Clock.Now())
	if err != nil {
		return err
	}
	service.State, service.Version = org.ServiceRunning, 1
	return w.Store.CreateService(ctx, service)
}

func (w *World) neighbourKeys(ctx context.Context, made *access.Installation) error {
	var err error
	_, made.AccessKey, err = w.Access.CreateAccessKey(ctx, access.AccessKey{UserID: made.User.ID, TeamID: made.TeamID, Name: "theirs"})
	if err != nil {
		return err
	}
	if _, made.IngestionKey, err = w.Access.CreateIngestionKey(ctx, made.TeamID, "theirs"); err != nil {
		return err
	}
	key, err := w.Access.CreateCloudKey(ctx, org.Key{OrganizationID: made.OrganizationID, Name: "theirs", Roles: []org.Role{org.RoleAdmin}})
	made.KeyID, made.KeySecret = key.KeyID, key.KeySecret
	return err
}
