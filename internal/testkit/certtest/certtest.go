// Package certtest issues certificates for tests.
package certtest

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"math/big"
	"net"
	"os"
	"path/filepath"
	"testing"
	"time"
)

// validBefore is how long before its beginning a certificate counts already.
const validBefore = 1000 * 24 * time.Hour

// Authority signs certificates.
type Authority struct {
	Cert []byte // in PEM
	leaf *x509.Certificate
	key  *ecdsa.PrivateKey
}

// Pair is a certificate and its key, in PEM.
type Pair struct{ Cert, Key []byte }

// NewAuthority makes an authority that is valid around a time.
func NewAuthority(t testing.TB, now time.Time) *Authority {
	t.Helper()
	key := newKey(t)
	template := &x509.Certificate{
		SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: "the authority of a test"},
		NotBefore: now.Add(-validBefore), NotAfter: now.Add(validBefore),
		IsCA: true, BasicConstraintsValid: true, KeyUsage: x509.KeyUsageCertSign,
	}
	text, err := x509.CreateCertificate(rand.Reader, template, template, &key.PublicKey, key)
	if err != nil {
		t.Fatal(err)
	}
	leaf, err := x509.ParseCertificate(text)
	if err != nil {
		t.Fatal(err)
	}
	return &Authority{Cert: block("CERTIFICATE", text), leaf: leaf, key: key}
}

// Issue signs a certificate for a name and those below it, localhost and loopback, as server and
// as client, until a time.
func (a *Authority) Issue(t testing.TB, name string, until time.Time) Pair {
	t.Helper()
	key := newKey(t)
	template := &x509.Certificate{
		SerialNumber: big.NewInt(until.UnixNano()), Subject: pkix.Name{CommonName: name},
		DNSNames: []string{name, "*." + name, "localhost"}, IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)},
		NotBefore: until.Add(-validBefore), NotAfter: until,
		ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth, x509.ExtKeyUsageClientAuth},
	}
	text, err := x509.CreateCertificate(rand.Reader, template, a.leaf, &key.PublicKey, a.key)
	if err != nil {
		t.Fatal(err)
	}
	secret, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		t.Fatal(err)
	}
	return Pair{Cert: block("CERTIFICATE", text), Key: block("PRIVATE KEY", secret)}
}

// Pool returns what clients trust.
func (a *Authority) Pool() *x509.CertPool {
	pool := x509.NewCertPool()
	pool.AddCert(a.leaf)
	return pool
}

// Client returns how a client speaks TLS that trusts the authority, with a
// certificate of its own for each pair.
func (a *Authority) Client(t testing.TB, pairs ...Pair) *tls.Config {
	t.Helper()
	config := &tls.Config{MinVersion: tls.VersionTLS12, RootCAs: a.Pool()}
	for _, p := range pairs {
		own, err := tls.X509KeyPair(p.Cert, p.Key)
		if err != nil {
			t.Fatal(err)
		}
		config.Certificates = append(config.Certificates, own)
	}
	return config
}

// Write puts texts into files of a folder, and returns the path of the first.
func Write(t testing.TB, dir string, files map[string][]byte) {
	t.Helper()
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(dir, name), text, 0o600); err != nil {
			t.Fatal(err)
		}
	}
}

func newKey(t testing.TB) *ecdsa.PrivateKey {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	return key
}

func block(kind string, text []byte) []byte {
	return pem.EncodeToMemory(&pem.Block{Type: kind, Bytes: text})
}
