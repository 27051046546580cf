package uiapi

import (
	"context"

	"github.com/cairnstack/cairn/internal/httpx"
	"github.com/cairnstack/cairn/internal/org"
)

// Invitations looks up what became of an invitation by its token.
type Invitations interface {
	InvitationState(ctx context.Context, token string) (org.InvitationState, error)
}

type invitationInput struct {
	Body struct {
		To    string `json:"to" enum:"team,organization" doc:"What the invitation is to."`
		Token string `json:"token" minLength:"1" maxLength:"128" doc:"The part after token= in the invitation's address."`
	}
}

// invitation says no more than its state: neither who was invited nor where to.
type invitation struct {
	State string `json:"state" enum:"open,expired,gone" doc:"gone: it was used, replaced or taken back, or there never was one."`
}

func (a *API) getInvitation(ctx context.Context, in *invitationInput) (httpx.Reply[invitation], error) {
	invitations := a.teamInvitations
	if in.Body.To == "organization" {
		invitations = a.organizationInvitations
	}
	state, err := invitations.InvitationState(ctx, in.Body.Token)
	return httpx.Reply[invitation]{Value: invitation{State: string(state)}}, err
}
