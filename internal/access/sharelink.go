package access

import (
	"context"
	"time"

	"github.com/cairnstack/cairn/internal/fault"
)

// Bounds of share links.
const (
	ShareLinksMax     = 20 // of one dashboard that are open
	ShareLinkEndedMax = 20 // of one dashboard that are remembered after their end
	ShareLinkAgeMax   = 30 * 24 * time.Hour
)

// Why a share link does not work, for its visitors.
const (
	shareLinkGone      = "the share link does not exist, or its dashboard is gone"
	shareLinkExpired   = "the share link has expired; ask for a new one"
	shareLinkRevoked   = "the share link was revoked; ask for a new one"
	shareLinkAbandoned = "the share link does not work while the person who made it has no access; ask for a new one"
)

// ShareLink shows one dashboard to anyone with its token. It ends when it
// expires or is revoked, with its dashboard, and with its creator's seat.
type ShareLink struct {
	ID          string
	TeamID      string
	DashboardID string
	CreatedBy   string // user id
	PublicID    string
	Hash        []byte
	CreatedAt   time.Time
	ExpireAt    time.Time
	RevokedAt   time.Time // zero: not revoked
}

// Open reports whether the link works at a time.
func (l ShareLink) Open(now time.Time) bool { return l.RevokedAt.IsZero() && now.Before(l.ExpireAt) }

// ShareLinkStore keeps share links.
type ShareLinkStore interface {
	CreateShareLink(ctx context.Context, l ShareLink) error
	ShareLinkByPublicID(ctx context.Context, publicID string) (ShareLink, error)
	// ShareLinksOf returns the links to a dashboard of the team, newest first.
	ShareLinksOf(ctx context.Context, teamID, dashboardID string) ([]ShareLink, error)
	// RevokeShareLink ends a link of the team that was not revoked before.
	RevokeShareLink(ctx context.Context, teamID, id string, at time.Time) error
	// ForgetShareLinks removes the links to a dashboard that have ended, but for
	// the newest ones.
	ForgetShareLinks(ctx context.Context, dashboardID string, now time.Time, keep int) error
}

// CreateShareLink makes a link of a user to a dashboard of the team. The text
// of its token is returned once and can't be recovered.
func (s *Service) CreateShareLink(ctx context.Context, l ShareLink) (ShareLink, string, error) {
	if err := s.checkNewShareLink(ctx, l); err != nil {
		return ShareLink{}, "", err
	}
	id, token, err := s.newCredential(TokenShare)
	if err != nil {
		return ShareLink{}, "", err
	}
	l.ID, l.PublicID, l.Hash = id, token.PublicID, token.Hash()
	if err := s.Store.ForgetShareLinks(ctx, l.DashboardID, l.CreatedAt, ShareLinkEndedMax); err != nil {
		return ShareLink{}, "", err
	}
	if err := s.Store.CreateShareLink(ctx, l); err != nil {
		return ShareLink{}, "", err
	}
	s.logLink(ctx, "shared a dashboard by link", l)
	return l, token.Text, nil
}

func (s *Service) checkNewShareLink(ctx context.Context, l ShareLink) error {
	if l.CreatedBy == "" {
		return fault.New(fault.Forbidden, "a share link needs a person who makes it, because it ends with their access")
	}
	if age := l.ExpireAt.Sub(l.CreatedAt); age <= 0 || age > ShareLinkAgeMax {
		return fault.InvalidAt("expiresIn", "range", "must be at most 30 days")
	}
	links, err := s.Store.ShareLinksOf(ctx, l.TeamID, l.DashboardID)
	if err != nil {
		return err
	}
	open := 0
	for _, one := range links {
		if one.Open(l.CreatedAt) {
			open++
		}
	}
	return checkCount(open, ShareLinksMax, "share links per dashboard")
}

// RevokeShareLink ends a link of the team, at once.
func (s *Service) RevokeShareLink(ctx context.Context, teamID, id string, at time.Time) error {
	if err := s.Store.RevokeShareLink(ctx, teamID, id, at); err != nil {
		return err
	}
	s.logLink(ctx, "revoked a share link", ShareLink{ID: id})
	return nil
}

// Share returns the link of a token, and the caller as which its visitor reads
// the dashboard: with the role of the link's creator, without being them. A
// link that does not work is NotFound, with the reason when the token is right;
// too many wrong ones from an address are Limited.
func (s *Service) Share(ctx context.Context, token string) (ShareLink, Principal, error) {
	link, p, err := s.share(ctx, token)
	err = s.Refused(ctx, token, err)
	if IsRefusal(err) {
		err = fault.New(fault.NotFound, "%s", fault.From(err).Message)
	}
	return link, p, err
}

func (s *Service) share(ctx context.Context, token string) (ShareLink, Principal, error) {
	kind, publicID, err := ParseToken(token)
	if err != nil || kind != TokenShare {
		return ShareLink{}, Principal{}, refuse(shareLinkGone)
	}
	link, err := s.Store.ShareLinkByPublicID(ctx, publicID)
	if err := s.matches(err, token, link.Hash); err != nil {
		if IsRefusal(err) {
			err = refuse(shareLinkGone)
		}
		return ShareLink{}, Principal{}, err
	}
	switch {
	case !link.RevokedAt.IsZero():
		return ShareLink{}, Principal{}, refuse(shareLinkRevoked)
	case !link.Open(s.Now()):
		return ShareLink{}, Principal{}, refuse(shareLinkExpired)
	}
	p, err := s.visitor(ctx, link)
	return link, p, err
}

// visitor returns who reads the dashboard of a link.
func (s *Service) visitor(ctx context.Context, link ShareLink) (Principal, error) {
	p, err := s.seated(ctx, Principal{KeyID: link.ID, Kind: TokenShare, UserID: link.CreatedBy, TeamID: link.TeamID})
	if IsRefusal(err) || err == nil && !p.May(StackWrite) {
		return Principal{}, refuse(shareLinkAbandoned)
	}
	p.UserID = "" // a visitor has no account
	return p, err
}

func (s *Service) logLink(ctx context.Context, message string, l ShareLink) {
	if s.Logger == nil {
		return
	}
	p, _ := From(ctx)
	s.Logger.InfoContext(ctx, message, "actor_id", p.UserID, "share_link_id", l.ID, "dashboard_id", l.DashboardID, "team_id", p.TeamID)
}
