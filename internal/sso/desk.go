package sso

import (
	"context"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/base64"
	"encoding/json"
	"io"
	"log/slog"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/coreos/go-oidc/v3/oidc"
	"golang.org/x/oauth2"

	"github.com/cairnstack/cairn/internal/access"
	"github.com/cairnstack/cairn/internal/fault"
)

// Bounds of a sign-in on its way.
const (
	TicketAge     = 10 * time.Minute
	FromBytesMax  = 1024
	secretBytes   = 32
	ticketPlace   = "sso ticket"
	endURLTimeout = 3 * time.Second
)

// Store seals tickets, and knows which were used.
type Store interface {
	Seal(plain []byte, place string) (string, error)
	Open(sealed, place string) ([]byte, error)
	// TakeSignInReturn is a Conflict for what was taken before.
	TakeSignInReturn(ctx context.Context, hash []byte, expireAt time.Time) error
}

// Desk sends people to providers and takes them back. All fields are required.
type Desk struct {
	Store     Store
	Now       func() time.Time
	Random    io.Reader
	Logger    *slog.Logger
	PublicURL func() string

	directories []*directory
}

// NewDesk makes a desk for the providers.
func NewDesk(d Desk, c Config) *Desk {
	for _, p := range c.Providers {
		d.directories = append(d.directories, &directory{Provider: p, now: d.Now})
	}
	return &d
}

// Providers returns where people can sign in, in the order of the file.
func (d *Desk) Providers() []access.Provider {
	all := make([]access.Provider, len(d.directories))
	for i, p := range d.directories {
		all[i] = access.Provider{ID: p.ID, Name: p.Name, Issuer: p.Issuer}
	}
	return all
}

// ticket is what the browser keeps, sealed, while its person is away.
type ticket struct {
	Provider string    `json:"p"`
	State    string    `json:"s"`
	Nonce    string    `json:"n"`
	Verifier string    `json:"v"`
	From     string    `json:"f"`
	ExpireAt time.Time `json:"e"`
}

// Begin returns where to send a person who wants to sign in, and the ticket
// with which they come back to the page that they wanted.
func (d *Desk) Begin(ctx context.Context, providerID, from string) (access.Departure, error) {
	dir, err := d.directory(providerID)
	if err != nil {
		return access.Departure{}, err
	}
	doc, err := dir.document(ctx)
	if err != nil {
		return access.Departure{}, d.refused(ctx, dir.Provider, err)
	}
	t := ticket{Provider: dir.ID, From: localPath(from), ExpireAt: d.Now().Add(TicketAge)}
	if err := d.draw(&t.State, &t.Nonce, &t.Verifier); err != nil {
		return access.Departure{}, err
	}
	plain, err := json.Marshal(t)
	if err != nil {
		return access.Departure{}, err
	}
	sealed, err := d.Store.Seal(plain, ticketPlace)
	address := dir.oauth(doc, d.redirect(dir)).AuthCodeURL(t.State, oidc.Nonce(t.Nonce), oauth2.S256ChallengeOption(t.Verifier))
	return access.Departure{URL: address, Ticket: sealed}, err
}

// draw fills each with a secret that nobody guesses.
func (d *Desk) draw(texts ...*string) error {
	for _, text := range texts {
		secret := make([]byte, secretBytes)
		if _, err := io.ReadFull(d.Random, secret); err != nil {
			return err
		}
		*text = base64.RawURLEncoding.EncodeToString(secret)
	}
	return nil
}

// redirect returns where the provider sends people back to. Each has an address
// of its own, so that none can pass for another.
func (d *Desk) redirect(dir *directory) string {
	return strings.TrimRight(d.PublicURL(), "/") + "/sso/" + dir.ID
}

func (d *Desk) directory(id string) (*directory, error) {
	at := slices.IndexFunc(d.directories, func(p *directory) bool { return p.ID == id })
	if at < 0 {
		return nil, fault.New(fault.NotFound, "there is no such single sign-on provider")
	}
	return d.directories[at], nil
}

