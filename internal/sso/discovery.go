package sso

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"slices"
	"sync"
	"time"

	"github.com/coreos/go-oidc/v3/oidc"
	"golang.org/x/oauth2"

	"github.com/cairnstack/cairn/internal/fault"
	"github.com/cairnstack/cairn/internal/pause"
)

// Bounds of asking a provider.
const (
	AnswerBytesMax   = 1 << 20
	callTimeout      = 10 * time.Second
	discoveryTries   = 3
	discoveryPause   = 300 * time.Millisecond
	discoveryKept    = time.Hour       // before the document is read again
	discoveryFailure = 5 * time.Second // for which a failure is remembered
)

// client asks a provider: never for long, never for much.
func client() *http.Client {
	return &http.Client{Transport: bounded{http.DefaultTransport}, Timeout: callTimeout}
}

// bounded cuts answers that are too long.
type bounded struct{ next http.RoundTripper }

// RoundTrip implements http.RoundTripper.
func (b bounded) RoundTrip(r *http.Request) (*http.Response, error) {
	answer, err := b.next.RoundTrip(r)
	if err != nil {
		return nil, err
	}
	answer.Body = &boundedBody{answer.Body, AnswerBytesMax}
	return answer, nil
}

type boundedBody struct {
	io.ReadCloser
	left int
}

var errTooLong = errors.New("the answer of the provider is too long")

// Read fails once the answer is too long, so that no part passes for the whole.
func (b *boundedBody) Read(p []byte) (int, error) {
	n, err := b.ReadCloser.Read(p)
	if b.left -= n; b.left < 0 {
		return 0, errTooLong
	}
	return n, err
}

// document is what a provider says about itself.
type document struct {
	provider    *oidc.Provider
	endSession  string // empty: it has none
	authMethods []string
}

// directory finds the document of a provider when it is needed, so that the
// server starts without it.
type directory struct {
	Provider
	now func() time.Time

	mu     sync.Mutex
	found  *document
	failed error
	at     time.Time // of the last time that it was asked
}

// document returns the provider's document: Unavailable when it is away, and
// was not known before.
func (d *directory) document(ctx context.Context) (*document, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	age := d.now().Sub(d.at)
	switch {
	case d.found != nil && age < discoveryKept:
		return d.found, nil
	case d.failed != nil && age < discoveryFailure && age >= 0:
		return d.found, d.failed
	}
	found, err := d.discover(ctx)
	if ctx.Err() != nil && err != nil {
		return d.found, err
	}
	d.at, d.failed = d.now(), err
	if err == nil {
		d.found = found
	}
	if d.found != nil {
		return d.found, nil
	}
	return nil, err
}

// discover asks the provider, again where it is away for a moment.
func (d *directory) discover(ctx context.Context) (found *document, err error) {
	for try := range discoveryTries {
		if try > 0 {
			if pause.For(ctx, discoveryPause<<(try-1)) != nil {
				break
			}
		}
		if found, err = d.ask(ctx); err == nil {
			return found, nil
		}
		var mismatch *oidc.IssuerMismatchError
		if errors.As(err, &mismatch) {
			return nil, fault.Wrap(fault.Unavailable, err, "%s calls itself by another address than its issuer here; the operator corrects the issuer", d.Name)
		}
	}
	return nil, fault.Wrap(fault.Unavailable, err, "%s can't be reached at the moment; try again later, or sign in another way", d.Name)
}

func (d *directory) ask(ctx context.Context) (*document, error) {
	// The keys of the provider are fetched later, by a context of their own.
	provider, err := oidc.NewProvider(oidc.ClientContext(context.WithoutCancel(ctx), client()), d.Issuer)
	if err != nil {
		return nil, err
	}
	var more struct {
		EndSession  string   `json:"end_session_endpoint"`
		AuthMethods []string `json:"token_endpoint_auth_methods_supported"`
	}
	if err := provider.Claims(&more); err != nil {
		return nil, fmt.Errorf("the document of the provider can't be read: %w", err)
	}
	return &document{provider: provider, endSession: more.EndSession, authMethods: more.AuthMethods}, nil
}

// oauth returns how to talk to the provider.
func (d *directory) oauth(doc *document, redirect string) *oauth2.Config {
	endpoint := doc.provider.Endpoint()
	endpoint.AuthStyle = oauth2.AuthStyleInHeader
	isPost := slices.Contains(doc.authMethods, "client_secret_post") && !slices.Contains(doc.authMethods, "client_secret_basic")
	if isPost || d.ClientSecret == "" {
		endpoint.AuthStyle = oauth2.AuthStyleInParams
	}
	return &oauth2.Config{
		ClientID: d.ClientID, ClientSecret: d.ClientSecret, Endpoint: endpoint, RedirectURL: redirect, Scopes: d.scopes(),
	}
}
