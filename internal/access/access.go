// Package access knows who is calling and what they may do: users, sessions,
// keys of every kind, and the one table of permissions.
package access

import (
	"context"
	"io"
	"log/slog"
	"time"

	"github.com/cairnstack/cairn/internal/peer"
)

// Service authenticates callers and keeps accounts and keys. Store, Now and
// Random are required.
type Service struct {
	Store   Store
	Now     func() time.Time
	Random  io.Reader
	Members MemberLog    // keeps who joins and leaves; nil: nobody does
	Logger  *slog.Logger // of what the audit log has no word for; nil: none
	// Refusals gathers refused callers who are known for the audit log; nil:
	// nobody does.
	Refusals *Refusals
	SSOOnly  bool // passwords let nobody in
	// LinkKey signs the links that set up an installation; all nodes have the
	// same one.
	LinkKey []byte

	signIns guard
	guesses guesses
	hashing turns
}

// log writes what the caller of ctx did to a user.
func (s *Service) log(ctx context.Context, message, userID string) {
	if s.Logger == nil {
		return
	}
	p, _ := From(ctx)
	s.Logger.InfoContext(ctx, message, "actor_id", p.UserID, "user_id", userID,
		"organization_id", p.OrganizationID, "team_id", p.TeamID, "client", peer.From(ctx).String())
}
