package certs_test

import (
	"bytes"
	"crypto/tls"
	"io"
	"log/slog"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/cairnstack/cairn/internal/certs"
	"github.com/cairnstack/cairn/internal/testkit/certtest"
)

// now is when the certificates of these tests are valid.
func now() time.Time { return time.Date(2030, 5, 1, 12, 0, 0, 0, time.UTC) }

// folder returns files with a pair of the authority in them.
func folder(t *testing.T, authority *certtest.Authority) certs.Files {
	t.Helper()
	dir := t.TempDir()
	files := certs.Files{Cert: filepath.Join(dir, "cert.pem"), Key: filepath.Join(dir, "key.pem")}
	put(t, files, authority.Issue(t, "first.example", now().Add(90*24*time.Hour)))
	return files
}

func put(t *testing.T, files certs.Files, p certtest.Pair) {
	t.Helper()
	write(t, files.Cert, p.Cert)
	write(t, files.Key, p.Key)
}

func write(t *testing.T, path string, text []byte) {
	t.Helper()
	if err := os.WriteFile(path, text, 0o600); err != nil {
		t.Fatal(err)
	}
}

func open(t *testing.T, files certs.Files, clock func() time.Time) (*certs.Keeper, *bytes.Buffer) {
	t.Helper()
	log := new(bytes.Buffer)
	k, err := certs.Open(certs.Options{Files: files, Now: clock, Logger: slog.New(slog.NewTextHandler(log, nil))})
	if err != nil {
		t.Fatal(err)
	}
	return k, log
}

func TestFilesThatCantBeServedAreNamedWithTheirRule(t *testing.T) {
	t.Parallel()
	authority := certtest.NewAuthority(t, now())
	f := func(want string, change func(files *certs.Files)) {
		t.Helper()
		files := folder(t, authority)
		change(&files)
		_, err := certs.Open(certs.Options{Files: files, Now: now, Logger: slog.New(slog.DiscardHandler)})
		if err == nil {
			t.Errorf("%s: it is served", want)
			return
		}
		option, rule, _ := strings.Cut(want, " … ")
		if text := err.Error(); !strings.HasPrefix(text, option+": "+filepath.Dir(files.Cert)) || !strings.Contains(text, rule) || strings.Contains(text, "\n") {
			t.Errorf("%q, want %q", text, want)
		}
	}
	f("--tls-cert … does not exist", func(files *certs.Files) { files.Cert += ".gone" })
	f("--tls-key … does not exist", func(files *certs.Files) { files.Key += ".gone" })
	f("--tls-client-ca … does not exist", func(files *certs.Files) { files.ClientCA = files.Cert + ".gone" })
	f("--tls-cert … is not a file", func(files *certs.Files) { files.Cert = filepath.Dir(files.Cert) + "/." })
	f("--tls-cert … holds no certificate", func(files *certs.Files) { files.Cert = files.Key })
	f("--tls-cert … can't be parsed", func(files *certs.Files) {
		write(t, files.Cert, []byte("-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n"))
	})
	f("--tls-key … holds no private key", func(files *certs.Files) { files.Key = files.Cert })
	f("--tls-key … can't be used", func(files *certs.Files) {
		write(t, files.Key, []byte("-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n"))
	})
	f("--tls-key … is encrypted", func(files *certs.Files) {
		write(t, files.Key, []byte("-----BEGIN ENCRYPTED PRIVATE KEY-----\nAAAA\n-----END ENCRYPTED PRIVATE KEY-----\n"))
	})
	f("--tls-key … is encrypted", func(files *certs.Files) {
		write(t, files.Key, []byte("-----BEGIN RSA PRIVATE KEY-----\nProc-Type: 4,ENCRYPTED\nDEK-Info: AES-256-CBC,AA\n\nAAAA\n-----END RSA PRIVATE KEY-----\n"))
	})
	f("--tls-key … is not the key of the certificate", func(files *certs.Files) {
		write(t, files.Key, authority.Issue(t, "other.example", now().Add(time.Hour)).Key)
	})
	f("--tls-cert … has expired on 2030-04-30", func(files *certs.Files) {
		put(t, *files, authority.Issue(t, "old.example", now().Add(-24*time.Hour)))
	})
	f("--tls-client-ca … holds no certificate", func(files *certs.Files) { files.ClientCA = files.Key })
	f("--tls-cert … is larger than", func(files *certs.Files) { write(t, files.Cert, make([]byte, 5<<20)) })
}

