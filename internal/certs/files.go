// Package certs keeps the certificate that listeners prove themselves with, and
// takes a new one from its files while the server runs.
package certs

import (
	"bytes"
	"crypto/tls"
	"crypto/x509"
	"encoding/pem"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strings"
	"time"
)

// fileBytesMax bounds a file: certificates of a thousand authorities are less.
const fileBytesMax = 4 << 20

// Files are where the certificate, its key and the authorities of clients are,
// in PEM. Without ClientCA clients need no certificate.
type Files struct {
	Cert     string // the server's own first, then those up to the authority
	Key      string
	ClientCA string
}

// The options that name the files, for messages.
const (
	optionCert     = "--tls-cert"
	optionKey      = "--tls-key"
	optionClientCA = "--tls-client-ca"
)

// texts are the contents of the files.
type texts struct{ cert, key, clientCA []byte }

func (t texts) equal(o texts) bool {
	return bytes.Equal(t.cert, o.cert) && bytes.Equal(t.key, o.key) && bytes.Equal(t.clientCA, o.clientCA)
}

// read returns what is in the files. An error names the option, the file and
// what is wrong with it.
func (f Files) read() (t texts, err error) {
	if t.cert, err = readFile(optionCert, f.Cert); err != nil {
		return t, err
	}
	if t.key, err = readFile(optionKey, f.Key); err != nil {
		return t, err
	}
	if f.ClientCA != "" {
		t.clientCA, err = readFile(optionClientCA, f.ClientCA)
	}
	return t, err
}

func readFile(option, path string) ([]byte, error) {
	stat, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, wrong(option, path, "does not exist")
	case errors.Is(err, fs.ErrPermission):
		return nil, wrong(option, path, "can't be read: permission denied")
	case err != nil:
		return nil, wrong(option, path, err.Error())
	case !stat.Mode().IsRegular():
		return nil, wrong(option, path, "is not a file")
	}
	return readWhole(option, path)
}

func readWhole(option, path string) ([]byte, error) {
	file, err := os.Open(path)
	if errors.Is(err, fs.ErrPermission) {
		return nil, wrong(option, path, "can't be read: permission denied")
	}
	if err != nil {
		return nil, wrong(option, path, err.Error())
	}
	defer func() { _ = file.Close() }()
	text, err := io.ReadAll(io.LimitReader(file, fileBytesMax+1))
	switch {
	case err != nil:
		return nil, wrong(option, path, err.Error())
	case len(text) > fileBytesMax:
		return nil, wrong(option, path, fmt.Sprintf("is larger than %d bytes", fileBytesMax))
	}
	return text, nil
}

func wrong(option, path, rule string) error {
	return fmt.Errorf("%s: %s %s", option, path, rule)
}

// pair is a certificate that can be served.
type pair struct {
	texts
	certificate tls.Certificate
	leaf        *x509.Certificate
	clients     *x509.CertPool // nil: clients need no certificate
}

// parse checks what the files hold. The certificate must be valid now.
func (f Files) parse(t texts, now time.Time) (*pair, error) {
	if err := f.checkBlocks(t); err != nil {
		return nil, err
	}
	made, err := tls.X509KeyPair(t.cert, t.key)
	if err != nil {
		return nil, f.mismatch(t, err)
	}
	p := &pair{texts: t, certificate: made, leaf: made.Leaf}
	if now.After(p.leaf.NotAfter) {
		return nil, wrong(optionCert, f.Cert, "has expired on "+date(p.leaf.NotAfter))
	}
	if now.Before(p.leaf.NotBefore) {
		return nil, wrong(optionCert, f.Cert, "is not valid before "+date(p.leaf.NotBefore))
	}
	if f.ClientCA == "" {
		return p, nil
	}
	p.clients = x509.NewCertPool()
	if !p.clients.AppendCertsFromPEM(t.clientCA) {
		return nil, wrong(optionClientCA, f.ClientCA, "holds no certificate in PEM form")
	}
	return p, nil
}

// checkBlocks finds the mistakes about which the library says little.
func (f Files) checkBlocks(t texts) error {
	if !hasBlock(t.cert, func(b *pem.Block) bool { return b.Type == "CERTIFICATE" }) {
		return wrong(optionCert, f.Cert, "holds no certificate in PEM form")
	}
	if hasBlock(t.key, isEncrypted) {
		return wrong(optionKey, f.Key, "is encrypted; store it without a passphrase, readable by the server alone")
	}
	if !hasBlock(t.key, func(b *pem.Block) bool { return strings.HasSuffix(b.Type, "PRIVATE KEY") }) {
		return wrong(optionKey, f.Key, "holds no private key in PEM form")
	}
	return nil
}

func isEncrypted(b *pem.Block) bool {
	return b.Type == "ENCRYPTED PRIVATE KEY" || strings.Contains(b.Headers["Proc-Type"], "ENCRYPTED")
}

func hasBlock(text []byte, is func(*pem.Block) bool) bool {
	for block, rest := pem.Decode(text); block != nil; block, rest = pem.Decode(rest) {
		if is(block) {
			return true
		}
	}
	return false
}

// mismatch says which of the two files the library could not use.
func (f Files) mismatch(t texts, err error) error {
	block, _ := pem.Decode(t.cert)
	if _, broken := x509.ParseCertificate(block.Bytes); broken != nil && block.Type == "CERTIFICATE" {
		return wrong(optionCert, f.Cert, "can't be parsed: "+broken.Error())
	}
	if strings.Contains(err.Error(), "does not match") {
		return wrong(optionKey, f.Key, "is not the key of the certificate in "+f.Cert)
	}
	return wrong(optionKey, f.Key, "can't be used: "+strings.TrimPrefix(err.Error(), "tls: "))
}

func date(at time.Time) string { return at.UTC().Format(time.DateOnly) }
