package stackapi

import (
	"context"
	"time"

	"github.com/cairnstack/cairn/internal/access"
	"github.com/cairnstack/cairn/internal/httpx"
	"github.com/cairnstack/cairn/internal/org"
	"github.com/cairnstack/cairn/internal/stack"
	"github.com/cairnstack/cairn/internal/stackroutes"
	"github.com/cairnstack/cairn/internal/stackwire"
)

type team struct {
	ID        string `json:"id"`
	Name      string `json:"name"`
	CreatedAt string `json:"createdAt" format:"date-time"`
}

func (a *API) getTeam(ctx context.Context, _ *stackroutes.Nothing) (httpx.Reply[team], error) {
	t, err := a.resources.Team(ctx)
	return httpx.Reply[team]{Value: team{ID: t.ID, Name: t.Name, CreatedAt: stamp(t.CreatedAt)}, Version: t.Version}, err
}

type member struct {
	ID            string `json:"id"`
	Email         string `json:"email"`
	Name          string `json:"name"`
	Role          string `json:"role" enum:"admin,developer,billing" doc:"Role in the organization that owns the team."`
	IsCurrentUser bool   `json:"isCurrentUser"`
	CreatedAt     string `json:"createdAt" format:"date-time" doc:"When the member joined the team."`
}

func (a *API) listMembers(ctx context.Context, _ *stackroutes.Nothing) ([]member, error) {
	caller, _ := access.From(ctx)
	list, err := a.resources.Members(ctx)
	return stackwire.Shown(list, func(m org.TeamMember) member {
		return member{ID: m.UserID, Email: m.Email, Name: m.Name, Role: string(m.Role), IsCurrentUser: m.UserID == caller.UserID, CreatedAt: stamp(m.JoinedAt)}
	}), err
}

// done is the answer of team operations that take something away, as existing
// clients of the family read it.
type done struct {
	Success bool `json:"success"`
}

func (a *API) removeMember(ctx context.Context, in *stackroutes.One) (httpx.Reply[done], error) {
	return httpx.Reply[done]{Value: done{true}}, a.resources.RemoveMember(ctx, in.ID)
}

type invitation struct {
	ID        string `json:"id"`
	Email     string `json:"email"`
	Name      string `json:"name"`
	Role      string `json:"role" enum:"admin,developer,billing"`
	CreatedAt string `json:"createdAt" format:"date-time"`
	ExpireAt  string `json:"expireAt" format:"date-time"`
}

func showInvitation(i org.TeamInvitation) invitation {
	return invitation{
		ID: i.ID, Email: i.Email, Name: i.Name, Role: string(i.Role),
		CreatedAt: stamp(i.CreatedAt), ExpireAt: stamp(i.ExpireAt()),
	}
}

func (a *API) listInvitations(ctx context.Context, _ *stackroutes.Nothing) ([]invitation, error) {
	list, err := a.resources.Invitations(ctx)
	return stackwire.Shown(list, showInvitation), err
}

type newInvitation struct {
	InvitationID *string `json:"invitationId" doc:"Null when it needs no acceptance."`
	UserID       *string `json:"userId" doc:"The new member; null while the invitation is pending."`
	Email        string  `json:"email"`
	Role         string  `json:"role" enum:"admin,developer,billing"`
	Status       string  `json:"status" enum:"active,pending" doc:"Active at once for an address that has an account, otherwise pending."`
	URL          string  `json:"url,omitempty" doc:"Anyone who has it can join the team. Returned only here, and only while the invitation is pending."`
}

type invitationBody stack.InvitationBody

func (a *API) createInvitation(ctx context.Context, in *stackroutes.BodyOf[invitationBody]) (httpx.Reply[newInvitation], error) {
	i, err := a.resources.Invite(ctx, in.Body.Bytes())
	if err != nil {
		return httpx.Reply[newInvitation]{}, err
	}
	made := newInvitation{Email: i.Email, Role: string(i.Role), Status: "pending"}
	if i.UserID != "" {
		made.UserID, made.Status = &i.UserID, "active"
	} else {
		made.InvitationID, made.URL = &i.ID, a.resources.JoinURL(i.Token)
	}
	return httpx.Reply[newInvitation]{Value: made}, nil
}

func (a *API) deleteInvitation(ctx context.Context, in *stackroutes.One) (httpx.Reply[done], error) {
	return httpx.Reply[done]{Value: done{true}}, a.resources.Uninvite(ctx, in.ID)
}

func stampOrNil(t time.Time) *string {
	if t.IsZero() {
		return nil
	}
	text := stamp(t)
	return &text
}
