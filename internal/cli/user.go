package cli

import (
	"bufio"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/cairnstack/cairn/internal/access"
	"github.com/cairnstack/cairn/internal/app"
	"github.com/cairnstack/cairn/internal/org"
	"github.com/cairnstack/cairn/internal/sqlstore"
	"github.com/cairnstack/cairn/internal/stack"
)

type userCmd struct {
	Create        userCreateCmd        `cmd:"" help:"Create a user in a team."`
	List          userListCmd          `cmd:"" help:"List users with their roles."`
	Disable       userDisableCmd       `cmd:"" help:"Disable a user: end their sessions and refuse their access keys, at once."`
	Enable        userEnableCmd        `cmd:"" help:"Enable a disabled user again."`
	ResetPassword userResetPasswordCmd `cmd:"" name:"reset-password" help:"Reset a user's password, print it once, and end their sessions; or print a link with which they set one."`
	ResetTOTP     userResetTOTPCmd     `cmd:"" name:"reset-totp" help:"Turn two-factor authentication off for a user who has lost app and recovery codes."`
	MakeAdmin     userMakeAdminCmd     `cmd:"" name:"make-admin" help:"Make a user an admin of the organization and a member of its teams."`
}

type userCreateCmd struct {
	Email         string   `required:"" help:"E-mail address to sign in with."`
	Name          string   `help:"Display name; defaults to the address."`
	PasswordStdin bool     `name:"password-stdin" help:"Read the password from standard input; otherwise one is generated and printed."`
	Team          string   `help:"Team to join; required if there are several." placeholder:"ID"`
	Role          org.Role `default:"developer" enum:"admin,developer,billing,member" help:"Role in the organization that owns the team: admin, developer, billing or member."`
	JSON          bool     `name:"json" help:"Print one JSON object."`
}

type userOutput struct {
	ID       string `json:"id"`
	Email    string `json:"email"`
	TeamID   string `json:"teamId"`
	Password string `json:"password,omitempty"` // only one that was made here
}

// Run makes the user and prints the password if it was made here.
func (c userCreateCmd) Run(ctx context.Context, env *environment) error {
	in, made, err := c.newUser(env)
	if err != nil {
		return err
	}
	return app.WithAccess(ctx, env.options(), func(accounts *access.Service, store *sqlstore.Store) error {
		team, err := pickTeam(ctx, store, c.Team)
		if err != nil {
			return err
		}
		user, err := c.create(ctx, accounts, team, in)
		if err != nil {
			return err
		}
		return c.print(env, userOutput{ID: user.ID, Email: user.Email, TeamID: team.ID, Password: made})
	})
}

func (c userCreateCmd) create(ctx context.Context, accounts *access.Service, team stack.Team, in access.NewUser) (access.User, error) {
	if _, err := accounts.Store.UserByEmail(ctx, access.NormalEmail(c.Email)); err == nil {
		return access.User{}, fmt.Errorf("--email: the e-mail address is taken; an account that lost its rights gets them back with: cairn user make-admin %s", c.Email)
	}
	return accounts.CreateMember(ctx, in, access.Membership{TeamID: team.ID, Role: c.Role})
}

// newUser returns the account to make, and the password if it was made here.
func (c userCreateCmd) newUser(env *environment) (in access.NewUser, made string, err error) {
	in = access.NewUser{Email: c.Email, Name: c.Name}
	if in.Name == "" {
		in.Name = c.Email
	}
	if c.PasswordStdin {
		in.Password, err = readLine(env)
		return in, "", err
	}
	in.Password, err = access.NewPassword(rand.Reader)
	return in, in.Password, err
}

func (c userCreateCmd) print(env *environment, out userOutput) error {
	if c.JSON {
		return printJSON(env, out)
	}
	text := fmt.Sprintf("user %s is in team %s\n", out.Email, out.TeamID)
	if out.Password != "" {
		text += fmt.Sprintf("password %s (shown only once)\n", out.Password)
	}
	_, err := fmt.Fprint(env.Stdout, text)
	return err
}

func readLine(env *environment) (string, error) {
	line, err := bufio.NewReader(env.Stdin).ReadString('\n')
	line = strings.TrimRight(line, "\r\n")
	if line == "" {
		return "", errors.Join(errors.New("--password-stdin: standard input is empty"), err)
	}
	return line, nil
}

// expiry returns the time after which a key ends; zero for never.
func expiry(now time.Time, after time.Duration) time.Time {
	if after == 0 {
		return time.Time{}
	}
	return now.Add(after)
}
