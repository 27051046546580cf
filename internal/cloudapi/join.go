package cloudapi

import (
	"context"
	"net/http"

	"github.com/cairnstack/cairn/internal/access"
	"github.com/cairnstack/cairn/internal/httpx"
)

func joinOperation(tag string) httpx.Operation {
	op := create("acceptInvitation", joinPath, tag, "Accept an invitation and join the organization")
	op.Public, op.Errors = true, []int{http.StatusNotFound, http.StatusConflict}
	op.Description = "Needs no key: the token of the invitation's address is the credential. It works once, for seven days."
	return op
}

type acceptInput struct {
	Body struct {
		Token    string `json:"token" minLength:"1" maxLength:"128" doc:"The part after token= in the invitation's address."`
		Name     string `json:"name,omitempty" maxLength:"128" doc:"Name of the person, for a new account."`
		Password string `json:"password" maxLength:"512" doc:"Password of the new account, 12 to 128 characters, or of the existing account of the invited address."`
	}
}

func (a *API) acceptInvitation(ctx context.Context, in *acceptInput) (httpx.Reply[member], error) {
	return replyMember(a.cloud.AcceptInvitation(ctx, in.Body.Token, access.NewUser{Name: in.Body.Name, Password: in.Body.Password}))
}
