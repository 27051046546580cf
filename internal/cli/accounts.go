package cli

import (
	"context"
	"fmt"
	"text/tabwriter"
	"time"

	"github.com/cairnstack/cairn/internal/access"
	"github.com/cairnstack/cairn/internal/app"
	"github.com/cairnstack/cairn/internal/fault"
	"github.com/cairnstack/cairn/internal/org"
	"github.com/cairnstack/cairn/internal/sqlstore"
)

// userRef names an account on the command line.
type userRef struct {
	Email string `arg:"" help:"E-mail address of the account."`
}

// with runs the command with the account that it is about.
func (u userRef) with(ctx context.Context, env *environment, run func(desk userDesk) error) error {
	return app.WithAccess(ctx, env.options(), func(accounts *access.Service, store *sqlstore.Store) error {
		user, err := store.UserByEmail(ctx, access.NormalEmail(u.Email))
		if fault.KindOf(err) == fault.NotFound {
			return fmt.Errorf("there is no account with the address %s; to make one, run: cairn user create --email %s", u.Email, u.Email)
		}
		if err != nil {
			return err
		}
		return run(userDesk{accounts, store, user})
	})
}

// userDesk is what a command about one account works with.
type userDesk struct {
	*access.Service
	store *sqlstore.Store
	user  access.User
}

func say(env *environment, format string, args ...any) error {
	_, err := fmt.Fprintf(env.Stdout, format+"\n", args...)
	return err
}

type userDisableCmd struct {
	userRef `embed:""`
}

// Run disables the account.
func (c userDisableCmd) Run(ctx context.Context, env *environment) error {
	return c.with(ctx, env, func(desk userDesk) error {
		if err := desk.DisableUser(ctx, desk.user); err != nil {
			return err
		}
		return say(env, "user %s is disabled", desk.user.Email)
	})
}

type userEnableCmd struct {
	userRef `embed:""`
}

// Run enables the account.
func (c userEnableCmd) Run(ctx context.Context, env *environment) error {
	return c.with(ctx, env, func(desk userDesk) error {
		if err := desk.EnableUser(ctx, desk.user); err != nil {
			return err
		}
		return say(env, "user %s is enabled", desk.user.Email)
	})
}

type userResetPasswordCmd struct {
	userRef `embed:""`
	Link    bool `help:"Print a link with which the user sets a new password, once, within a day; the old one stays until then."`
	JSON    bool `name:"json" help:"Print one JSON object."`
}

// Run gives the account a new password, or a link to set one, and prints it.
func (c userResetPasswordCmd) Run(ctx context.Context, env *environment) error {
	return c.with(ctx, env, func(desk userDesk) error {
		if c.Link {
			return c.printLink(ctx, env, desk)
		}
		password, err := desk.ResetPassword(ctx, desk.user)
		if err != nil {
			return err
		}
		if c.JSON {
			return printJSON(env, map[string]string{"email": desk.user.Email, "password": password})
		}
		return say(env, "user %s has a new password; their sessions have ended\npassword %s (shown only once)", desk.user.Email, password)
	})
}

func (c userResetPasswordCmd) printLink(ctx context.Context, env *environment, desk userDesk) error {
	made, err := desk.LinkFor(ctx, desk.user)
	if err != nil {
		return err
	}
	link := env.options().Config.PasswordURL(made.Token)
	if c.JSON {
		return printJSON(env, map[string]string{"email": desk.user.Email, "link": link, "expireAt": stamp(&made.ExpireAt)})
	}
	return say(env, "user %s can set a new password until %s\nlink %s (works once, shown only once)", desk.user.Email, stamp(&made.ExpireAt), link)
}

type userResetTOTPCmd struct {
	userRef `embed:""`
}

// Run turns two-factor authentication off for the account.
func (c userResetTOTPCmd) Run(ctx context.Context, env *environment) error {
	return c.with(ctx, env, func(desk userDesk) error {
		if err := desk.ResetSecondFactor(ctx, desk.user); err != nil {
			return err
		}
		return say(env, "two-factor authentication is off for user %s", desk.user.Email)
	})
}

type userMakeAdminCmd struct {
	userRef      `embed:""`
	Organization string `help:"Organization; required if there are several." placeholder:"ID"`
}

// Run makes the account an admin.
func (c userMakeAdminCmd) Run(ctx context.Context, env *environment) error {
	return c.with(ctx, env, func(desk userDesk) error {
		organization, err := pickOrganization(ctx, desk.store, c.Organization)
		if err != nil {
			return err
		}
		if err := desk.MakeAdmin(ctx, desk.user, organization.ID); err != nil {
			return err
		}
		return say(env, "user %s is an admin of the organization %s", desk.user.Email, organization.ID)
	})
}

type userListCmd struct {
	JSON bool `name:"json" help:"Print JSON."`
}

// listedUser is an account on the command line.
type listedUser struct {
	ID         string     `json:"id"`
	Email      string     `json:"email"`
	Name       string     `json:"name"`
	Roles      []userRole `json:"roles"`
	CreatedAt  time.Time  `json:"createdAt"`
	DisabledAt *time.Time `json:"disabledAt,omitempty"`
}

type userRole struct {
	OrganizationID string   `json:"organizationId"`
	Role           org.Role `json:"role"`
}

// Run lists all accounts.
func (c userListCmd) Run(ctx context.Context, env *environment) error {
	return app.WithAccess(ctx, env.options(), func(_ *access.Service, store *sqlstore.Store) error {
		users, err := store.Users(ctx)
		if err != nil {
			return err
		}
		list := make([]listedUser, len(users))
		for i, user := range users {
			if list[i], err = listUser(ctx, store, user); err != nil {
				return err
			}
		}
		if c.JSON {
			return printJSON(env, list)
		}
		return printUsers(env, list)
	})
}

func listUser(ctx context.Context, store *sqlstore.Store, user access.User) (listedUser, error) {
	listed := listedUser{ID: user.ID, Email: user.Email, Name: user.Name, Roles: []userRole{},
		CreatedAt: user.CreatedAt, DisabledAt: timeOrNil(user.DisabledAt)}
	organizations, err := store.OrganizationsOfUser(ctx, user.ID)
	if err != nil {
		return listed, err
	}
	for _, id := range organizations {
		member, err := store.MemberByID(ctx, id, user.ID)
		if err != nil {
			return listed, err
		}
		listed.Roles = append(listed.Roles, userRole{OrganizationID: id, Role: member.Role})
	}
	return listed, nil
}

func printUsers(env *environment, users []listedUser) error {
	table := tabwriter.NewWriter(env.Stdout, 0, 4, 2, ' ', 0)
	_, _ = fmt.Fprintln(table, "EMAIL\tNAME\tROLE\tCREATED\tDISABLED")
	for _, u := range users {
		_, _ = fmt.Fprintf(table, "%s\t%s\t%s\t%s\t%s\n", u.Email, u.Name, u.roles(), stamp(&u.CreatedAt), stamp(u.DisabledAt))
	}
	return table.Flush()
}

// roles returns the roles of the account; with the organization where there
// are several.
func (u listedUser) roles() string {
	if len(u.Roles) == 0 {
		return "-"
	}
	if len(u.Roles) == 1 {
		return string(u.Roles[0].Role)
	}
	text := ""
	for _, r := range u.Roles {
		text += fmt.Sprintf("%s in %s ", r.Role, r.OrganizationID)
	}
	return text[:len(text)-1]
}
