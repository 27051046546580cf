package certs

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"
)

const (
	// LookEveryDefault is how often the files are looked at.
	LookEveryDefault = 10 * time.Second
	// ExpiryWarning is how long before its end a certificate is warned of.
	ExpiryWarning = 14 * 24 * time.Hour
	// warnEvery is how often.
	warnEvery = 24 * time.Hour
)

// Options describe a Keeper. A zero LookEvery is LookEveryDefault.
type Options struct {
	Files     Files
	Logger    *slog.Logger
	Now       func() time.Time
	LookEvery time.Duration
}

// Keeper has the certificate that is served. It is safe for concurrent use.
type Keeper struct {
	options Options
	serving atomic.Pointer[pair]
	refused atomic.Bool // the files hold something that is not served

	mu     sync.Mutex
	said   string    // about files that can't be used, so that it is said once
	warned time.Time // of the end of the certificate
}

// Open reads the files. Its error names the option, the file and the rule.
func Open(o Options) (*Keeper, error) {
	if o.LookEvery == 0 {
		o.LookEvery = LookEveryDefault
	}
	k := &Keeper{options: o}
	first, err := load(o)
	if err != nil {
		return nil, err
	}
	k.serving.Store(first)
	return k, nil
}

// Check returns the certificate in the files, or why it can't be served.
func Check(files Files, now time.Time) (*x509.Certificate, error) {
	p, err := load(Options{Files: files, Now: func() time.Time { return now }})
	if err != nil {
		return nil, err
	}
	return p.leaf, nil
}

func load(o Options) (*pair, error) {
	t, err := o.Files.read()
	if err != nil {
		return nil, err
	}
	return o.Files.parse(t, o.Now())
}

// Run looks at the files until ctx ends.
func (k *Keeper) Run(ctx context.Context) error {
	ticker := time.NewTicker(k.options.LookEvery)
	defer ticker.Stop()
	for {
		k.WarnOfExpiry()
		select {
		case <-ticker.C:
			k.Look()
		case <-ctx.Done():
			return nil
		}
	}
}

// Look serves what the files hold from now on, if it can be served. If not, the
// certificate before it stays; the log says so once. Connections that are open
// stay as they are.
func (k *Keeper) Look() {
	k.mu.Lock()
	defer k.mu.Unlock()
	t, err := k.options.Files.read()
	if err == nil && t.equal(k.serving.Load().texts) {
		k.said = ""
		k.refused.Store(false)
		return
	}
	var found *pair
	if err == nil {
		found, err = k.options.Files.parse(t, k.options.Now())
	}
	if err != nil {
		k.stay(err)
		return
	}
	k.serving.Store(found)
	k.refused.Store(false)
	k.said, k.warned = "", time.Time{}
	k.options.Logger.Info("the TLS certificate is replaced", "subject", found.leaf.Subject.String(), "expires", found.leaf.NotAfter.UTC())
}

// stay keeps the certificate that is served.
func (k *Keeper) stay(cause error) {
	k.refused.Store(true)
	if k.said == cause.Error() {
		return
	}
	k.said = cause.Error()
	k.options.Logger.Warn("the TLS files have changed and can't be used; the certificate before them is still served", "cause", cause.Error())
}

// WarnOfExpiry warns of the end of the certificate, once a day.
func (k *Keeper) WarnOfExpiry() {
	k.mu.Lock()
	defer k.mu.Unlock()
	now, end := k.options.Now(), k.Leaf().NotAfter
	if end.Sub(now) > ExpiryWarning || now.Sub(k.warned) < warnEvery {
		return
	}
	k.warned = now
	message := "the TLS certificate expires soon"
	if now.After(end) {
		message = "the TLS certificate has expired"
	}
	k.options.Logger.Warn(message, "file", k.options.Files.Cert, "expires", end.UTC())
}

// Leaf returns the certificate that is served.
func (k *Keeper) Leaf() *x509.Certificate { return k.serving.Load().leaf }

// IsStale reports whether the files hold something that can't be served.
func (k *Keeper) IsStale() bool { return k.refused.Load() }

// Server returns how a listener speaks TLS: with these protocols, always with
// the certificate of the moment.
func (k *Keeper) Server(protocols ...string) *tls.Config {
	return k.config(protocols, false)
}

// Receiver is Server for listeners whose clients need a certificate where the
// authorities of clients are known.
func (k *Keeper) Receiver(protocols ...string) *tls.Config {
	return k.config(protocols, k.options.Files.ClientCA != "")
}

func (k *Keeper) config(protocols []string, asksClients bool) *tls.Config {
	outer := &tls.Config{MinVersion: tls.VersionTLS12, NextProtos: protocols}
	// A session that is resumed would not be checked against an authority that
	// was taken out meanwhile.
	outer.SessionTicketsDisabled = asksClients
	outer.GetConfigForClient = func(*tls.ClientHelloInfo) (*tls.Config, error) {
		now := k.serving.Load()
		c := &tls.Config{
			MinVersion: tls.VersionTLS12, NextProtos: protocols, Certificates: []tls.Certificate{now.certificate},
			SessionTicketsDisabled: asksClients, Time: k.options.Now,
		}
		if asksClients {
			c.ClientAuth, c.ClientCAs = tls.RequireAndVerifyClientCert, now.clients
		}
		return c, nil
	}
	return outer
}
