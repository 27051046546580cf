package uiapi

import (
	"context"

	"github.com/cairnstack/cairn/internal/access"
	"github.com/cairnstack/cairn/internal/fault"
	"github.com/cairnstack/cairn/internal/httpx"
)

// PasswordLinks are the use cases of links that set a password.
type PasswordLinks interface {
	LinkForMember(ctx context.Context, userID string) (access.MadeLink, error)
	PasswordLinkState(ctx context.Context, token string) (access.LinkState, error)
	UsePasswordLink(ctx context.Context, token, password string) (access.SignedIn, error)
}

// PasswordMails sends links to those who have forgotten their password.
type PasswordMails interface {
	Ask(ctx context.Context, email string) error
}

type madePasswordLink struct {
	URL      string `json:"url" doc:"Address of the page that sets the password; shown only once."`
	ExpireAt string `json:"expireAt" format:"date-time"`
}

func (a *API) createPasswordLink(ctx context.Context, in *inMember) (httpx.Reply[madePasswordLink], error) {
	made, err := a.accounts.LinkForMember(ctx, in.UserID)
	if err != nil {
		return httpx.Reply[madePasswordLink]{}, err
	}
	return httpx.Reply[madePasswordLink]{Value: madePasswordLink{URL: a.passwordURL(made.Token), ExpireAt: stamp(made.ExpireAt)}}, nil
}

type passwordLinkInput struct {
	Body struct {
		Token string `json:"token" minLength:"1" maxLength:"128" doc:"The part after token= in the link."`
	}
}

// passwordLink says no more than its state: not whose password it sets.
type passwordLink struct {
	State string `json:"state" enum:"open,used,expired,gone" doc:"gone: it was replaced or taken back, or there never was one."`
}

func (a *API) getPasswordLink(ctx context.Context, in *passwordLinkInput) (httpx.Reply[passwordLink], error) {
	state, err := a.accounts.PasswordLinkState(ctx, in.Body.Token)
	return httpx.Reply[passwordLink]{Value: passwordLink{State: string(state)}}, err
}

type usePasswordLinkInput struct {
	Body struct {
		Token    string `json:"token" minLength:"1" maxLength:"128" doc:"The part after token= in the link."`
		Password string `json:"password" maxLength:"512" doc:"The new one, 12 to 128 characters."`
	}
}

type usedPasswordLink struct {
	IsSignedIn bool `json:"isSignedIn" doc:"Whether the link has opened a session: one of the operator, where single sign-on is the only way in."`
}

func (a *API) usePasswordLink(ctx context.Context, in *usePasswordLinkInput) (httpx.Reply[usedPasswordLink], error) {
	made, err := a.accounts.UsePasswordLink(ctx, in.Body.Token, in.Body.Password)
	if err == nil && made.Token != "" {
		httpx.SetCookie(ctx, a.session.cookie(ctx, made.Token))
	}
	return httpx.Reply[usedPasswordLink]{Value: usedPasswordLink{IsSignedIn: made.Token != ""}}, err
}

type mailPasswordLinkInput struct {
	Body struct {
		Email string `json:"email" minLength:"1" maxLength:"254"`
	}
}

// mailPasswordLink succeeds for an address without an account too.
func (a *API) mailPasswordLink(ctx context.Context, in *mailPasswordLinkInput) error {
	if a.mails == nil {
		return fault.New(fault.Conflict, "this installation sends no e-mail; ask an admin for a link")
	}
	return a.mails.Ask(ctx, in.Body.Email)
}
