package httpx

import (
	"context"
	"crypto/sha256"
	"net/http"
	"sync"
	"time"

	"github.com/cairnstack/cairn/internal/fault"
)

// Authenticator identifies who sends a request. It returns the context that
// the handler runs with, usually with a principal in it. Its failures are
// faults: Unauthenticated for a missing or wrong credential.
type Authenticator interface {
	Authenticate(ctx context.Context, r *http.Request) (context.Context, Identity, error)
}

// Permissions decides who may use which operation. It is asked after the
// caller is known, before anything else of the request is read.
type Permissions interface {
	// Check returns a Forbidden fault unless the caller of ctx may use the
	// operation.
	Check(ctx context.Context, operationID string) error
	// Refuses reports whether there are callers who may not use the
	// operation, so that its document says so.
	Refuses(operationID string) bool
}

// Identity is what this package needs to know of a principal.
type Identity struct {
	ID    string // unique and stable: counts requests and scopes Idempotency-Keys
	Label string // for the access log; no secret
	// Account is whom the request's bytes are booked on; empty: nobody.
	Account string
	// Place is where the caller acts if it chose to; an Idempotency-Key holds
	// there alone. Empty: where its credential belongs.
	Place string
}

// scope returns where an Idempotency-Key holds.
func (i Identity) scope() string {
	if i.Place == "" {
		return i.ID
	}
	return i.ID + "@" + i.Place
}

// gate lets requests in: it counts them and authenticates them. A credential
// that signed in lately is counted under its principal before anything else
// is done. Any other is counted under the client's address until it has signed
// in; once that is used up, wrong ones are refused as too many, and good ones
// still pass: who shares an address with somebody who guesses is not to suffer.
type gate struct {
	authenticator Authenticator
	clock         func() time.Time
	headers       func(http.Header, usage)
	keys          *counter // nil: no limit
	addresses     *counter

	mu   sync.Mutex
	good *generations[credential, string]
}

// credential is the digest of what a request brought to prove itself.
type credential [sha256.Size]byte

func credentialOf(r *http.Request) credential {
	return sha256.Sum256([]byte(r.Header.Get("Authorization") + "\x00" + r.Header.Get("Cookie")))
}

func newGate(o Options) *gate {
	g := &gate{authenticator: o.Authenticator, clock: o.Clock, headers: o.Dialect.quirks().rateHeaders(o.Limits.Rate)}
	if o.Limits.Rate.Max > 0 {
		g.keys = newCounter(o.Limits.Rate, o.Limits.RateBucketsMax)
		g.addresses = newCounter(o.Limits.Rate, o.Limits.RateBucketsMax)
		g.good = newGenerations[credential, string](credentialLifetime, o.Limits.CredentialsMax)
	}
	return g
}

// admit returns the context and the identity to go on with.
func (g *gate) admit(ctx context.Context, r *http.Request, op *Operation) (context.Context, Identity, error) {
	req := requestOf(ctx)
	address := req.origin.Site()
	limited := g.keys != nil && !op.Unlimited
	switch {
	case op.Public && limited:
		return ctx, Identity{}, g.count(req, g.addresses, address)
	case op.Public:
		return ctx, Identity{}, nil
	case !limited:
		return g.authenticate(ctx, r)
	}
	cred := credentialOf(r)
	if key, known := g.recall(cred); known {
		return g.admitKnown(ctx, r, cred, key)
	}
	limitErr := g.count(req, g.addresses, address)
	ctx, identity, err := g.authenticate(ctx, r)
	switch {
	case err != nil && limitErr != nil && statusOf(fault.KindOf(err)) == http.StatusUnauthorized:
		return ctx, identity, limitErr
	case err != nil:
		return ctx, identity, err
	case limitErr == nil:
		g.addresses.giveBack(address, g.clock())
	}
	g.remember(cred, identity.ID)
	return ctx, identity, g.count(req, g.keys, identity.ID)
}

// admitKnown counts before it authenticates, so that a client beyond its
// limit costs next to nothing.
func (g *gate) admitKnown(ctx context.Context, r *http.Request, cred credential, key string) (context.Context, Identity, error) {
	if err := g.count(requestOf(ctx), g.keys, key); err != nil {
		return ctx, Identity{}, err
	}
	ctx, identity, err := g.authenticate(ctx, r)
	if err != nil {
		g.forget(cred)
	}
	return ctx, identity, err
}

func (g *gate) authenticate(ctx context.Context, r *http.Request) (context.Context, Identity, error) {
	next, identity, err := g.authenticator.Authenticate(ctx, r)
	if err != nil {
		return ctx, Identity{}, err
	}
	req := requestOf(ctx)
	req.label, req.account = identity.Label, identity.Account
	return next, identity, nil
}

// count takes one request from a bucket and tells the client how much is left.
func (g *gate) count(req *request, c *counter, key string) error {
	u, allowed := c.take(key, g.clock())
	g.headers(req.Header(), u)
	if allowed {
		return nil
	}
	return &fault.Error{Kind: fault.Limited, Message: "too many requests, try again later", RetryAfter: u.reset}
}

func (g *gate) recall(cred credential) (string, bool) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.good.turn(g.clock())
	return g.good.get(cred)
}

func (g *gate) remember(cred credential, key string) {
	g.mu.Lock()
	defer g.mu.Unlock()
	// Without room the credential goes on being counted by address first.
	_ = g.good.put(cred, key)
}

func (g *gate) forget(cred credential) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.good.drop(cred)
}
