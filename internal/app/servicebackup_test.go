package app_test

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io/fs"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/ClickHouse/ch-go/proto"
	"github.com/google/go-cmp/cmp"

	"github.com/cairnstack/cairn/internal/app"
	"github.com/cairnstack/cairn/internal/clickhouse"
	"github.com/cairnstack/cairn/internal/org"
	"github.com/cairnstack/cairn/internal/testkit"
	"github.com/cairnstack/cairn/internal/testkit/apptest"
	"github.com/cairnstack/cairn/internal/testkit/enginetest"
	"github.com/cairnstack/cairn/internal/testkit/s3test"
	"github.com/cairnstack/cairn/internal/testkit/smtptest"
)

// shift is a clock that runs ahead.
type shift struct{ by atomic.Int64 }

func (s *shift) now() time.Time          { return time.Now().Add(time.Duration(s.by.Load())) }
func (s *shift) advance(d time.Duration) { s.by.Add(int64(d)) }

// backedUp is an installation whose services are backed up.
type backedUp struct {
	*apptest.Server
	t     *testing.T
	stop  func()
	clock *shift
}

func startBackedUp(t *testing.T, adjust func(*app.Options)) backedUp {
	t.Helper()
	clock := &shift{}
	s, stop := startServer(t, func(o *app.Options) {
		o.Now, o.Backup.Every = clock.now, 50*time.Millisecond
		o.Config.CloudRateLimit = 0
		adjust(o)
	})
	return backedUp{s, t, stop, clock}
}

// cloud calls the cloud API below the organization.
func (b backedUp) cloud(method, path, body string) testkit.Answer {
	b.t.Helper()
	key := base64.StdEncoding.EncodeToString([]byte(b.Installation.KeyID + ":" + b.Installation.KeySecret))
	return testkit.Scenario{
		Method: method, Path: "/v1/organizations/" + b.Installation.OrganizationID + path, Body: body,
		Headers: map[string]string{"Authorization": "Basic " + key},
	}.Send(b.t, b.URL(app.RoleCloud))
}

// result decodes what a call returns.
func result[T any](t *testing.T, got testkit.Answer) T {
	t.Helper()
	var body struct{ Result T }
	if err := json.Unmarshal([]byte(got.Body), &body); err != nil || got.Status != http.StatusOK {
		t.Fatalf("%d %s: %v", got.Status, got.Body, err)
	}
	return body.Result
}

type listedBackup struct {
	ID, ServiceID, Status, Type, StartedAt, FinishedAt, Error string
	SizeInBytes                                               int64
}

func (b backedUp) backups(serviceID string) []listedBackup {
	b.t.Helper()
	return result[[]listedBackup](b.t, b.cloud(http.MethodGet, "/services/"+serviceID+"/backups", ""))
}

// awaitBackup waits until there is one backup, which has a status.
func (b backedUp) awaitBackup(status string) listedBackup {
	b.t.Helper()
	var newest listedBackup
	testkit.Eventually(b.t, time.Minute, "a backup is "+status, func() bool {
		found := b.backups(b.Installation.ServiceID)
		if len(found) > 0 {
			newest = found[0]
		}
		return len(found) == 1 && newest.Status == status
	})
	return newest
}

// restored makes a service of a backup and waits until it has a state.
func (b backedUp) restored(backupID, state string) (id, reason string) {
	b.t.Helper()
	made := result[struct{ Service struct{ ID, State string } }](b.t, b.cloud(http.MethodPost, "/services",
		`{"name":"restored","provider":"aws","region":"eu-central-1","backupId":"`+backupID+`"}`))
	testkit.Eventually(b.t, time.Minute, "the service is "+state, func() bool {
		s := result[struct{ State, StateReason string }](b.t, b.cloud(http.MethodGet, "/services/"+made.Service.ID, ""))
		reason = s.StateReason
		return s.State == state
	})
	return made.Service.ID, reason
}

// deniedKey makes a key that may do everything with services, but for the stack
// of the one that is backed up.
func (b backedUp) deniedKey() map[string]string {
	b.t.Helper()
	role := result[struct{ ID string }](b.t, b.cloud(http.MethodPost, "/roles", `{"name":"denied","actors":[],"policies":[
		{"allowDeny":"ALLOW","permissions":["control-plane:service:view","control-plane:service:manage-clickstack-api"],"resources":["instance/*"]},
		{"allowDeny":"DENY","permissions":["control-plane:service:manage-clickstack-api"],"resources":["instance/`+b.Installation.ServiceID+`"]}]}`))
	key := result[struct{ KeyID, KeySecret string }](b.t, b.cloud(http.MethodPost, "/keys", `{"name":"denied","assignedRoleIds":["`+role.ID+`"]}`))
	return basic(key.KeyID, key.KeySecret)
}

