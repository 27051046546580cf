package main

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"github.com/cairnstack/cairn/internal/access"
	"github.com/cairnstack/cairn/internal/sqlstore"
	"github.com/cairnstack/cairn/internal/stack"
)

// startServer sets an installation up with as many teams as are wanted, and
// serves it.
func (m *run) startServer(ctx context.Context, settings ...string) (*server, error) {
	if err := bootstrap(ctx, m.cairn, m.serverDir(), settings...); err != nil {
		return nil, err
	}
	keys, err := addTeams(ctx, m.serverDir(), m.teams-1)
	if err != nil {
		return nil, fmt.Errorf("teams: %w", err)
	}
	s, err := resumeServer(ctx, m.cairn, m.serverDir(), settings...)
	if err == nil {
		s.Keys = keys
	}
	return s, err
}

// addTeams makes teams in the folder of a server that does not run, and
// returns an ingestion key of each.
func addTeams(ctx context.Context, dir string, count int) (keys []string, err error) {
	if count < 1 {
		return nil, nil
	}
	store, err := sqlstore.Open(ctx, sqlstore.Options{Dir: dir, Logger: slog.New(slog.DiscardHandler)})
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, store.Close()) }()
	service := &access.Service{Store: store, Now: time.Now, Random: rand.Reader}
	for n := range count {
		id, err := stack.NewID(rand.Reader, time.Now())
		if err != nil {
			return nil, err
		}
		if err := store.CreateTeam(ctx, stack.Team{ID: id, Name: fmt.Sprint("team ", n), CreatedAt: time.Now(), Version: 1}); err != nil {
			return nil, err
		}
		_, key, err := service.CreateIngestionKey(ctx, id, "bench")
		if err != nil {
			return nil, err
		}
		keys = append(keys, key)
	}
	return keys, nil
}
