package access

import (
	"context"

	"github.com/cairnstack/cairn/internal/fault"
)

// Admit returns the account of the address if the password is theirs, and a
// new one that is not stored yet if there is none. Guessing at an account is
// limited as it is when signing in. As in NewAccount, no transaction may be
// open.
func (s *Service) Admit(ctx context.Context, in NewUser) (user User, known bool, err error) {
	if err := s.checkPasswordsOn(); err != nil {
		return User{}, false, err
	}
	in.Email = NormalEmail(in.Email)
	known, err = foundOr(s.knows(ctx, in.Email))
	if err != nil {
		return User{}, false, err
	}
	if !known {
		user, err = s.NewAccount(ctx, in)
		return user, false, err
	}
	user, err = s.checkPassword(ctx, in.Email, in.Password)
	if fault.KindOf(err) == fault.Unauthenticated {
		return User{}, true, fault.InvalidDetails([]fault.Detail{{
			Path: "password", Code: "wrong", Message: "must be that of the account which has this e-mail address already",
		}})
	}
	return user, true, err
}

func (s *Service) knows(ctx context.Context, email string) error {
	_, err := s.Store.UserByEmail(ctx, email)
	return err
}