// Return returns who came back, and the page that they wanted. Every refusal is
// logged with its cause.
func (d *Desk) Return(ctx context.Context, sealed string, back access.Return) (access.Person, string, error) {
	dir, err := d.directory(back.Provider)
	if err != nil {
		return access.Person{}, "", err
	}
	t, err := d.open(sealed, back)
	if err != nil {
		return access.Person{}, "", d.refused(ctx, dir.Provider, err)
	}
	person, err := d.redeem(ctx, dir, t, back)
	if err != nil {
		return access.Person{}, t.From, d.refused(ctx, dir.Provider, err)
	}
	return person, t.From, nil
}

func (d *Desk) refused(ctx context.Context, p Provider, err error) error {
	d.Logger.WarnContext(ctx, "single sign-on failed", "provider", p.ID, "error", err)
	return err
}

// open returns the ticket that belongs to what came back.
func (d *Desk) open(sealed string, back access.Return) (ticket, error) {
	var t ticket
	if sealed == "" {
		return t, failed(nil, "this browser has not begun the sign-in, or has lost its cookie; start again at %s", d.PublicURL())
	}
	plain, err := d.Store.Open(sealed, ticketPlace)
	if err == nil {
		err = json.Unmarshal(plain, &t)
	}
	switch {
	case err != nil:
		return t, failed(err, "the cookie of the sign-in can't be read; start again")
	case !d.Now().Before(t.ExpireAt):
		return t, failed(nil, "the sign-in took longer than %d minutes; start again", int(TicketAge.Minutes()))
	case t.Provider != back.Provider || subtle.ConstantTimeCompare([]byte(t.State), []byte(back.State)) != 1:
		return t, failed(nil, "this is not the sign-in that this browser has begun last; start again")
	}
	return t, nil
}

// redeem makes a person of what came back, once.
func (d *Desk) redeem(ctx context.Context, dir *directory, t ticket, back access.Return) (access.Person, error) {
	hash := sha256.Sum256([]byte(t.State))
	err := d.Store.TakeSignInReturn(ctx, hash[:], t.ExpireAt)
	if fault.KindOf(err) == fault.Conflict {
		return access.Person{}, failed(nil, "this sign-in was used already; start again")
	}
	if err != nil {
		return access.Person{}, err
	}
	if err := dir.checkReturn(back); err != nil {
		return access.Person{}, err
	}
	doc, err := dir.document(ctx)
	if err != nil {
		return access.Person{}, err
	}
	ctx = oidc.ClientContext(ctx, client())
	token, err := dir.oauth(doc, d.redirect(dir)).Exchange(ctx, back.Code, oauth2.VerifierOption(t.Verifier))
	if err != nil {
		return access.Person{}, dir.exchangeFault(err)
	}
	return dir.person(ctx, doc, proof{token: token, nonce: t.Nonce, now: d.Now()})
}

// EndURL returns where a session is ended at its provider too; empty where that
// is not possible.
func (d *Desk) EndURL(ctx context.Context, session access.ProviderSession) string {
	at := slices.IndexFunc(d.directories, func(p *directory) bool { return p.Issuer == session.Issuer })
	if at < 0 {
		return ""
	}
	ctx, cancel := context.WithTimeout(ctx, endURLTimeout)
	defer cancel()
	doc, err := d.directories[at].document(ctx)
	if err != nil || doc.endSession == "" {
		return ""
	}
	address, err := url.Parse(doc.endSession)
	if err != nil {
		return ""
	}
	query := address.Query()
	query.Set("client_id", d.directories[at].ClientID)
	query.Set("post_logout_redirect_uri", strings.TrimRight(d.PublicURL(), "/")+"/sign-in")
	if session.IDToken != "" {
		query.Set("id_token_hint", session.IDToken)
	}
	address.RawQuery = query.Encode()
	return address.String()
}

// localPath returns a path of this site; anything else is the first page.
func localPath(from string) string {
	isPath := strings.HasPrefix(from, "/") && !strings.HasPrefix(from, "//") && !strings.HasPrefix(from, `/\`)
	if !isPath || len(from) > FromBytesMax || strings.ContainsAny(from, "\r\n\t") {
		return "/"
	}
	return from
}

// failed is why a sign-in did not succeed; the cause is for the log.
func failed(cause error, format string, args ...any) error {
	return fault.Wrap(fault.Unauthenticated, cause, format, args...)
}
