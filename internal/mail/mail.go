// Package mail sends messages of plain text over SMTP.
package mail

import (
	"bytes"
	"cmp"
	"context"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"io"
	"mime"
	"mime/quotedprintable"
	"net"
	netmail "net/mail"
	"net/smtp"
	"net/url"
	"strings"
	"time"
)

// The ports of SMTP with STARTTLS and of SMTP inside of TLS.
const (
	submissionPort = "587"
	tlsPort        = "465"
)

var (
	// ErrURL says what the address of a server must be.
	ErrURL = errors.New("must be smtp://host:port or smtps://host:port, with user:password@ where it asks for them, and ?tls=none for a server without TLS")
	// ErrFrom says what the sender must be.
	ErrFrom = errors.New("must be an e-mail address, such as cairn@example.com or Cairn <cairn@example.com>")

	errNoTLS = errors.New("the server offers no STARTTLS; use smtps://, or ?tls=none in a network that you trust")
)

// Sender sends messages through one server.
type Sender struct {
	addr, host string
	wrapped    bool // TLS from the first byte
	plain      bool // no TLS
	auth       smtp.Auth
	from       *netmail.Address

	Now     func() time.Time // nil: the clock
	RootCAs *x509.CertPool   // nil: those of the system
}

// New makes a sender from the address of a server and that of the sender. No
// error repeats them: the first holds a password.
func New(server, from string) (*Sender, error) {
	u, err := url.Parse(server)
	if err != nil || u.Hostname() == "" || u.Scheme != "smtp" && u.Scheme != "smtps" || strings.Trim(u.Path, "/") != "" {
		return nil, ErrURL
	}
	mode := u.Query().Get("tls")
	if mode != "" && (mode != "none" || u.Scheme == "smtps") {
		return nil, ErrURL
	}
	sender, err := netmail.ParseAddress(from)
	if err != nil {
		return nil, ErrFrom
	}
	s := &Sender{host: u.Hostname(), wrapped: u.Scheme == "smtps", plain: mode == "none", from: sender}
	port := submissionPort
	if s.wrapped {
		port = tlsPort
	}
	s.addr = net.JoinHostPort(s.host, cmp.Or(u.Port(), port))
	if u.User != nil {
		password, _ := u.User.Password()
		s.auth = smtp.PlainAuth("", u.User.Username(), password, s.host)
	}
	return s, nil
}

// Send delivers one message of plain text to an address, until the time of ctx
// is up. A password is never sent without TLS, but for a server on this host.
func (s *Sender) Send(ctx context.Context, to, subject, text string) error {
	message, err := s.message(to, subject, text)
	if err != nil {
		return err
	}
	conn, err := s.dial(ctx)
	if err != nil {
		return err
	}
	// The conversation has no context of its own: the end of ctx ends the connection.
	stop := context.AfterFunc(ctx, func() { _ = conn.Close() })
	defer stop()
	defer func() { _ = conn.Close() }()
	if err := s.converse(conn, to, message); err != nil {
		return errors.Join(ctx.Err(), err)
	}
	return nil
}

func (s *Sender) dial(ctx context.Context) (net.Conn, error) {
	if s.wrapped {
		return (&tls.Dialer{Config: s.tlsConfig()}).DialContext(ctx, "tcp", s.addr)
	}
	return (&net.Dialer{}).DialContext(ctx, "tcp", s.addr)
}

func (s *Sender) tlsConfig() *tls.Config {
	return &tls.Config{ServerName: s.host, RootCAs: s.RootCAs, MinVersion: tls.VersionTLS12}
}

func (s *Sender) converse(conn net.Conn, to string, message []byte) error {
	client, err := smtp.NewClient(conn, s.host)
	if err != nil {
		return err
	}
	if err := s.secure(client); err != nil {
		return err
	}
	if s.auth != nil {
		if err := client.Auth(s.auth); err != nil {
			return err
		}
	}
	if err := client.Mail(s.from.Address); err != nil {
		return err
	}
	if err := client.Rcpt(to); err != nil {
		return err
	}
	if err := write(client, message); err != nil {
		return err
	}
	_ = client.Quit() // the message is taken; how they part changes nothing
	return nil
}

func (s *Sender) secure(client *smtp.Client) error {
	if s.wrapped || s.plain {
		return nil
	}
	if offered, _ := client.Extension("STARTTLS"); !offered {
		return errNoTLS
	}
	return client.StartTLS(s.tlsConfig())
}

func write(client *smtp.Client, message []byte) error {
	body, err := client.Data()
	if err != nil {
		return err
	}
	if _, err := body.Write(message); err != nil {
		return err
	}
	return body.Close()
}

// message returns the message as it is sent: headers, then text in lines that
// every server takes.
func (s *Sender) message(to, subject, text string) ([]byte, error) {
	if strings.ContainsAny(to+subject, "\r\n") {
		return nil, errors.New("an address or a subject has more than one line")
	}
	now := time.Now
	if s.Now != nil {
		now = s.Now
	}
	_, domain, _ := strings.Cut(s.from.Address, "@")
	var b bytes.Buffer
	for _, header := range [][2]string{
		{"From", s.from.String()},
		{"To", (&netmail.Address{Address: to}).String()},
		{"Subject", mime.QEncoding.Encode("utf-8", subject)},
		{"Date", now().UTC().Format(time.RFC1123Z)},
		{"Message-ID", "<" + rand.Text() + "@" + domain + ">"},
		{"Auto-Submitted", "auto-generated"},
		{"MIME-Version", "1.0"},
		{"Content-Type", "text/plain; charset=utf-8"},
		{"Content-Transfer-Encoding", "quoted-printable"},
	} {
		_, _ = fmt.Fprintf(&b, "%s: %s\r\n", header[0], header[1])
	}
	b.WriteString("\r\n")
	body := quotedprintable.NewWriter(&b)
	if _, err := io.WriteString(body, strings.ReplaceAll(text, "\n", "\r\n")); err != nil {
		return nil, err
	}
	return b.Bytes(), body.Close()
}
