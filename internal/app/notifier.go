package app

import (
	"crypto/rand"
	mathrand "math/rand/v2"

	"github.com/google/uuid"

	"github.com/cairnstack/cairn/internal/alerting/notifier"
	"github.com/cairnstack/cairn/internal/resources"
	"github.com/cairnstack/cairn/internal/webhook"
)

// openNotifier makes the ledger of deliveries and, unless the
// role is off, the loop that delivers. Webhooks can be tried on a server that
// does not deliver.
func (a *App) openNotifier() {
	if a.Config.DatabaseURL != "" && a.Config.PublicURL == "" {
		a.Logger.Warn("--public-url is not set: links in notifications lead to the server that evaluated the alert", "address", a.publicURL())
	}
	sender := webhook.NewSender(webhook.Options{
		Allowed: a.Config.allowedNetworks(), PublicURL: a.publicURL, Now: a.Now,
	})
	a.writer = sender
	a.ledger = notifier.NewLedger(notifier.LedgerParts{
		Store: a.recorded, Owners: resources.Guard(a.store), Sender: sender, Writer: sender, Now: a.Now, Random: rand.Reader,
	})
	if a.Config.NoNotifier {
		return
	}
	notifying := &notifier.Notifier{
		Store: a.store, Sender: sender, Now: a.Now, Chance: mathrand.Float64, Owner: uuid.NewString(),
		Logger: a.Logger, Metrics: notifier.NewMetrics(a.registry),
	}
	a.loops = append(a.loops, loop{"notifier", notifying.Run})
}
