package cli

import (
	"context"
	"fmt"
	"strings"

	"github.com/cairnstack/cairn/internal/access"
	"github.com/cairnstack/cairn/internal/org"
	"github.com/cairnstack/cairn/internal/sqlstore"
	"github.com/cairnstack/cairn/internal/stack"
)

// pickTeam returns the team with the id, or the only one there is.
func pickTeam(ctx context.Context, store *sqlstore.Store, id string) (stack.Team, error) {
	if id != "" {
		return store.TeamByID(ctx, id)
	}
	teams, err := store.Teams(ctx)
	team, err := only("team", teams, err)
	if err != nil && len(teams) > 1 {
		names := make([]string, len(teams))
		for i, t := range teams {
			names[i] = t.ID + " (" + t.Name + ")"
		}
		err = fmt.Errorf("%w: %s", err, strings.Join(names, ", "))
	}
	return team, err
}

// pickUser returns the user with the address, or the only one there is.
func pickUser(ctx context.Context, store *sqlstore.Store, email string) (access.User, error) {
	if email != "" {
		return store.UserByEmail(ctx, access.NormalEmail(email))
	}
	users, err := store.Users(ctx)
	return only("user", users, err)
}

// pickOrganization returns the organization with the id, or the only one.
func pickOrganization(ctx context.Context, store *sqlstore.Store, id string) (org.Organization, error) {
	if id != "" {
		return store.OrganizationByID(ctx, id)
	}
	organizations, err := store.Organizations(ctx)
	return only("organization", organizations, err)
}

func only[T any](noun string, all []T, err error) (T, error) {
	var none T
	switch {
	case err != nil:
		return none, err
	case len(all) == 0:
		return none, fmt.Errorf("there is no %s yet; run: cairn bootstrap", noun)
	case len(all) > 1:
		return none, fmt.Errorf("--%s: there are several; say which", noun)
	}
	return all[0], nil
}
