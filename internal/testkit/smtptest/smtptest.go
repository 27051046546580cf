// Package smtptest is a mail server on loopback that remembers its
// conversations.
package smtptest

import (
	"bufio"
	"crypto/tls"
	"io"
	"net"
	"strings"
	"testing"
)

// conversationsMax is how many conversations are remembered.
const conversationsMax = 16

// Server speaks SMTP. Its fields are set before Start.
type Server struct {
	Offers []string    // extensions
	TLS    *tls.Config // for STARTTLS
	Silent func()      // nil: it speaks; else it is called in place of speaking

	// Said has the lines of each client, once it has left.
	Said chan []string
}

// Start serves until t ends and returns the address.
func (s *Server) Start(t *testing.T) string {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0") //nolint:noctx // at once
	if err != nil {
		t.Fatal(err)
	}
	s.Said = make(chan []string, conversationsMax)
	t.Cleanup(func() { _ = listener.Close() })
	go func() {
		for {
			conn, err := listener.Accept()
			if err != nil {
				return
			}
			go func() { s.Said <- s.converse(conn) }()
		}
	}()
	return listener.Addr().String()
}

// converse replies to each command, and takes the lines after DATA until the
// dot.
func (s *Server) converse(conn net.Conn) (said []string) {
	defer func() { _ = conn.Close() }()
	if s.Silent != nil {
		s.Silent()
		_, _ = io.Copy(io.Discard, conn)
		return nil
	}
	offers, lines := s.Offers, bufio.NewScanner(conn)
	reply := func(text string) { _, _ = io.WriteString(conn, text+"\r\n") }
	reply("220 mail.example ESMTP")
	for inData := false; lines.Scan(); {
		line := lines.Text()
		said = append(said, line)
		verb, _, _ := strings.Cut(strings.ToUpper(line), " ")
		switch {
		case inData:
			if inData = line != "."; !inData {
				reply("250 taken")
			}
		case verb == "EHLO":
			reply("250-mail.example")
			for _, offer := range offers {
				reply("250-" + offer)
			}
			reply("250 8BITMIME")
		case verb == "STARTTLS":
			reply("220 go ahead")
			conn = tls.Server(conn, s.TLS)
			offers, lines = []string{"AUTH PLAIN"}, bufio.NewScanner(conn)
		case verb == "AUTH":
			reply("235 welcome")
		case verb == "DATA":
			inData = true
			reply("354 go on")
		case verb == "QUIT":
			reply("221 bye")
			return said
		case strings.HasPrefix(line, "RCPT TO:<full@"):
			reply("452 mailbox full")
		default:
			reply("250 ok")
		}
	}
	return said
}
