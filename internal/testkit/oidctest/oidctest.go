// Package oidctest is an OpenID Connect provider for tests that does what it is
// told, wrong things too.
package oidctest

import (
	"crypto"
	"crypto/rand"
	"crypto/rsa"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"math/big"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"
)

// The client that a provider knows.
const (
	ClientID     = "cairn"
	ClientSecret = "only-for-tests"
)

// keys are made once for a test binary: they take their time.
var keys = sync.OnceValue(func() [2]*rsa.PrivateKey {
	var made [2]*rsa.PrivateKey
	for i := range made {
		made[i], _ = rsa.GenerateKey(rand.Reader, 2048)
	}
	return made
})

// Provider is a provider on a port of this machine. Its fields may change
// between requests.
type Provider struct {
	*httptest.Server
	Now func() time.Time

	mu sync.Mutex
	// Claims are what it says about the person who signs in.
	claims map[string]any
	// behave alters what it does.
	behave Behaviour
	codes  map[string]url.Values // by code: what was asked for
	given  int                   // how many codes there were
}

// Behaviour is how a provider differs from a good one.
type Behaviour struct {
	Alter     func(claims map[string]any) // changes an ID token before it is signed
	Info      map[string]any              // what userinfo says; nil: what the token says
	WrongKey  bool                        // signs with a key that it does not publish
	NoIDToken bool
	Away      bool   // does nothing but fail
	Huge      bool   // sends more than anybody wants
	Calls     string // calls itself so
	Refuses   string // the error of its token endpoint
	NoEnd     bool   // has no end_session_endpoint
}

// New starts a provider that stops when t ends.
func New(t testing.TB, now func() time.Time) *Provider {
	t.Helper()
	p := &Provider{Now: now, codes: map[string]url.Values{}}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /.well-known/openid-configuration", p.discover)
	mux.HandleFunc("GET /keys", p.keys)
	mux.HandleFunc("POST /token", p.token)
	mux.HandleFunc("GET /userinfo", p.userInfo)
	p.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if p.now().Away {
			http.Error(w, "away", http.StatusBadGateway)
			return
		}
		mux.ServeHTTP(w, r)
	}))
	t.Cleanup(p.Close)
	return p
}

// Say sets what the provider says about the next person, and how it behaves.
func (p *Provider) Say(claims map[string]any, behave Behaviour) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.claims, p.behave = claims, behave
}

func (p *Provider) now() Behaviour {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.behave
}

// SignIn does what the pages of a provider do: it returns what comes back for
// the address that a person was sent to.
func (p *Provider) SignIn(t testing.TB, address string) url.Values {
	t.Helper()
	asked, err := url.Parse(address)
	if err != nil {
		t.Fatal(err)
	}
	query := asked.Query()
	if query.Get("code_challenge_method") != "S256" || query.Get("nonce") == "" || query.Get("client_id") != ClientID {
		t.Fatalf("the provider was asked in a wrong way: %s", address)
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.given++
	code := "code-" + strconv.Itoa(p.given)
	p.codes[code] = query
	return url.Values{"code": {code}, "state": {query.Get("state")}}
}

func (p *Provider) discover(w http.ResponseWriter, _ *http.Request) {
	behave := p.now()
	document := map[string]any{
		"issuer": p.URL, "authorization_endpoint": p.URL + "/authorize", "token_endpoint": p.URL + "/token",
		"jwks_uri": p.URL + "/keys", "userinfo_endpoint": p.URL + "/userinfo", "end_session_endpoint": p.URL + "/end",
		"id_token_signing_alg_values_supported": []string{"RS256"},
	}
	if behave.Calls != "" {
		document["issuer"] = behave.Calls
	}
	if behave.NoEnd {
		delete(document, "end_session_endpoint")
	}
	if behave.Huge {
		document["padding"] = strings.Repeat("x", 2<<20)
	}
	reply(w, http.StatusOK, document)
}

func (p *Provider) keys(w http.ResponseWriter, _ *http.Request) {
	public := keys()[0].PublicKey
	reply(w, http.StatusOK, map[string]any{"keys": []any{map[string]any{
		"kty": "RSA", "alg": "RS256", "use": "sig", "kid": "1", "n": text(public.N.Bytes()), "e": text(big.NewInt(int64(public.E)).Bytes()),
	}}})
}

func (p *Provider) token(w http.ResponseWriter, r *http.Request) {
	behave := p.now()
	id, secret, _ := r.BasicAuth()
	p.mu.Lock()
	asked, known := p.codes[r.FormValue("code")]
	delete(p.codes, r.FormValue("code"))
	p.mu.Unlock()
	proof := sha256.Sum256([]byte(r.FormValue("code_verifier")))
	switch {
	case behave.Refuses != "":
		reply(w, http.StatusBadRequest, map[string]any{"error": behave.Refuses})
	case id != ClientID || secret != ClientSecret:
		reply(w, http.StatusUnauthorized, map[string]any{"error": "invalid_client"})
	case !known || text(proof[:]) != asked.Get("code_challenge") || r.FormValue("redirect_uri") != asked.Get("redirect_uri"):
		reply(w, http.StatusBadRequest, map[string]any{"error": "invalid_grant"})
	default:
		answer := map[string]any{"access_token": "access", "token_type": "Bearer", "expires_in": 300}
		if !behave.NoIDToken {
			answer["id_token"] = p.idToken(asked.Get("nonce"), behave)
		}
		reply(w, http.StatusOK, answer)
	}
}

// idToken returns a signed token.
func (p *Provider) idToken(nonce string, behave Behaviour) string {
	now := p.Now()
	said := map[string]any{
		"iss": p.URL, "aud": ClientID, "nonce": nonce,
		"iat": now.Unix(), "nbf": now.Unix(), "exp": now.Add(5 * time.Minute).Unix(),
	}
	p.mu.Lock()
	for name, value := range p.claims {
		said[name] = value
	}
	p.mu.Unlock()
	if behave.Alter != nil {
		behave.Alter(said)
	}
	key := keys()[0]
	if behave.WrongKey {
		key = keys()[1]
	}
	header, _ := json.Marshal(map[string]string{"alg": "RS256", "kid": "1"})
	body, _ := json.Marshal(said)
	signed := text(header) + "." + text(body)
	sum := sha256.Sum256([]byte(signed))
	signature, _ := rsa.SignPKCS1v15(rand.Reader, key, crypto.SHA256, sum[:])
	return signed + "." + text(signature)
}

func (p *Provider) userInfo(w http.ResponseWriter, _ *http.Request) {
	info := p.now().Info
	if info == nil {
		p.mu.Lock()
		info = map[string]any{"sub": p.claims["sub"]}
		p.mu.Unlock()
	}
	reply(w, http.StatusOK, info)
}

func reply(w http.ResponseWriter, status int, body any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(body)
}

func text(bytes []byte) string { return base64.RawURLEncoding.EncodeToString(bytes) }
