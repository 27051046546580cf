package app

import (
	"context"
	"crypto/rand"
	"errors"
	"time"

	"github.com/cairnstack/cairn/internal/access"
	"github.com/cairnstack/cairn/internal/cloud"
	"github.com/cairnstack/cairn/internal/sqlstore"
)

// FirstUser returns the first account with a fresh password.
func FirstUser() (access.NewUser, error) {
	password, err := access.NewPassword(rand.Reader)
	return access.NewUser{Email: access.FirstUserEmail, Name: access.FirstUserName, Password: password}, err
}

// WithAccess opens the metadata store beside a server that may be running, and
// closes it again.
func WithAccess(ctx context.Context, o Options, run func(*access.Service, *sqlstore.Store) error) error {
	if err := errors.Join(prepareDataDir(o.Config.DataDir), checkNoMark(o.Config.DataDir)); err != nil {
		return err
	}
	store, err := openStore(ctx, o.Config, o.Logger)
	if err != nil {
		return err
	}
	recorded := recordedStore(store, time.Now, o.commanded)
	accounts := &access.Service{Store: recorded, Now: time.Now, Random: rand.Reader}
	accounts.Members = cloud.OperatorLog{Log: &cloud.Cloud{Store: recorded, Now: time.Now, Random: rand.Reader}}
	return errors.Join(run(accounts, store), store.Close())
}
