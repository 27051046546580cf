package cli

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/cairnstack/cairn/internal/access"
	"github.com/cairnstack/cairn/internal/cloud"
	"github.com/cairnstack/cairn/internal/fault"
	"github.com/cairnstack/cairn/internal/org"
	"github.com/cairnstack/cairn/internal/sqlstore"
	"github.com/cairnstack/cairn/internal/stack"
)

// keyring is the keys of one kind and one owner.
type keyring interface {
	create(ctx context.Context, in newKey) (keyOutput, error)
	list(ctx context.Context) ([]keyOutput, error)
	revoke(ctx context.Context, id string) error
}

type newKey struct {
	name     string
	roles    []org.Role
	expireAt time.Time
}

// ring returns the keyring that the options mean.
func (o keyOwner) ring(ctx context.Context, accounts *access.Service, store *sqlstore.Store) (keyring, error) {
	switch o.Kind {
	case kindAccess:
		user, userErr := pickUser(ctx, store, o.User)
		team, teamErr := pickTeam(ctx, store, o.Team)
		return accessRing{accounts, store, user, team}, errors.Join(userErr, teamErr)
	case kindIngestion:
		team, err := pickTeam(ctx, store, o.Team)
		return ingestionRing{accounts, store, team}, err
	default:
		organization, err := pickOrganization(ctx, store, o.Organization)
		desk := &cloud.Cloud{Store: store, Now: accounts.Now, Random: accounts.Random}
		return cloudRing{desk, store, organization}, err
	}
}

type accessRing struct {
	accounts *access.Service
	store    *sqlstore.Store
	user     access.User
	team     stack.Team
}

func (r accessRing) create(ctx context.Context, in newKey) (keyOutput, error) {
	_, err := r.store.SeatOf(ctx, r.team.ID, r.user.ID)
	if fault.KindOf(err) == fault.NotFound {
		return keyOutput{}, fmt.Errorf("%s is not a member of the team %s", r.user.Email, r.team.ID)
	}
	if err != nil {
		return keyOutput{}, err
	}
	key, text, err := r.accounts.CreateAccessKey(ctx, access.AccessKey{
		UserID: r.user.ID, TeamID: r.team.ID, Name: in.name, ExpireAt: in.expireAt,
	})
	out := accessKeyOutput(key)
	out.Key = text
	return out, err
}

func (r accessRing) list(ctx context.Context) ([]keyOutput, error) {
	keys, err := r.store.AccessKeysOf(ctx, r.user.ID)
	return outputs(keys, accessKeyOutput), err
}

func (r accessRing) revoke(ctx context.Context, id string) error {
	return r.accounts.Store.DeleteAccessKey(ctx, r.user.ID, id)
}

type ingestionRing struct {
	accounts *access.Service
	store    *sqlstore.Store
	team     stack.Team
}

func (r ingestionRing) create(ctx context.Context, in newKey) (keyOutput, error) {
	key, text, err := r.accounts.CreateIngestionKey(ctx, r.team.ID, in.name)
	out := ingestionKeyOutput(key)
	out.Key = text
	return out, err
}

func (r ingestionRing) list(ctx context.Context) ([]keyOutput, error) {
	keys, err := r.store.IngestionKeysOf(ctx, r.team.ID)
	return outputs(keys, ingestionKeyOutput), err
}

func (r ingestionRing) revoke(ctx context.Context, id string) error {
	return r.accounts.Store.DeleteIngestionKey(ctx, r.team.ID, id)
}

type cloudRing struct {
	desk         *cloud.Cloud
	store        *sqlstore.Store
	organization org.Organization
}

func (r cloudRing) create(ctx context.Context, in newKey) (keyOutput, error) {
	made, err := r.desk.IssueKey(ctx, r.organization.ID, org.KeyInput{Name: in.name, Roles: in.roles, ExpireAt: in.expireAt})
	out := cloudKeyOutput(made.Key)
	out.KeyID, out.KeySecret = made.KeyID, made.KeySecret
	return out, err
}

func (r cloudRing) list(ctx context.Context) ([]keyOutput, error) {
	keys, err := r.store.CloudKeysOf(ctx, r.organization.ID)
	return outputs(keys, cloudKeyOutput), err
}

func (r cloudRing) revoke(ctx context.Context, id string) error {
	return r.desk.RevokeKey(ctx, r.organization.ID, id)
}

func outputs[K any](keys []K, output func(K) keyOutput) []keyOutput {
	list := make([]keyOutput, len(keys))
	for i, key := range keys {
		list[i] = output(key)
	}
	return list
}

func accessKeyOutput(k access.AccessKey) keyOutput {
	return keyOutput{ID: k.ID, Kind: kindAccess, Name: k.Name, CreatedAt: k.CreatedAt,
		ExpireAt: timeOrNil(k.ExpireAt), UsedAt: timeOrNil(k.UsedAt)}
}

func ingestionKeyOutput(k access.IngestionKey) keyOutput {
	return keyOutput{ID: k.ID, Kind: kindIngestion, Name: k.Name, CreatedAt: k.CreatedAt, UsedAt: timeOrNil(k.UsedAt)}
}

func cloudKeyOutput(k org.Key) keyOutput {
	return keyOutput{ID: k.ID, Kind: kindCloud, Name: k.Name, KeySuffix: k.KeyIDSuffix, CreatedAt: k.CreatedAt,
		ExpireAt: timeOrNil(k.ExpireAt), UsedAt: timeOrNil(k.UsedAt)}
}