// TestNewFilesAreServed replaces the files in every way that programs do, and
// holds that an unfinished change leaves the certificate before it.
func TestNewFilesAreServed(t *testing.T) {
	t.Parallel()
	authority := certtest.NewAuthority(t, now())
	next := authority.Issue(t, "next.example", now().Add(30*24*time.Hour))
	for name, replace := range map[string]func(t *testing.T, files certs.Files){
		"written": func(t *testing.T, files certs.Files) { put(t, files, next) },
		"renamed": func(t *testing.T, files certs.Files) {
			draft := certs.Files{Cert: files.Cert + ".new", Key: files.Key + ".new"}
			put(t, draft, next)
			for from, to := range map[string]string{draft.Cert: files.Cert, draft.Key: files.Key} {
				if err := os.Rename(from, to); err != nil {
					t.Fatal(err)
				}
			}
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			files := folder(t, authority)
			k, log := open(t, files, now)
			replace(t, files)
			k.Look()
			if got := k.Leaf().DNSNames[0]; got != "next.example" || k.IsStale() {
				t.Errorf("%s is served, stale %t\n%s", got, k.IsStale(), log)
			}
		})
	}
}

// TestSwappedLinkIsServed replaces a folder as Kubernetes does: the files are
// links through a link that is swapped.
func TestSwappedLinkIsServed(t *testing.T) {
	t.Parallel()
	authority, dir := certtest.NewAuthority(t, now()), t.TempDir()
	for _, name := range []string{"first", "next"} {
		if err := os.Mkdir(filepath.Join(dir, name), 0o700); err != nil {
			t.Fatal(err)
		}
		put(t, certs.Files{Cert: filepath.Join(dir, name, "tls.crt"), Key: filepath.Join(dir, name, "tls.key")},
			authority.Issue(t, name+".example", now().Add(time.Hour)))
	}
	link := func(target, at string) {
		t.Helper()
		if err := os.Symlink(target, at+".new"); err != nil {
			t.Fatal(err)
		}
		if err := os.Rename(at+".new", at); err != nil {
			t.Fatal(err)
		}
	}
	link("first", filepath.Join(dir, "..data"))
	files := certs.Files{Cert: filepath.Join(dir, "tls.crt"), Key: filepath.Join(dir, "tls.key")}
	link("..data/tls.crt", files.Cert)
	link("..data/tls.key", files.Key)
	k, _ := open(t, files, now)
	link("next", filepath.Join(dir, "..data"))
	k.Look()
	if got := k.Leaf().DNSNames[0]; got != "next.example" {
		t.Errorf("%s is served", got)
	}
}

func TestHalfAChangeIsNotServedAndSaidOnce(t *testing.T) {
	t.Parallel()
	authority := certtest.NewAuthority(t, now())
	files := folder(t, authority)
	k, log := open(t, files, now)
	next := authority.Issue(t, "next.example", now().Add(30*24*time.Hour))
	write(t, files.Cert, next.Cert)
	k.Look()
	k.Look()
	if got := k.Leaf().DNSNames[0]; got != "first.example" || !k.IsStale() {
		t.Errorf("%s is served, stale %t", got, k.IsStale())
	}
	if count := strings.Count(log.String(), "is not the key of the certificate"); count != 1 {
		t.Errorf("it was said %d times:\n%s", count, log)
	}
	write(t, files.Key, next.Key)
	k.Look()
	if got := k.Leaf().DNSNames[0]; got != "next.example" || k.IsStale() {
		t.Errorf("%s is served, stale %t", got, k.IsStale())
	}
	if err := os.Remove(files.Cert); err != nil {
		t.Fatal(err)
	}
	k.Look()
	if got := k.Leaf().DNSNames[0]; got != "next.example" || !k.IsStale() {
		t.Errorf("without a file %s is served, stale %t", got, k.IsStale())
	}
}

