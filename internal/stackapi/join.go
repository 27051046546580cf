package stackapi

import (
	"context"

	"github.com/cairnstack/cairn/internal/access"
	"github.com/cairnstack/cairn/internal/httpx"
)

type joinInput struct {
	Body struct {
		Token    string `json:"token" minLength:"1" maxLength:"128" doc:"The part after token= in the invitation's address."`
		Name     string `json:"name,omitempty" maxLength:"128" doc:"Name of the person; defaults to the one in the invitation."`
		Password string `json:"password" maxLength:"512" doc:"Password of the new account, 12 to 128 characters."`
	}
}

// joined is who has joined a team.
type joined struct {
	ID    string `json:"id"`
	Email string `json:"email" doc:"The address that was invited; sign in with it and the password."`
	Name  string `json:"name"`
}

func (a *API) joinTeam(ctx context.Context, in *joinInput) (httpx.Reply[joined], error) {
	user, err := a.resources.Accept(ctx, in.Body.Token, access.NewUser{Name: in.Body.Name, Password: in.Body.Password})
	return httpx.Reply[joined]{Value: joined{ID: user.ID, Email: user.Email, Name: user.Name}}, err
}
