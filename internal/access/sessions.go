package access

import (
	"context"
	"slices"

	"github.com/cairnstack/cairn/internal/peer"
)

// OwnSession is a session of the caller.
type OwnSession struct {
	Session
	Current bool // the one that asks
}

// Sessions returns the caller's open sessions: the one that asks, then the last
// used first.
func (s *Service) Sessions(ctx context.Context) ([]OwnSession, error) {
	p, err := Require(ctx, AccountManage)
	if err != nil {
		return nil, err
	}
	now := s.Now()
	found, err := s.Store.SessionsOf(ctx, p.UserID, now.Add(-SessionAgeMax), now.Add(-SessionIdleMax))
	if err != nil {
		return nil, err
	}
	sessions := make([]OwnSession, len(found))
	for i, session := range found {
		sessions[i] = OwnSession{Session: session, Current: session.ID == p.KeyID}
	}
	slices.SortStableFunc(sessions, func(a, b OwnSession) int { return rank(a) - rank(b) })
	return sessions, nil
}

func rank(s OwnSession) int {
	if s.Current {
		return 0
	}
	return 1
}

// EndSession ends one of the caller's sessions at once; that of somebody else
// is NotFound.
func (s *Service) EndSession(ctx context.Context, id string) error {
	p, err := Require(ctx, AccountManage)
	if err != nil {
		return err
	}
	return s.Store.EndSession(ctx, p.UserID, id)
}

// EndOtherSessions ends all sessions of the caller but the one that asks.
func (s *Service) EndOtherSessions(ctx context.Context) error {
	p, err := Require(ctx, AccountManage)
	if err != nil {
		return err
	}
	return s.Store.DeleteSessionsOf(ctx, p.UserID, p.KeyID)
}

// addressOf returns the address of the client of ctx; empty outside of a
// request.
func addressOf(ctx context.Context) string {
	client := peer.Client(ctx)
	if !client.IsValid() {
		return ""
	}
	return client.String()
}
