package app

import (
	"github.com/cairnstack/cairn/internal/access"
	"github.com/cairnstack/cairn/internal/mail"
	"github.com/cairnstack/cairn/internal/uiapi"
)

// setPasswordPage is the page of the interface that sets a password with a link.
const setPasswordPage = "set-password"

// passwordMails returns what sends password links by e-mail; nil where no
// mail server is configured.
func (a *App) passwordMails() uiapi.PasswordMails {
	if a.Config.SMTPURL == "" {
		return nil
	}
	sender, err := mail.New(a.Config.SMTPURL, a.Config.SMTPFrom)
	if err != nil { // Check has parsed them
		return nil
	}
	sender.Now = a.Now
	mails := &access.PasswordMails{
		Accounts: a.access, Mailer: sender, PublicURL: a.publicURL, LinkURL: a.passwordURL, Logger: a.Logger,
	}
	a.loops = append(a.loops, loop{"password mails", mails.Run})
	return mails
}

func (a *App) passwordURL(token string) string { return a.joinURL(setPasswordPage, token) }

// PasswordURL returns the address of the page that sets a password with a
// link, as far as the configuration knows it.
func (c Config) PasswordURL(token string) string {
	base := c.PublicURL
	if base == "" {
		base = "http://" + c.UIAddr
	}
	return pageURL(base, setPasswordPage, token)
}
