package app

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"encoding/json"
	"fmt"
	"net"
	"net/http"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/prometheus/client_golang/prometheus"

	"github.com/cairnstack/cairn/internal/certs"
	"github.com/cairnstack/cairn/internal/httpx"
	"github.com/cairnstack/cairn/internal/otlp"
)

// tlsPart names the certificate in readiness and its loop.
const tlsPart = "TLS certificate"

// HasTLS reports whether the listeners speak TLS.
func (c Config) HasTLS() bool { return c.TLSCert != "" }

// IsSealed reports whether the listener of the role speaks TLS. Probes and
// scrapers of the admin listener expect plain HTTP unless the operator says
// otherwise.
func (c Config) IsSealed(role Role) bool { return c.HasTLS() && (role != RoleAdmin || c.AdminTLS) }

// Scheme returns the scheme of addresses of the role's listener.
func (c Config) Scheme(role Role) string {
	if c.IsSealed(role) {
		return "https"
	}
	return "http"
}

func (c Config) tlsFiles() certs.Files {
	return certs.Files{Cert: c.TLSCert, Key: c.TLSKey, ClientCA: c.TLSClientCA}
}

func (c Config) checkTLS(refuse func(option, rule string)) {
	if c.TLSCert == "" && c.TLSKey != "" {
		refuse("tls-key", "needs --tls-cert")
	}
	if c.TLSCert != "" && c.TLSKey == "" {
		refuse("tls-cert", "needs --tls-key")
	}
	if c.TLSClientCA != "" && c.TLSCert == "" {
		refuse("tls-client-ca", "needs --tls-cert and --tls-key")
	}
	if c.AdminTLS && c.TLSCert == "" {
		refuse("admin-tls", "needs --tls-cert and --tls-key")
	}
	if c.HSTSMaxAge < 0 {
		refuse("hsts-max-age", "must be 0 or more")
	}
}

// openCertificate reads the certificate early: a mistake in its files ends the
// start at once.
func (a *App) openCertificate() (err error) {
	if !a.Config.HasTLS() {
		return nil
	}
	a.certificate, err = certs.Open(certs.Options{Files: a.Config.tlsFiles(), Logger: a.Logger, Now: a.Now})
	if err != nil {
		return err
	}
	a.registry.MustRegister(
		prometheus.NewGaugeFunc(prometheus.GaugeOpts{Name: "cairn_tls_certificate_expires_at_seconds", Help: "When the certificate that is served expires, in seconds since 1970."},
			func() float64 { return float64(a.certificate.Leaf().NotAfter.Unix()) }),
		prometheus.NewGaugeFunc(prometheus.GaugeOpts{Name: "cairn_tls_certificate_stale", Help: "1 while the TLS files hold something that can't be served, so that the certificate before it is."},
			func() float64 { return oneIf(a.certificate.IsStale()) }))
	a.handshakes = newHandshakes(a.registry, a.Logger)
	a.loops = append(a.loops, loop{tlsPart, a.certificate.Run})
	if a.OnReload != nil {
		a.OnReload(a.certificate.Look)
	}
	a.remark(tlsPart, a.certificateState)
	return nil
}

func oneIf(is bool) float64 {
	if is {
		return 1
	}
	return 0
}

// certificateState says what is wrong with the certificate.
func (a *App) certificateState(context.Context) string {
	if a.certificate.IsStale() {
		return "the files have changed and can't be used, so that the certificate before them is served; the log says why"
	}
	return expiryText(a.certificate.Leaf().NotAfter, a.Now())
}

// expiryText says that a certificate expires soon; empty if it does not.
func expiryText(end, now time.Time) string {
	switch left := end.Sub(now); {
	case left < 0:
		return "it has expired on " + end.UTC().Format(time.DateOnly)
	case left < certs.ExpiryWarning:
		return fmt.Sprintf("it expires on %s, in %d days", end.UTC().Format(time.DateOnly), int(left.Hours()/24))
	}
	return ""
}

// webProtocols are what web listeners offer. The OTLP/HTTP receiver leaves
// HTTP/2 out: it looks at a connection to find out whether the one client on it
// has got its answer.
func webProtocols() []string { return []string{"h2", "http/1.1"} }

