package main

import (
	"database/sql"
	"encoding/base64"
	"encoding/json"
	"io"
	"net"
	"net/http"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/cairnstack/cairn/internal/testkit"
	"github.com/cairnstack/cairn/internal/testkit/s3test"
)

// stalling stands before an S3 server and can swallow what it is sent.
type stalling struct {
	addr, upstream string
	isStalled      atomic.Bool
	swallowed      atomic.Int64 // bytes
}

func startStalling(t *testing.T, upstream string) *stalling {
	t.Helper()
	socket, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	s := &stalling{addr: socket.Addr().String(), upstream: upstream}
	var serving sync.WaitGroup
	serving.Go(func() {
		for {
			conn, err := socket.Accept()
			if err != nil {
				return
			}
			serving.Go(func() { s.serve(conn) })
		}
	})
	t.Cleanup(func() {
		_ = socket.Close()
		serving.Wait()
	})
	return s
}

func (s *stalling) serve(conn net.Conn) {
	defer func() { _ = conn.Close() }()
	if s.isStalled.Load() {
		_, _ = io.Copy(swallower{s}, conn) // until the caller is killed
		return
	}
	up, err := net.Dial("tcp", s.upstream)
	if err != nil {
		return
	}
	var back sync.WaitGroup
	back.Go(func() {
		_, _ = io.Copy(conn, up)
		_ = conn.Close()
	})
	_, _ = io.Copy(up, conn)
	_ = up.Close()
	back.Wait()
}

type swallower struct{ of *stalling }

func (w swallower) Write(b []byte) (int, error) {
	w.of.swallowed.Add(int64(len(b)))
	return len(b), nil
}

// stall swallows from now on; it returns what waits until something was.
func (s *stalling) stall(t *testing.T) (await func()) {
	s.isStalled.Store(true)
	before := s.swallowed.Load()
	return func() {
		t.Helper()
		testkit.Eventually(t, slack*time.Minute, "the storage is asked", func() bool { return s.swallowed.Load() > before })
		s.isStalled.Store(false)
	}
}

// owner is the organization of a bootstrapped installation.
type owner struct {
	*collector
	OrganizationID, ServiceID, KeyID, KeySecret string
}

func (o *owner) cloud(method, path, body string, into any) {
	o.t.Helper()
	key := base64.StdEncoding.EncodeToString([]byte(o.KeyID + ":" + o.KeySecret))
	answer := testkit.Scenario{
		Method: method, Path: "/v1/organizations/" + o.OrganizationID + path, Body: body,
		Headers: map[string]string{"Authorization": "Basic " + key},
	}.Send(o.t, "http://"+o.addrOf("cloud"))
	if err := json.Unmarshal([]byte(answer.Body), &struct{ Result any }{into}); err != nil || answer.Status != http.StatusOK {
		o.t.Fatalf("%s %s: %d %s: %v", method, path, answer.Status, answer.Body, err)
	}
}

func (o *owner) addrOf(role string) string { return o.program.addr(role) }

type listed struct{ ID, Status, State string }

// backups returns the ids and statuses of the service's backups.
func (o *owner) backups() (found []listed) {
	o.t.Helper()
	o.cloud(http.MethodGet, "/services/"+o.ServiceID+"/backups", "", &found)
	return found
}

// TestKillsDuringBackupAndRestore kills the server while it sends a backup to
// S3, and while it reads it again for a new service.
func TestKillsDuringBackupAndRestore(t *testing.T) {
	t.Parallel()
	server := s3test.Start(t)
	_, upstream, _ := strings.Cut(server.URL, "endpoint=http://")
	between := startStalling(t, upstream)
	o := &owner{collector: &collector{t: t, dir: t.TempDir(), addr: testkit.FreeAddr()}}
	o.env = []string{
		"CAIRN_CLOUD_RATE_LIMIT=0", "CAIRN_OTLP_HTTP_ADDR=" + o.addr, "CAIRN_BACKUP_S3_URL=" + strings.Replace(server.URL, upstream, between.addr, 1),
		"CAIRN_BACKUP_S3_ACCESS_KEY=" + s3test.AccessKey, "CAIRN_BACKUP_S3_SECRET_KEY=" + s3test.SecretKey,
	}
	printed := []byte(mustCairn(t, o.dir, "bootstrap", "--json"))
	o.adopt(printed)
	if err := json.Unmarshal(printed, o); err != nil || o.KeyID == "" {
		t.Fatalf("%s: %v", printed, err)
	}
	age(t, o.dir)

	asked := between.stall(t)
	o.start()
	asked()
	if found := o.backups(); len(found) != 1 || found[0].Status != "in_progress" {
		t.Fatalf("while it is sent: %v", found)
	}
	o.kill()
	o.start()
	testkit.Eventually(t, slack*time.Minute, "the backup is done", func() bool {
		found := o.backups()
		return len(found) == 1 && found[0].Status == "done"
	})

	asked = between.stall(t)
	var made struct{ Service listed }
	o.cloud(http.MethodPost, "/services", `{"name":"copy","provider":"aws","region":"us-east-1","backupId":"`+o.backups()[0].ID+`"}`, &made)
	asked()
	o.kill()
	o.start()
	var now listed
	testkit.Eventually(t, slack*time.Minute, "the service is restored", func() bool {
		o.cloud(http.MethodGet, "/services/"+made.Service.ID, "", &now)
		if now.State != "running" && now.State != "provisioning" {
			t.Fatalf("the service is %s", now.State)
		}
		return now.State == "running"
	})
	var before, after []any
	o.cloud(http.MethodGet, "/services/"+o.ServiceID+"/stack/sources", "", &before)
	o.cloud(http.MethodGet, "/services/"+made.Service.ID+"/stack/sources", "", &after)
	if len(before) == 0 || len(before) != len(after) {
		t.Errorf("%d sources became %d", len(before), len(after))
	}
	o.kill()
}

// age lets the services of a folder have been there for a day.
func age(t *testing.T, dir string) {
	t.Helper()
	db, err := sql.Open("sqlite", filepath.Join(dir, "cairn.db"))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := db.ExecContext(t.Context(), "UPDATE services SET created_at = created_at - $1", (25 * time.Hour).Milliseconds()); err != nil {
		t.Fatal(err)
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
}