// nouns are the resources that a backup has.
func nouns() []string {
	return []string{"sources", "dashboards", "webhooks", "alerts", "saved-searches"}
}

// resources returns what a service's stack has, with ids by the order in which
// they appear. How far alerts are evaluated is left out.
func (b backedUp) resources(serviceID string) string {
	b.t.Helper()
	var all strings.Builder
	for _, noun := range nouns() {
		got := b.cloud(http.MethodGet, "/services/"+serviceID+"/stack/"+noun, "")
		if got.Status != http.StatusOK {
			b.t.Fatalf("%s: %d %s", noun, got.Status, got.Body)
		}
		all.WriteString(string(result[json.RawMessage](b.t, got)) + "\n")
	}
	text := regexp.MustCompile(`"lastEvaluatedThrough":[^,]*`).ReplaceAllString(all.String(), `"lastEvaluatedThrough":…`)
	numbers := map[string]string{}
	return regexp.MustCompile(`[0-9a-f]{24}`).ReplaceAllStringFunc(text, func(id string) string {
		if numbers[id] == "" {
			numbers[id] = fmt.Sprintf("#%d", len(numbers))
		}
		return numbers[id]
	})
}

// lines returns the log records of a service's team as a member reads them.
func (b backedUp) lines(serviceID string) string {
	b.t.Helper()
	session := signIn(b.t, b.Server, "admin@localhost", apptest.Password)
	seats := testkit.Scenario{Path: "/ui/api/session", Headers: session}.Send(b.t, b.URL(app.RoleUI))
	var found struct {
		Data struct {
			Teams []struct{ ID, ServiceID string }
		}
	}
	if err := json.Unmarshal([]byte(seats.Body), &found); err != nil {
		b.t.Fatalf("%s: %v", seats.Body, err)
	}
	at := slices.IndexFunc(found.Data.Teams, func(team struct{ ID, ServiceID string }) bool { return team.ServiceID == serviceID })
	if at < 0 {
		b.t.Fatalf("no team of %s in %s", serviceID, seats.Body)
	}
	headers := inTeam(session, found.Data.Teams[at].ID)
	sources := result[[]struct{ ID, Kind string }](b.t, b.cloud(http.MethodGet, "/services/"+serviceID+"/stack/sources", ""))
	logs := slices.IndexFunc(sources, func(source struct{ ID, Kind string }) bool { return source.Kind == "log" })
	rows := testkit.Scenario{
		Method: http.MethodPost, Path: "/api/v2/search", Headers: headers,
		Body: fmt.Sprintf(`{"sourceId":%q,"startTime":%q,"endTime":%q,"select":"*"}`, sources[logs].ID,
			time.Now().Add(-time.Hour).UTC().Format(time.RFC3339), time.Now().Add(time.Hour).UTC().Format(time.RFC3339)),
	}.Send(b.t, b.URL(app.RoleUI))
	var page struct{ Data json.RawMessage }
	if err := json.Unmarshal([]byte(rows.Body), &page); err != nil || rows.Status != http.StatusOK {
		b.t.Fatalf("%d %s: %v", rows.Status, rows.Body, err)
	}
	return string(page.Data)
}

// furnish gives the service resources that refer to each other.
func (b backedUp) furnish() {
	b.t.Helper()
	service := "/services/" + b.Installation.ServiceID + "/stack/"
	type made struct {
		ID    string
		Tiles []struct{ ID string }
	}
	source := result[[]made](b.t, b.cloud(http.MethodGet, service+"sources", ""))[0]
	dashboard := result[made](b.t, b.cloud(http.MethodPost, service+"dashboards", `{"name":"Kept","tiles":[{"name":"Lines","x":0,"y":0,"w":6,"h":3,
		"config":{"displayType":"line","sourceId":"`+source.ID+`","select":[{"aggFn":"count","where":"","whereLanguage":"lucene"}]}}]}`))
	webhook := result[made](b.t, b.cloud(http.MethodPost, service+"webhooks",
		`{"name":"Room","service":"generic","url":"https://example.com/hook","headers":{"X-Token":"kept secret"}}`))
	result[made](b.t, b.cloud(http.MethodPost, service+"alerts", `{"name":"Many","source":"tile","dashboardId":"`+dashboard.ID+`","tileId":"`+dashboard.Tiles[0].ID+`",
		"threshold":1000000,"thresholdType":"above","interval":"1h","channel":{"type":"webhook","webhookId":"`+webhook.ID+`"}}`))
	result[made](b.t, b.cloud(http.MethodPost, service+"saved-searches", `{"name":"Errors","sourceId":"`+source.ID+`","where":"level:error","whereLanguage":"lucene"}`))
}

