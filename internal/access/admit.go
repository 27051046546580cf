package access

import (
	"context"

	"github.com/cairnstack/cairn/internal/fault"
)

// Admit answers the account of the address when the password is theirs, and
// makes one when there is none. Guessing at an account is limited as it is
// when signing in.
func (s *Service) Admit(ctx context.Context, in NewUser) (User, error) {
	in.Email = NormalEmail(in.Email)
	known, err := foundOr(s.knows(ctx, in.Email))
	if err != nil {
		return User{}, err
	}
	if !known {
		return s.CreateUser(ctx, in)
	}
	user, err := s.checkPassword(ctx, in.Email, in.Password)
	if fault.KindOf(err) == fault.Unauthenticated {
		return User{}, fault.InvalidDetails([]fault.Detail{{
			Path: "password", Code: "wrong", Message: "must be that of the account which has this e-mail address already",
		}})
	}
	return user, err
}

func (s *Service) knows(ctx context.Context, email string) error {
	_, err := s.Store.UserByEmail(ctx, email)
	return err
}
