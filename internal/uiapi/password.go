package uiapi

import (
	"context"

	"github.com/cairnstack/cairn/internal/httpx"
)

// Passwords are the use cases of passwords.
type Passwords interface {
	ChangePassword(ctx context.Context, current, next string) error
	ResetMemberPassword(ctx context.Context, userID string) (string, error)
}

type changePasswordInput struct {
	Body struct {
		CurrentPassword string `json:"currentPassword" maxLength:"512"`
		Password        string `json:"password" maxLength:"512" doc:"The new one, 12 to 128 characters."`
	}
}

func (a *API) changePassword(ctx context.Context, in *changePasswordInput) error {
	return a.accounts.ChangePassword(ctx, in.Body.CurrentPassword, in.Body.Password)
}

type inMember struct {
	UserID string `path:"userId" pattern:"^[0-9a-f]{24}$" patternDescription:"24 lower-case hexadecimal digits" doc:"The member."`
}

type newPassword struct {
	Password string `json:"password" doc:"The new password; shown only once."`
}

func (a *API) resetMemberPassword(ctx context.Context, in *inMember) (httpx.Reply[newPassword], error) {
	password, err := a.accounts.ResetMemberPassword(ctx, in.UserID)
	return httpx.Reply[newPassword]{Value: newPassword{Password: password}}, err
}
