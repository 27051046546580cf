package app

import (
	"crypto/rand"
	"fmt"

	"github.com/cairnstack/cairn/internal/sso"
	"github.com/cairnstack/cairn/internal/uiapi"
)

// readSSO reads the providers of single sign-on early: a mistake in the file
// ends the start at once. Commands besides serve do without it.
func (a *App) readSSO() (err error) {
	if a.Config.SSOConfig == "" {
		return nil
	}
	if a.providers, err = sso.ReadConfig(a.Config.SSOConfig); err != nil {
		return fmt.Errorf("--sso-config: %w", err)
	}
	if a.Config.PublicURL == "" {
		a.Logger.Warn("--public-url is not set: providers of single sign-on send people back to the address of the listener")
	}
	return nil
}

// singleSignOn returns what sends people to providers; nil where there are
// none.
func (a *App) singleSignOn() uiapi.SingleSignOn {
	if len(a.providers.Providers) == 0 {
		return nil
	}
	return sso.NewDesk(sso.Desk{
		Store: a.store, Now: a.Now, Random: rand.Reader, Logger: a.Logger,
		PublicURL: a.publicURL,
	}, a.providers)
}
