package audit

import (
	"context"
	"slices"
	"time"

	"github.com/cairnstack/cairn/internal/access"
	"github.com/cairnstack/cairn/internal/fault"
	"github.com/cairnstack/cairn/internal/org"
)

// accessKey looks at a key of a person.
func (s *Store) accessKey(k access.AccessKey) subject {
	return subject{teamID: k.TeamID, kind: org.SubjectAccessKey, id: k.ID, read: func(ctx context.Context) (seen, error) {
		found, err := s.accessKeyByID(ctx, k.UserID, k.ID)
		if err != nil {
			return seen{}, err
		}
		owner, err := s.UserByID(ctx, found.UserID)
		return showAccessKey(found, owner), err
	}}
}

func (s *Store) accessKeyByID(ctx context.Context, userID, id string) (access.AccessKey, error) {
	keys, err := s.AccessKeysOf(ctx, userID)
	at := slices.IndexFunc(keys, func(k access.AccessKey) bool { return k.ID == id })
	if err != nil || at < 0 {
		return access.AccessKey{}, orMissing(err)
	}
	return keys[at], nil
}

// CreateAccessKey adds a key of a person.
func (s *Store) CreateAccessKey(ctx context.Context, k access.AccessKey) error {
	return s.change(ctx, s.accessKey(k), func(ctx context.Context) error { return s.Store.CreateAccessKey(ctx, k) })
}

// DeleteAccessKey removes a key of a person.
func (s *Store) DeleteAccessKey(ctx context.Context, userID, id string) error {
	key, err := s.accessKeyByID(ctx, userID, id)
	if fault.KindOf(err) == fault.NotFound {
		return s.Store.DeleteAccessKey(ctx, userID, id) // says so
	}
	if err != nil {
		return err
	}
	return s.change(ctx, s.accessKey(key), func(ctx context.Context) error { return s.Store.DeleteAccessKey(ctx, userID, id) })
}

// ingestionKey looks at a key of a team.
func (s *Store) ingestionKey(teamID, id string) subject {
	return subject{teamID: teamID, kind: org.SubjectIngestionKey, id: id, read: func(ctx context.Context) (seen, error) {
		keys, err := s.IngestionKeysOf(ctx, teamID)
		at := slices.IndexFunc(keys, func(k access.IngestionKey) bool { return k.ID == id })
		if err != nil || at < 0 {
			return seen{}, orMissing(err)
		}
		return showIngestionKey(keys[at]), nil
	}}
}

// CreateIngestionKey adds a key of a team.
func (s *Store) CreateIngestionKey(ctx context.Context, k access.IngestionKey) error {
	return s.change(ctx, s.ingestionKey(k.TeamID, k.ID), func(ctx context.Context) error { return s.Store.CreateIngestionKey(ctx, k) })
}

// DeleteIngestionKey removes a key of a team.
func (s *Store) DeleteIngestionKey(ctx context.Context, teamID, id string) error {
	return s.change(ctx, s.ingestionKey(teamID, id), func(ctx context.Context) error { return s.Store.DeleteIngestionKey(ctx, teamID, id) })
}

// shareLink looks at a link to a dashboard.
func (s *Store) shareLink(teamID, id string) subject {
	return subject{teamID: teamID, kind: org.SubjectShareLink, id: id, read: func(ctx context.Context) (seen, error) {
		link, err := s.ShareLinkByID(ctx, teamID, id)
		if err != nil {
			return seen{}, err
		}
		board, err := s.DashboardByID(ctx, teamID, link.DashboardID)
		return showShareLink(link, board), err
	}}
}

// CreateShareLink adds a link to a dashboard.
func (s *Store) CreateShareLink(ctx context.Context, l access.ShareLink) error {
	return s.change(ctx, s.shareLink(l.TeamID, l.ID), func(ctx context.Context) error { return s.Store.CreateShareLink(ctx, l) })
}

// RevokeShareLink ends a link to a dashboard.
func (s *Store) RevokeShareLink(ctx context.Context, teamID, id string, at time.Time) error {
	return s.change(ctx, s.shareLink(teamID, id), func(ctx context.Context) error { return s.Store.RevokeShareLink(ctx, teamID, id, at) })
}
