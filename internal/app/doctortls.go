package app

import (
	"context"
	"crypto/x509"
	"fmt"
	"strings"
	"time"

	"github.com/cairnstack/cairn/internal/certs"
)

// lookAtTLS reports the certificate, or which listeners have none.
func lookAtTLS(_ context.Context, o Options) Finding {
	f := Finding{Subject: "TLS"}
	if !o.Config.HasTLS() {
		f.Good = "none; no listener without it can be reached from other machines"
		if open := o.Config.plainPublic(o.Config.Listen); open != "" {
			f.Good = "none, although other machines reach " + open + ": set --tls-cert and --tls-key, or put a proxy in front and name it with --trusted-proxies"
		} else if len(o.Config.TrustedProxies)+len(o.Config.ProxyProtocolFrom) > 0 {
			f.Good = "left to the proxies in front"
		}
		return f
	}
	leaf, err := certs.Check(o.Config.tlsFiles(), o.Now())
	if err != nil {
		f.Err = err
		return f
	}
	if text := expiryText(leaf.NotAfter, o.Now()); text != "" {
		f.Err = fmt.Errorf("--tls-cert: %s; renew it, the server takes the new files while it runs", text)
	}
	f.Good = fmt.Sprintf("certificate for %s until %s", strings.Join(namesOf(leaf), ", "), leaf.NotAfter.UTC().Format(time.DateOnly))
	return f
}

// namesOf returns the names and addresses that a certificate is for.
func namesOf(leaf *x509.Certificate) []string {
	names := append([]string(nil), leaf.DNSNames...)
	for _, ip := range leaf.IPAddresses {
		names = append(names, ip.String())
	}
	if len(names) == 0 {
		return []string{"no name"}
	}
	return names
}