func TestServiceIsBackedUpAndRestored(t *testing.T) {
	t.Parallel()
	t.Run("folder", func(t *testing.T) {
		t.Parallel()
		folder := t.TempDir()
		backUpAndRestore(t, folder, func(o *app.Options) { o.Config.BackupDir = folder })
	})
	t.Run("s3", func(t *testing.T) {
		t.Parallel()
		server := s3test.Start(t)
		backUpAndRestore(t, server.Root, func(o *app.Options) {
			o.Config.BackupS3URL = server.URL
			o.Config.BackupS3AccessKey, o.Config.BackupS3SecretKey = s3test.AccessKey, s3test.SecretKey
		})
	})
}

// backUpAndRestore makes a backup, whose files are in the folder, and a service
// of it.
func backUpAndRestore(t *testing.T, folder string, adjust func(*app.Options)) {
	t.Helper()
	b := startBackedUp(t, adjust)
	body := "kept in " + folder
	if got := post(t, b.Server, protoOf(t, body), nil); got.Status != http.StatusOK {
		t.Fatalf("%d %s", got.Status, got.Body)
	}
	testkit.Eventually(t, time.Minute, "the record is stored", func() bool { return stored(t, b.Server, body) == 1 })
	b.furnish()
	if found := b.backups(b.Installation.ServiceID); len(found) != 0 {
		t.Fatalf("before the first slot there are %v", found)
	}
	b.clock.advance(73 * time.Hour) // three slots, of which one is made
	newest := b.awaitBackup("done")
	if newest.SizeInBytes == 0 || newest.FinishedAt == "" || newest.Type != "full" || newest.ServiceID != b.Installation.ServiceID {
		t.Errorf("the backup is %+v", newest)
	}
	one := result[listedBackup](t, b.cloud(http.MethodGet, "/services/"+b.Installation.ServiceID+"/backups/"+newest.ID, ""))
	if diff := cmp.Diff(newest, one); diff != "" {
		t.Error(diff)
	}
	denied := b.deniedKey()
	serviceID, _ := b.restored(newest.ID, "running")
	for _, id := range []string{b.Installation.ServiceID, serviceID} {
		call := testkit.Scenario{Path: "/v1/organizations/" + b.Installation.OrganizationID + "/services/" + id + "/stack/dashboards", Headers: denied}
		if got := call.Send(t, b.URL(app.RoleCloud)); got.Status != http.StatusForbidden {
			t.Errorf("somebody who is denied the stack of the service: %d %s", got.Status, got.Body)
		}
	}
	if diff := cmp.Diff(b.lines(b.Installation.ServiceID), b.lines(serviceID)); diff != "" || !strings.Contains(b.lines(serviceID), body) {
		t.Errorf("lines (-backed up +restored):\n%s", diff)
	}
	if diff := cmp.Diff(b.resources(b.Installation.ServiceID), b.resources(serviceID)); diff != "" {
		t.Errorf("resources (-backed up +restored):\n%s", diff)
	}
	if n := storedAnywhere(t, body); n != 2 {
		t.Errorf("two services have %d records", n)
	}
	before := archivesIn(t, folder)
	b.clock.advance(24 * time.Hour)
	testkit.Eventually(t, time.Minute, "the next backup takes the place of the first", func() bool {
		found := b.backups(b.Installation.ServiceID)
		return len(found) == 1 && found[0].Status == "done" && found[0].ID != newest.ID
	})
	if after := archivesIn(t, folder); strings.Contains(strings.Join(after, " "), newest.ID) || len(before) == 0 {
		t.Errorf("before %v, after %v", before, after)
	}
}

