package resources

import (
	"context"
	"slices"

	"github.com/cairnstack/cairn/internal/access"
	"github.com/cairnstack/cairn/internal/fault"
	"github.com/cairnstack/cairn/internal/stack"
)

// AccessKeys returns the caller's own keys for the team, oldest first.
func (r *Resources) AccessKeys(ctx context.Context) ([]access.AccessKey, error) {
	p, err := access.Require(ctx, access.AccountManage)
	if err != nil {
		return nil, err
	}
	keys, err := r.Store.AccessKeysOf(ctx, p.UserID)
	elsewhere := func(k access.AccessKey) bool { return k.TeamID != p.TeamID }
	return slices.DeleteFunc(keys, elsewhere), err
}

// CreateAccessKey makes a key of the caller for the team. Its text is shown
// this once.
func (r *Resources) CreateAccessKey(ctx context.Context, key access.AccessKey) (access.AccessKey, string, error) {
	var made access.AccessKey
	var text string
	err := r.changeAs(ctx, access.AccountManage, func(ctx context.Context, t turn) error {
		var err error
		if err := t.CheckWhole("make keys"); err != nil {
			return err
		}
		key.UserID, key.TeamID = t.UserID, t.TeamID
		if key.RoleID != "" {
			if _, err := r.roleToGive(ctx, t.Principal, key.RoleID); err != nil {
				return err
			}
		}
		made, text, err = r.Accounts.CreateAccessKey(ctx, key)
		return err
	})
	return made, text, err
}

// RevokeAccessKey ends a key of the caller for the team, at once.
func (r *Resources) RevokeAccessKey(ctx context.Context, id string) error {
	return r.changeAs(ctx, access.AccountManage, func(ctx context.Context, t turn) error {
		if err := t.CheckWhole("revoke keys"); err != nil {
			return err
		}
		keys, err := r.AccessKeys(ctx)
		if err != nil {
			return err
		}
		if !slices.ContainsFunc(keys, func(k access.AccessKey) bool { return k.ID == id }) {
			return fault.New(fault.NotFound, "access key does not exist")
		}
		return r.Store.DeleteAccessKey(ctx, t.UserID, id)
	})
}

// IngestionKeys returns the team's ingestion keys, oldest first.
func (r *Resources) IngestionKeys(ctx context.Context) ([]access.IngestionKey, error) {
	teamID, err := r.team(ctx)
	if err != nil {
		return nil, err
	}
	return r.Store.IngestionKeysOf(ctx, teamID)
}

// CreateIngestionKey makes an ingestion key of the team. Its text is shown
// this once.
func (r *Resources) CreateIngestionKey(ctx context.Context, name string) (access.IngestionKey, string, error) {
	var made access.IngestionKey
	var text string
	err := r.change(ctx, func(ctx context.Context, t turn) error {
		var err error
		if err = whole(ctx, stack.ActionCreate, stack.SubjectSource); err != nil {
			return err
		}
		made, text, err = r.Accounts.CreateIngestionKey(ctx, t.TeamID, name)
		return err
	})
	return made, text, err
}

// RevokeIngestionKey ends an ingestion key of the team, at once.
func (r *Resources) RevokeIngestionKey(ctx context.Context, id string) error {
	return r.change(ctx, func(ctx context.Context, t turn) error {
		return r.Store.DeleteIngestionKey(ctx, t.TeamID, id)
	})
}