func TestTheEndOfACertificateIsWarnedOfOnceADay(t *testing.T) {
	t.Parallel()
	at := now()
	k, log := open(t, folder(t, certtest.NewAuthority(t, now())), func() time.Time { return at })
	f := func(after time.Duration, want int) {
		t.Helper()
		at = now().Add(after)
		k.WarnOfExpiry()
		if got := strings.Count(log.String(), "the TLS certificate "); got != want {
			t.Errorf("after %s: %d warnings, want %d\n%s", after, got, want, log)
		}
	}
	const day = 24 * time.Hour
	f(75*day, 0)
	f(76*day+time.Minute, 1)
	f(76*day+2*time.Minute, 1)
	f(77*day+2*time.Minute, 2)
	f(91*day, 3)
	if !strings.Contains(log.String(), "has expired") {
		t.Errorf("the end is not said:\n%s", log)
	}
}

// TestOpenConnectionsOutliveAChange holds that a new certificate is for new
// connections, and that TLS 1.1 is not spoken.
func TestOpenConnectionsOutliveAChange(t *testing.T) {
	t.Parallel()
	authority := certtest.NewAuthority(t, now())
	files := folder(t, authority)
	k, _ := open(t, files, now)
	addr := echo(t, certs.ListenerOptions{Config: k.Server("http/1.1"), Refused: func(net.Addr, error) {}})
	dial := func(name string, versionMax uint16) (*tls.Conn, error) {
		return tls.Dial("tcp", addr, &tls.Config{RootCAs: authority.Pool(), ServerName: name, Time: now, MinVersion: tls.VersionTLS10, MaxVersion: versionMax})
	}
	before, err := dial("first.example", 0)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = before.Close() }()
	put(t, files, authority.Issue(t, "next.example", now().Add(time.Hour)))
	k.Look()
	if _, err := io.WriteString(before, "x"); err != nil {
		t.Error(err)
	}
	if _, err := io.ReadFull(before, make([]byte, 1)); err != nil {
		t.Errorf("a connection that was open: %v", err)
	}
	for _, version := range []uint16{tls.VersionTLS12, tls.VersionTLS13} {
		after, err := dial("next.example", version)
		if err != nil {
			t.Fatal(err)
		}
		_ = after.Close()
	}
	if _, err := dial("next.example", tls.VersionTLS11); err == nil {
		t.Error("TLS 1.1 is spoken")
	}
}

func TestPlainHTTPGetsAResponse(t *testing.T) {
	t.Parallel()
	authority := certtest.NewAuthority(t, now())
	k, _ := open(t, folder(t, authority), now)
	causes := make(chan error, 4)
	addr := echo(t, certs.ListenerOptions{
		Config: k.Server("http/1.1"), Plain: func() []byte { return []byte("HTTP/1.1 400 Bad Request\r\n\r\n") },
		Refused: func(_ net.Addr, cause error) { causes <- cause },
	})
	f := func(sent, want string) {
		t.Helper()
		conn, err := net.Dial("tcp", addr)
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = conn.Close() }()
		_, _ = io.WriteString(conn, sent)
		_ = conn.(*net.TCPConn).CloseWrite()
		got, _ := io.ReadAll(conn)
		if !strings.HasPrefix(string(got), want) || want == "" && strings.HasPrefix(string(got), "HTTP") {
			t.Errorf("%q gets %q", sent, got)
		}
		if cause := <-causes; (want != "") != (cause == certs.ErrPlain) { //nolint:errorlint // it is not wrapped
			t.Errorf("%q is refused for %v", sent, cause)
		}
	}
	f("GET / HTTP/1.1\r\nHost: x\r\n\r\n", "HTTP/1.1 400")
	f("POST /v1/logs HTTP/1.1\r\nContent-Length: 100000\r\n\r\n"+strings.Repeat("x", 100_000), "HTTP/1.1 400")
	f("SSH-2.0-x\r\n", "")
	f("", "")
}

// echo serves connections that send back what comes, until t ends.
func echo(t *testing.T, o certs.ListenerOptions) string {
	t.Helper()
	socket, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = socket.Close() })
	listener := certs.Listen(socket, o)
	go func() {
		for {
			conn, err := listener.Accept()
			if err != nil {
				return
			}
			go func() {
				defer func() { _ = conn.Close() }()
				_, _ = io.Copy(conn, struct{ io.Reader }{conn})
			}()
		}
	}()
	return socket.Addr().String()
}
