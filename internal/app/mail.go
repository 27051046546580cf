package app

import (
	"github.com/cairnstack/cairn/internal/access"
	"github.com/cairnstack/cairn/internal/cloud"
	"github.com/cairnstack/cairn/internal/mail"
	"github.com/cairnstack/cairn/internal/uiapi"
)

// setPasswordPage is the page of the interface that sets a password with a link.
const setPasswordPage = "set-password"

// signInLinkPage is the page of the interface that signs in with a link.
const signInLinkPage = "enter"

// mailSender returns what sends e-mail; nil where no mail server is configured.
func (a *App) mailSender() *mail.Sender {
	if a.Config.SMTPURL == "" {
		return nil
	}
	sender, err := mail.New(a.Config.SMTPURL, a.Config.SMTPFrom)
	if err != nil { // Check has parsed them
		return nil
	}
	sender.Now = a.Now
	return sender
}

// backupMails returns what tells of backups that failed; nil where no mail
// server is configured.
func (a *App) backupMails() *cloud.BackupMails {
	sender := a.mailSender()
	if sender == nil {
		return nil
	}
	return &cloud.BackupMails{
		Store: a.store, Mailer: sender, Logger: a.Logger,
		LinkURL: func(serviceID string) string { return a.publicURL() + "/cloud/services/" + serviceID },
	}
}

// passwordMails returns what sends password links by e-mail; nil where no
// mail server is configured.
func (a *App) passwordMails() uiapi.PasswordMails {
	sender := a.mailSender()
	if sender == nil {
		return nil
	}
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
	return pageURL(c.publicURL(c.UIAddr), setPasswordPage, token)
}
