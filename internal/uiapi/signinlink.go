package uiapi

import (
	"context"

	"github.com/cairnstack/cairn/internal/access"
	"github.com/cairnstack/cairn/internal/httpx"
)

type useSignInLinkInput struct {
	Body struct {
		Token string `json:"token" minLength:"1" maxLength:"128" doc:"The part after token= in the link."`
	}
}

// entered is the session that a link has opened.
type entered struct {
	User         user   `json:"user"`
	IngestionKey string `json:"ingestionKey" doc:"That of an installation which the link has set up, shown this once; empty: it was set up before."`
}

func (a *API) useSignInLink(ctx context.Context, in *useSignInLinkInput) (httpx.Reply[entered], error) {
	made, err := a.accounts.UseSignInLink(ctx, in.Body.Token)
	session, err := a.begin(ctx)(made.SignedIn, err)
	return httpx.Reply[entered]{Value: entered{User: session.Value.User, IngestionKey: made.IngestionKey}}, err
}

func (a *API) claimAccount(ctx context.Context, in *setUpInput) error {
	return a.accounts.ClaimAccount(ctx, access.NewUser{Name: in.Body.Name, Email: in.Body.Email, Password: in.Body.Password})
}
