package mail_test

import (
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"io"
	"math/big"
	"mime/quotedprintable"
	"net"
	netmail "net/mail"
	"strings"
	"testing"
	"time"

	"github.com/cairnstack/cairn/internal/mail"
	"github.com/cairnstack/cairn/internal/testkit/smtptest"
)

func sender(t *testing.T, url string) *mail.Sender {
	t.Helper()
	s, err := mail.New(url, "Cairn <cairn@example.com>")
	if err != nil {
		t.Fatal(err)
	}
	s.Now = func() time.Time { return time.Date(2026, 11, 1, 12, 0, 0, 0, time.UTC) }
	return s
}

const text = "Grüße,\n\n.a line that begins with a dot\nhttps://cairn.example/set-password?token=cairn_pl_0123456789012345678901234567890123456789012345678\n"

func TestMessageArrivesAsItWasWritten(t *testing.T) {
	t.Parallel()
	s := &smtptest.Server{}
	addr := s.Start(t)
	if err := sender(t, "smtp://"+addr+"?tls=none").Send(t.Context(), "ada@example.net", "Ein Gruß", text); err != nil {
		t.Fatal(err)
	}
	said := <-s.Said
	at := func(command string) int {
		for i, line := range said {
			if strings.EqualFold(line, command) {
				return i
			}
		}
		t.Fatalf("%q was not said: %q", command, said)
		return 0
	}
	at("MAIL FROM:<cairn@example.com> BODY=8BITMIME")
	at("RCPT TO:<ada@example.net>")
	raw := strings.Join(said[at("DATA")+1:at(".")], "\r\n") + "\r\n"
	message, err := netmail.ReadMessage(strings.NewReader(strings.ReplaceAll(raw, "\r\n..", "\r\n.")))
	if err != nil {
		t.Fatal(err)
	}
	body, err := io.ReadAll(quotedprintable.NewReader(message.Body))
	if err != nil || strings.ReplaceAll(string(body), "\r\n", "\n") != text {
		t.Errorf("%v: %q", err, body)
	}
	for header, want := range map[string]string{
		"From": `"Cairn" <cairn@example.com>`, "To": "<ada@example.net>", "Subject": "=?utf-8?q?Ein_Gru=C3=9F?=",
		"Date": "Sun, 01 Nov 2026 12:00:00 +0000",
	} {
		if got := message.Header.Get(header); got != want {
			t.Errorf("%s: %q, want %q", header, got, want)
		}
	}
}

// certificate returns a certificate for the host that nobody but the pool trusts.
func certificate(t *testing.T, host string) (tls.Certificate, *x509.CertPool) {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	now := time.Now()
	template := &x509.Certificate{
		SerialNumber: big.NewInt(1), NotBefore: now.Add(-time.Hour), NotAfter: now.Add(time.Hour),
		IPAddresses: []net.IP{net.ParseIP(host)}, IsCA: true, BasicConstraintsValid: true,
		KeyUsage: x509.KeyUsageDigitalSignature | x509.KeyUsageCertSign,
	}
	der, err := x509.CreateCertificate(rand.Reader, template, template, &key.PublicKey, key)
	if err != nil {
		t.Fatal(err)
	}
	made, err := x509.ParseCertificate(der)
	if err != nil {
		t.Fatal(err)
	}
	pool := x509.NewCertPool()
	pool.AddCert(made)
	return tls.Certificate{Certificate: [][]byte{der}, PrivateKey: key}, pool
}

func TestPasswordIsSentInsideOfTLS(t *testing.T) {
	t.Parallel()
	cert, pool := certificate(t, "127.0.0.1")
	s := &smtptest.Server{Offers: []string{"STARTTLS"}, TLS: &tls.Config{Certificates: []tls.Certificate{cert}}}
	from := sender(t, "smtp://cairn:s3cret@"+s.Start(t))
	from.RootCAs = pool
	if err := from.Send(t.Context(), "ada@example.net", "Hello", text); err != nil {
		t.Fatal(err)
	}
	said := strings.Join(<-s.Said, "\n")
	if !strings.Contains(said, "STARTTLS\n") || !strings.Contains(said, "AUTH PLAIN AGNhaXJuAHMzY3JldA==") {
		t.Errorf("%s", said)
	}
}

// TestNothingIsSentUnlessItIsSafe holds that the message stays here when the
// server is not the one that was configured, or offers no TLS.
func TestNothingIsSentUnlessItIsSafe(t *testing.T) {
	t.Parallel()
	cert, _ := certificate(t, "127.0.0.1")
	for name, s := range map[string]*smtptest.Server{
		"no TLS":                   {},
		"a stranger's certificate": {Offers: []string{"STARTTLS"}, TLS: &tls.Config{Certificates: []tls.Certificate{cert}}},
	} {
		err := sender(t, "smtp://cairn:s3cret@"+s.Start(t)).Send(t.Context(), "ada@example.net", "Hello", text)
		if err == nil || strings.Contains(err.Error(), "s3cret") {
			t.Errorf("%s: %v", name, err)
		}
		if said := strings.Join(<-s.Said, "\n"); strings.Contains(said, "AUTH") || strings.Contains(said, "DATA") {
			t.Errorf("%s: %s", name, said)
		}
	}
}

func TestRefusalsAndSilenceEnd(t *testing.T) {
	t.Parallel()
	err := sender(t, "smtp://"+(&smtptest.Server{}).Start(t)+"?tls=none").Send(t.Context(), "full@example.net", "Hello", text)
	if err == nil || !strings.Contains(err.Error(), "mailbox full") {
		t.Errorf("a full mailbox: %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	err = sender(t, "smtp://"+(&smtptest.Server{Silent: cancel}).Start(t)+"?tls=none").Send(ctx, "ada@example.net", "Hello", text)
	if !errors.Is(err, context.Canceled) {
		t.Errorf("a silent server: %v", err)
	}
	err = sender(t, "smtp://127.0.0.1:1?tls=none").Send(t.Context(), "ada@example.net\r\nRCPT TO:<eve@example.net>", "Hello", text)
	if err == nil || !strings.Contains(err.Error(), "more than one line") {
		t.Errorf("an address with a command: %v", err)
	}
}

func TestAddressesAreChecked(t *testing.T) {
	t.Parallel()
	f := func(url, from string, want error) {
		t.Helper()
		if _, err := mail.New(url, from); !errors.Is(err, want) {
			t.Errorf("%s, %s: %v", url, from, err)
		}
	}
	f("smtp://mail.example", "cairn@example.com", nil)
	f("smtps://user:pass@mail.example:465", "Cairn <cairn@example.com>", nil)
	f("smtp://[::1]:25?tls=none", "cairn@example.com", nil)
	f("mail.example:25", "cairn@example.com", mail.ErrURL)
	f("http://mail.example", "cairn@example.com", mail.ErrURL)
	f("smtp://mail.example/box", "cairn@example.com", mail.ErrURL)
	f("smtp://mail.example?tls=maybe", "cairn@example.com", mail.ErrURL)
	f("smtps://mail.example?tls=none", "cairn@example.com", mail.ErrURL)
	f("smtp://mail.example", "", mail.ErrFrom)
	f("smtp://mail.example", "cairn", mail.ErrFrom)
}
