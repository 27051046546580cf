package access

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"github.com/cairnstack/cairn/internal/fault"
)

// Bounds of sending links by e-mail.
const (
	PasswordMailsWaitMax = 100 // requests that wait for their turn
	PasswordMailTimeout  = 30 * time.Second
	passwordMailWorkers  = 2
)

// Mailer sends one message of plain text.
type Mailer interface {
	Send(ctx context.Context, to, subject, text string) error
}

// PasswordMails sends links that set passwords by e-mail. Whether an account
// exists is found out in the background, so that neither the reply nor its time
// reveals it.
type PasswordMails struct {
	Accounts  *Service
	Mailer    Mailer
	PublicURL func() string
	LinkURL   func(token string) string
	Logger    *slog.Logger

	asks  guard
	once  sync.Once
	queue chan string
}

func (m *PasswordMails) waiting() chan string {
	m.once.Do(func() { m.queue = make(chan string, PasswordMailsWaitMax) })
	return m.queue
}

// Ask sends a link to the owner of the address, if there is one, some time
// later. Too many requests from an address are Limited, whatever they ask for.
func (m *PasswordMails) Ask(ctx context.Context, email string) error {
	if err := m.Accounts.checkPasswordsOn(); err != nil {
		return err
	}
	email = NormalEmail(email)
	var rules fault.Rules
	checkEmail(&rules, email)
	if err := rules.Err(); err != nil {
		return err
	}
	if _, err := m.asks.begin(ctx, email, m.Accounts.Now()); err != nil {
		return tooManyMails(fault.From(err).RetryAfter)
	}
	select {
	case m.waiting() <- email:
		return nil
	default:
		return tooManyMails(PasswordMailTimeout)
	}
}

func tooManyMails(wait time.Duration) error {
	err := fault.New(fault.Limited, "too many requests for a link; try again later")
	err.RetryAfter = wait
	return err
}

// Run sends what was asked for until ctx ends.
func (m *PasswordMails) Run(ctx context.Context) error {
	var workers sync.WaitGroup
	for range passwordMailWorkers {
		workers.Go(func() { m.work(ctx) })
	}
	workers.Wait()
	return nil
}

func (m *PasswordMails) work(ctx context.Context) {
	for {
		select {
		case email := <-m.waiting():
			m.send(ctx, email)
		case <-ctx.Done():
			return
		}
	}
}

// send logs a failure without the address: what people type is not always
// theirs to be kept.
func (m *PasswordMails) send(ctx context.Context, email string) {
	ctx, cancel := context.WithTimeout(AsSystem(ctx, "mailPasswordLink"), PasswordMailTimeout)
	defer cancel()
	user, link, err := m.link(ctx, email)
	if err == nil && link.Token == "" {
		return
	}
	if err == nil {
		err = m.deliver(ctx, user, link)
	}
	if err != nil {
		m.Logger.WarnContext(ctx, "can't send a link that sets a password by e-mail", "user_id", user.ID, "error", err)
		return
	}
	m.Logger.InfoContext(ctx, "sent a link that sets a password by e-mail", "user_id", user.ID)
}

// deliver sends a link. One that did not leave does not count among those that
// the account got.
func (m *PasswordMails) deliver(ctx context.Context, user User, link MadeLink) error {
	err := m.Mailer.Send(ctx, user.Email, "Set a new password for Cairn", m.text(user, link.Token))
	if err == nil {
		return nil
	}
	return errors.Join(err, m.Accounts.Store.DeletePasswordLink(context.WithoutCancel(ctx), link.ID))
}

// link makes a link for the owner of the address. There is no token without an
// account that can sign in with a password, nor for one that got enough of them.
func (m *PasswordMails) link(ctx context.Context, email string) (user User, made MadeLink, err error) {
	user, err = m.Accounts.Store.UserByEmail(ctx, email)
	known, err := foundOr(err)
	if err != nil || !known || !user.DisabledAt.IsZero() || user.PasswordHash == "" {
		return user, made, err
	}
	err = m.Accounts.Store.InTx(ctx, func(ctx context.Context) error {
		since := m.Accounts.Now().Add(-PasswordMailsWindow)
		sent, err := m.Accounts.Store.CountPasswordLinks(ctx, user.ID, LinkOfEmail, since)
		if err != nil || sent >= PasswordMailsMax {
			return err
		}
		made, err = m.Accounts.makeLink(ctx, PasswordLink{UserID: user.ID, Origin: LinkOfEmail}, PasswordMailAge)
		return err
	})
	return user, made, err
}

func (m *PasswordMails) text(user User, token string) string {
	return fmt.Sprintf(`Somebody asked for a new password for the account %s at %s.

To set it, open this link within one hour. It works once:

%s

If it was not you, there is nothing to do: your password stays as it is.
`, user.Email, m.PublicURL(), m.LinkURL(token))
}