// sealed returns the socket with connections that speak TLS, where the role
// does.
func (a *App) sealed(role Role, socket net.Listener) net.Listener {
	if !a.Config.IsSealed(role) {
		return socket
	}
	config := a.certificate.Server(webProtocols()...)
	if role == RoleOTLPHTTP {
		config = a.certificate.Receiver("http/1.1")
	}
	return certs.Listen(socket, certs.ListenerOptions{Config: config, Plain: func() []byte { return plainResponse(role) }, Refused: a.handshakes.refused(role)})
}

// sealedCalls returns how the gRPC receiver speaks TLS; nil: it does not.
func (a *App) sealedCalls() *otlp.TLS {
	if !a.Config.IsSealed(RoleOTLPGRPC) {
		return nil
	}
	return &otlp.TLS{Config: a.certificate.Receiver("h2"), Refused: a.handshakes.refused(RoleOTLPGRPC)}
}

// plainText is for those who ask a listener that speaks TLS without it.
const plainText = "this address speaks TLS: use https in place of http"

// plainResponse is the response to a request without TLS, in the words of the
// listener's family.
func plainResponse(role Role) []byte {
	id := uuid.NewString()
	var body any = map[string]any{"message": plainText}
	if role == RoleCloud {
		body = map[string]any{"requestId": id, "error": "BAD_REQUEST: " + plainText, "status": http.StatusBadRequest}
	}
	text, _ := json.Marshal(body) // maps of plain values
	return fmt.Appendf(nil, "HTTP/1.1 400 Bad Request\r\nContent-Type: application/json\r\nContent-Length: %d\r\nCache-Control: no-store\r\nX-Request-Id: %s\r\nConnection: close\r\n\r\n%s\n", len(text)+1, id, text)
}

// warnPlain warns of listeners without TLS that other machines can reach, unless
// the operator has named what stands in front of them.
func (a *App) warnPlain(ctx context.Context) {
	if open := a.Config.plainPublic(func(role Role) string { return a.Addr(role) }); open != "" {
		a.Logger.WarnContext(ctx, "other machines reach listeners without TLS: passwords and keys cross the network in the clear; set --tls-cert and --tls-key, or put a proxy in front and name it with --trusted-proxies", "listeners", open)
	}
}

// plainPublic lists the listeners without TLS on addresses that other machines
// can reach; empty where a proxy or a load balancer in front of them is named.
func (c Config) plainPublic(addr func(Role) string) string {
	if c.HasTLS() || len(c.TrustedProxies) > 0 || len(c.ProxyProtocolFrom) > 0 {
		return ""
	}
	var open []string
	for _, role := range c.listening() {
		if role != RoleAdmin && !isLoopback(addr(role)) { // the admin listener has a warning of its own
			open = append(open, string(role))
		}
	}
	return strings.Join(open, ", ")
}

func isLoopback(addr string) bool {
	host, _, err := net.SplitHostPort(addr)
	return err == nil && isLoopbackName(host)
}

func (a *App) serverOptions(role Role) httpx.ServerOptions {
	return httpx.ServerOptions{Logger: a.Logger, HTTP2: a.Config.IsSealed(role) && role != RoleOTLPHTTP}
}

// controlTLS is how commands on this machine ask an admin listener that speaks
// TLS. Its certificate is for the names that others know it by. Whom they ask
// is certain without it: the address comes from the data folder, like the secret.
func controlTLS() *tls.Config {
	return &tls.Config{MinVersion: tls.VersionTLS12, InsecureSkipVerify: true} //nolint:gosec // see above
}

// OwnTLS is how a command on this machine asks a listener of its own server: the
// certificate in the file is trusted, under the name that it has. It is nil where
// the listeners speak no TLS.
func (c Config) OwnTLS() (*tls.Config, error) {
	if !c.HasTLS() {
		return nil, nil //nolint:nilnil // as a client wants it
	}
	leaf, err := certs.Check(certs.Files{Cert: c.TLSCert, Key: c.TLSKey}, time.Now())
	if err != nil {
		return nil, err
	}
	own := &tls.Config{MinVersion: tls.VersionTLS12, RootCAs: x509.NewCertPool(), ServerName: namesOf(leaf)[0]}
	own.RootCAs.AddCert(leaf)
	return own, nil
}