// archivesIn returns the metadata files of all archives in a folder.
func archivesIn(t *testing.T, folder string) (files []string) {
	t.Helper()
	err := filepath.WalkDir(folder, func(path string, entry fs.DirEntry, err error) error {
		if err == nil && entry.Name() == "metadata.jsonl.zst" {
			files = append(files, path)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// storedAnywhere counts records with a body in the databases of all teams.
func storedAnywhere(t *testing.T, body string) uint64 {
	t.Helper()
	var n proto.ColUInt64
	_, err := enginetest.Client(t).Query(t.Context(), clickhouse.Query{
		Database: "default",
		SQL:      "SELECT count() AS n FROM merge(REGEXP('^cairn_'), '^logs$') WHERE Body = {body:String}",
		Params:   []clickhouse.Param{clickhouse.String("body", body)},
		Result:   proto.Results{{Name: "n", Data: &n}},
	})
	if err != nil {
		t.Fatal(err)
	}
	return n.Row(0)
}

// TestDamagedBackupRestoresNothing also holds that a missing one is refused.
func TestDamagedBackupRestoresNothing(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	b := startBackedUp(t, func(o *app.Options) { o.Config.BackupDir = folder })
	b.clock.advance(25 * time.Hour)
	made := b.awaitBackup("done")
	files := archivesIn(t, folder)
	if len(files) != 1 {
		t.Fatalf("%v", files)
	}
	text, err := os.ReadFile(files[0])
	if err != nil {
		t.Fatal(err)
	}
	text[len(text)/2] ^= 1
	if err := os.WriteFile(files[0], text, 0o600); err != nil {
		t.Fatal(err)
	}
	_, reason := b.restored(made.ID, "failed")
	if !strings.Contains(reason, "metadata.jsonl.zst is not what was written") {
		t.Errorf("the reason is %q", reason)
	}
	if err := os.RemoveAll(filepath.Dir(files[0])); err != nil {
		t.Fatal(err)
	}
	if _, reason := b.restored(made.ID, "failed"); !strings.Contains(reason, "no backup") {
		t.Errorf("the reason is %q", reason)
	}
}

// TestStorageThatIsAwayIsToldOf has no storage at the first attempt: owners see
// why, an admin gets one e-mail, and the attempt after it is back is good.
func TestStorageThatIsAwayIsToldOf(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]func(t *testing.T) (adjust func(*app.Config), reason string, back func()){
		"folder": func(t *testing.T) (func(*app.Config), string, func()) {
			inTheWay := filepath.Join(t.TempDir(), "mounted")
			if err := os.WriteFile(inTheWay, nil, 0o600); err != nil {
				t.Fatal(err)
			}
			return func(c *app.Config) { c.BackupDir = filepath.Join(inTheWay, "backups") },
				"the folder of the backups can't be written to", func() { _ = os.Remove(inTheWay) }
		},
		"s3": func(t *testing.T) (func(*app.Config), string, func()) {
			server := s3test.Start(t)
			server.Stop()
			return func(c *app.Config) {
				c.BackupS3URL, c.BackupS3AccessKey, c.BackupS3SecretKey = server.URL, s3test.AccessKey, s3test.SecretKey
			}, "the storage of backups can't be reached", func() { server.Restart(t) }
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			mails := &smtptest.Server{}
			address := mails.Start(t)
			adjust, reason, back := c(t)
			b := startBackedUp(t, func(o *app.Options) {
				adjust(&o.Config)
				o.Config.SMTPURL, o.Config.SMTPFrom = "smtp://"+address+"?tls=none", "Cairn <cairn@example.com>"
			})
			b.clock.advance(25 * time.Hour)
			if failed := b.awaitBackup("error"); !strings.Contains(failed.Error, reason) || strings.Contains(failed.Error, "/") {
				t.Errorf("owners are told %q", failed.Error)
			}
			if said := strings.Join(<-mails.Said, "\n"); !strings.Contains(said, "RCPT TO:<admin@localhost>") || !strings.Contains(said, reason) {
				t.Errorf("the mail server heard\n%s", said)
			}
			if got := b.cloud(http.MethodGet, "/activities", ""); !strings.Contains(got.Body, "service_backup_failed") {
				t.Errorf("%s", got.Body)
			}
			back()
			b.clock.advance(org.BackupRetryDelay)
			b.awaitBackup("done")
			if len(mails.Said) != 0 {
				t.Errorf("there is another mail:\n%s", <-mails.Said)
			}
		})
	}
}
