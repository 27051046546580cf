package audit

import (
	"context"
	"slices"
	"time"

	"github.com/cairnstack/cairn/internal/access"
	"github.com/cairnstack/cairn/internal/org"
)

// session looks at a signed-in browser.
func (s *Store) session(v access.Session, isOpen *bool) subject {
	return subject{teamID: v.TeamID, kind: org.SubjectSession, id: v.ID, read: func(ctx context.Context) (seen, error) {
		if !*isOpen {
			return seen{}, orMissing(nil)
		}
		user, err := s.UserByID(ctx, v.UserID)
		return showSession(v, user), err
	}}
}

func showSession(v access.Session, user access.User) seen {
	return seen{user.Email, org.Facts{"user": user.Email, "address": v.Address, "browser": v.Browser}}
}

// CreateSession records that somebody signs in.
func (s *Store) CreateSession(ctx context.Context, v access.Session) error {
	isOpen := false
	ctx = access.WithPrincipal(ctx, access.Principal{KeyID: v.ID, Kind: access.TokenSession, UserID: v.UserID, TeamID: v.TeamID})
	return s.change(ctx, s.session(v, &isOpen), func(ctx context.Context) error {
		isOpen = true
		return s.Store.CreateSession(ctx, v)
	})
}

// DeleteSession records that the caller signs out.
func (s *Store) DeleteSession(ctx context.Context, id string) error {
	p, _ := access.From(ctx)
	if p.KeyID != id {
		return s.Store.DeleteSession(ctx, id)
	}
	return s.end(ctx, p.UserID, id, func(ctx context.Context) error { return s.Store.DeleteSession(ctx, id) })
}

// EndSession ends a session of the user.
func (s *Store) EndSession(ctx context.Context, userID, id string) error {
	return s.end(ctx, userID, id, func(ctx context.Context) error { return s.Store.EndSession(ctx, userID, id) })
}

// end records that a session of the user ends; one that is gone leaves nothing.
func (s *Store) end(ctx context.Context, userID, id string, write func(ctx context.Context) error) error {
	open, err := s.openSessions(ctx, userID)
	if err != nil {
		return err
	}
	at := slices.IndexFunc(open, func(v access.Session) bool { return v.ID == id })
	if at < 0 {
		return write(ctx)
	}
	isOpen := true
	return s.change(ctx, s.session(open[at], &isOpen), func(ctx context.Context) error {
		isOpen = false
		return write(ctx)
	})
}

func (s *Store) openSessions(ctx context.Context, userID string) ([]access.Session, error) {
	always := time.UnixMilli(0)
	return s.SessionsOf(ctx, userID, always, always)
}

// DeleteSessionsOf ends all sessions of the user but one. They are one record
// in each of their teams: there may be thousands.
func (s *Store) DeleteSessionsOf(ctx context.Context, userID, exceptID string) error {
	return s.InTx(ctx, func(ctx context.Context) error {
		open, err := s.openSessions(ctx, userID)
		if err != nil {
			return err
		}
		teams := map[string]bool{}
		for _, v := range open {
			if v.ID != exceptID {
				teams[v.TeamID] = true
			}
		}
		var subs []subject
		for teamID := range teams {
			subs = append(subs, s.sessions(teamID, userID))
		}
		return s.changeAll(ctx, subs, func(ctx context.Context) error { return s.Store.DeleteSessionsOf(ctx, userID, exceptID) })
	})
}

// sessions looks at all signed-in browsers of somebody in a team.
func (s *Store) sessions(teamID, userID string) subject {
	return subject{teamID: teamID, kind: org.SubjectSession, id: userID, read: func(ctx context.Context) (seen, error) {
		open, err := s.openSessions(ctx, userID)
		if err != nil {
			return seen{}, err
		}
		user, err := s.UserByID(ctx, userID)
		open = slices.DeleteFunc(open, func(v access.Session) bool { return v.TeamID != teamID })
		return showSessions(open, user), err
	}}
}

func showSessions(open []access.Session, user access.User) seen {
	byID := org.Facts{}
	for _, v := range open {
		byID[v.ID] = org.Facts{"address": v.Address, "browser": v.Browser}
	}
	return seen{user.Email, org.Facts{"sessions": byID}}
}
