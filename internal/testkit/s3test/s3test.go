// Package s3test runs a real S3 server for tests.
package s3test

import (
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/cairnstack/cairn/internal/testkit"
)

// The only user and the only bucket.
const (
	AccessKey = "cairn-test"
	SecretKey = "cairn-test-secret"
	Bucket    = "backups"
)

const startTimeout = time.Minute

// Server is a running S3 server on loopback.
type Server struct {
	URL  string // of the bucket, as --backup-s3-url takes it
	Root string // what is in the bucket, as files

	addr, folder, sidecar string
	process               *exec.Cmd
}

// Start runs a server until the test ends.
func Start(t *testing.T) *Server {
	t.Helper()
	s := &Server{addr: testkit.FreeAddr(), folder: t.TempDir(), sidecar: t.TempDir()}
	s.URL, s.Root = "s3://"+Bucket+"/kept/here?endpoint=http://"+s.addr, filepath.Join(s.folder, Bucket)
	if err := os.Mkdir(s.Root, 0o700); err != nil {
		t.Fatal(err)
	}
	s.Restart(t)
	t.Cleanup(s.Stop)
	return s
}

// Restart runs a server that was stopped again, with what it had.
func (s *Server) Restart(t *testing.T) {
	t.Helper()
	s.process = exec.CommandContext(t.Context(), program(t), s.addr, s.folder, s.sidecar)
	s.process.Env = append(os.Environ(), "AWS_ACCESS_KEY_ID="+AccessKey, "AWS_SECRET_ACCESS_KEY="+SecretKey)
	if err := s.process.Start(); err != nil {
		t.Fatal(err)
	}
	testkit.Eventually(t, startTimeout, "the S3 server listens", func() bool {
		socket, err := (&net.Dialer{Timeout: time.Second}).DialContext(t.Context(), "tcp", s.addr)
		if err == nil {
			_ = socket.Close()
		}
		return err == nil
	})
}

// Stop ends the server, as a crash would.
func (s *Server) Stop() {
	_ = s.process.Process.Kill()
	_ = s.process.Wait() // it was killed
}

// program returns what scripts/install-s3.sh has installed, which builds it when
// nobody has yet.
func program(t *testing.T) string {
	t.Helper()
	path, err := installed()
	if err != nil {
		t.Fatalf("install the S3 server: %v", err)
	}
	return path
}

var installed = sync.OnceValues(func() (string, error) {
	cache, err := os.UserCacheDir()
	if err != nil {
		return "", err
	}
	gomod, err := exec.Command("go", "env", "GOMOD").Output()
	if err != nil {
		return "", err
	}
	script := filepath.Join(filepath.Dir(strings.TrimSpace(string(gomod))), "scripts", "install-s3.sh")
	command := exec.Command(script, filepath.Join(cache, "cairn", "tools"))
	command.Stderr = os.Stderr
	out, err := command.Output()
	return strings.TrimSpace(string(out)), err
})
