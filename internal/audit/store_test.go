package audit_test

import (
	"context"
	"crypto/rand"
	"log/slog"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/cairnstack/cairn/internal/access"
	"github.com/cairnstack/cairn/internal/audit"
	"github.com/cairnstack/cairn/internal/cloud"
	"github.com/cairnstack/cairn/internal/org"
	"github.com/cairnstack/cairn/internal/sqlstore"
	"github.com/cairnstack/cairn/internal/testkit"
	"github.com/cairnstack/cairn/internal/testkit/pgtest"
	"github.com/cairnstack/cairn/internal/testkit/storetest"
)

func TestMain(m *testing.M) {
	access.HashCheaply()
	os.Exit(pgtest.Main(m))
}

const password = "correct horse battery"

// world is an installation whose changes leave records.
type world struct {
	*access.Service
	store *audit.Store
	made  access.Installation
	clock *testkit.Clock
}

// eachWorld runs a test on both databases.
func eachWorld(t *testing.T, run func(t *testing.T, w *world)) {
	t.Helper()
	t.Parallel()
	for _, kind := range []string{sqlstore.KindSQLite, sqlstore.KindPostgres} {
		t.Run(kind, func(t *testing.T) {
			t.Parallel()
			run(t, newWorld(t, kind))
		})
	}
}

func newWorld(t *testing.T, kind string) *world {
	t.Helper()
	clock := testkit.NewClock(time.Date(2026, 11, 1, 12, 0, 0, 0, time.UTC))
	options := storetest.Options(t, kind)
	options.Now = clock.Now
	plain, err := sqlstore.Open(t.Context(), options)
	ok(t, err)
	t.Cleanup(func() { ok(t, plain.Close()) })
	origin := func(context.Context) access.Origin { return access.Origin{Door: org.DoorWeb, Operation: "something"} }
	store := &audit.Store{Store: plain, Trail: &access.Trail{Store: plain, Now: clock.Now, Random: rand.Reader, Origin: origin}}
	w := &world{store: store, clock: clock}
	w.Service = &access.Service{Store: store, Now: clock.Now, Random: rand.Reader, Logger: slog.New(slog.DiscardHandler)}
	w.made, err = w.Install(t.Context(), access.NewUser{Email: "ada@example.net", Name: "Ada", Password: password})
	ok(t, err)
	return w
}

func ok(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// as returns a context in which the first account acts.
func (w *world) as(ctx context.Context) context.Context {
	return access.WithPrincipal(ctx, access.Principal{
		UserID: w.made.User.ID, TeamID: w.made.TeamID, OrganizationID: w.made.OrganizationID,
		Roles: []org.Role{org.RoleAdmin}, Kind: access.TokenCloud, KeyID: "k",
	})
}

// since returns the records of the first team after a sequence, oldest first.
func (w *world) since(t *testing.T, sequence int64) []org.AuditRecord {
	t.Helper()
	records, err := w.store.AuditRecordsBelow(t.Context(), w.made.TeamID, 0, 1000)
	ok(t, err)
	slices.Reverse(records)
	return slices.DeleteFunc(records, func(r org.AuditRecord) bool { return r.Sequence <= sequence })
}

func (w *world) last(t *testing.T) int64 {
	t.Helper()
	record, err := w.store.LastAuditRecord(t.Context(), w.made.TeamID)
	ok(t, err)
	return record.Sequence
}

// want holds that there is one record of the kind with the changes.
func want(t *testing.T, records []org.AuditRecord, kind org.AuditSubjectKind, changes string) {
	t.Helper()
	found := slices.DeleteFunc(slices.Clone(records), func(r org.AuditRecord) bool { return r.Subject.Kind != kind })
	if len(found) != 1 || found[0].Changes != changes {
		t.Errorf("records of a %s:\n%+v\nwant one with %s", kind, found, changes)
	}
}

func TestTheLogBeginsWithTheTeam(t *testing.T) {
	eachWorld(t, func(t *testing.T, w *world) {
		records := w.since(t, 0)
		want(t, records[:1], org.SubjectTeam, `[{"field":"name","after":"Default"}]`)
		for _, kind := range []org.AuditSubjectKind{org.SubjectMember, org.SubjectService, org.SubjectAccessKey, org.SubjectIngestionKey} {
			if !slices.ContainsFunc(records, func(r org.AuditRecord) bool { return r.Subject.Kind == kind && r.Actor.Name == "ada@example.net" }) {
				t.Errorf("no record of a %s by the first account in %+v", kind, records)
			}
		}
	})
}

// TestServicesAreRecordedAsDoors changes a service: its name is that of the
// team, its lists say from where the team is reached, and the rest is none of
// the team's business.
func TestServicesAreRecordedAsDoors(t *testing.T) {
	eachWorld(t, func(t *testing.T, w *world) {
		c := &cloud.Cloud{Store: w.store, Now: w.clock.Now, Random: rand.Reader, Domain: "example.com"}
		ref := cloud.ServiceRef{OrganizationID: w.made.OrganizationID, ID: w.made.ServiceID}
		update := func(patch org.ServicePatch) []org.AuditRecord {
			t.Helper()
			before := w.last(t)
			_, err := c.UpdateService(w.as(t.Context()), ref, patch)
			ok(t, err)
			return w.since(t, before)
		}
		name := "Renamed"
		renamed := update(org.ServicePatch{Name: &name})
		want(t, renamed, org.SubjectTeam, `[{"field":"name","before":"Default","after":"Renamed"}]`)
		if len(renamed) != 1 {
			t.Errorf("a new name leaves %d records", len(renamed))
		}
		list := []org.IPRule{{Source: "10.0.0.0/8", Description: "office"}}
		want(t, update(org.ServicePatch{IPAccessList: org.IPRulesChange{Add: list}}), org.SubjectService,
			`[{"field":"ipAccessList.10.0.0.0/8","after":{"description":"office","source":"10.0.0.0/8"}}]`)
		want(t, update(org.ServicePatch{IPAccessList: org.IPRulesChange{Remove: list}, Force: true}), org.SubjectService,
			`[{"field":"ipAccessList.10.0.0.0/8","before":{"description":"office","source":"10.0.0.0/8"}},{"field":"force","after":true}]`)
		channel := org.ReleaseFast
		if other := update(org.ServicePatch{ReleaseChannel: &channel}); len(other) != 0 {
			t.Errorf("another change leaves %+v", other)
		}
	})
}

// mailbox keeps what was sent.
type mailbox chan string

// Send keeps the text.
func (m mailbox) Send(_ context.Context, _, _, text string) error {
	m <- text
	return nil
}

func TestLinksByEmailAreRecorded(t *testing.T) {
	eachWorld(t, func(t *testing.T, w *world) {
		box, before := make(mailbox, 1), w.last(t)
		link := func(token string) string { return "token=" + token }
		mails := &access.PasswordMails{
			Accounts: w.Service, Mailer: box, LinkURL: link, PublicURL: func() string { return "" }, Logger: slog.New(slog.DiscardHandler),
		}
		ok(t, mails.Ask(t.Context(), "ada@example.net"))
		ctx, cancel := context.WithCancel(t.Context())
		done := make(chan error)
		go func() { done <- mails.Run(ctx) }()
		text := <-box
		cancel()
		ok(t, <-done)
		made := w.since(t, before)
		want(t, made, org.SubjectPasswordLink, `[{"field":"expireAt","after":"2026-11-01T13:00:00.000Z"},{"field":"origin","after":"email"},{"field":"user","after":"ada@example.net"}]`)
		if made[0].Actor.Kind != org.AuditSystem || made[0].Operation != "mailPasswordLink" || made[0].Door != org.DoorSystem {
			t.Errorf("made by %+v", made[0])
		}
		_, token, _ := strings.Cut(text, "token=")
		token, _, _ = strings.Cut(token, "\n")
		before = w.last(t)
		_, err := w.UsePasswordLink(t.Context(), token, "another horse battery")
		ok(t, err)
		used := w.since(t, before)
		want(t, used, org.SubjectPasswordLink, `[{"field":"usedAt","before":"","after":"2026-11-01T12:00:00.000Z"}]`)
		want(t, used, org.SubjectMember, `[{"field":"password","before":"********","after":"********"}]`)
		if used[0].Actor.Kind != org.AuditPerson || used[0].Actor.Name != "ada@example.net" {
			t.Errorf("used by %+v", used[0].Actor)
		}
	})
}

func TestManySessionsEndInOneRecord(t *testing.T) {
	eachWorld(t, func(t *testing.T, w *world) {
		const count = 300
		for range count {
			_, err := w.OpenSession(t.Context(), w.made.User)
			ok(t, err)
		}
		before := w.last(t)
		ok(t, w.store.DeleteSessionsOf(w.as(t.Context()), w.made.User.ID, ""))
		ended := w.since(t, before)
		if len(ended) != 1 || !ended[0].Cut || strings.Count(ended[0].Changes, `"field":"sessions.`) != org.AuditChangesMax {
			t.Fatalf("%d sessions end in %d records", count, len(ended))
		}
		ok(t, w.store.DeleteSessionsOf(w.as(t.Context()), w.made.User.ID, ""))
		if again := w.since(t, ended[0].Sequence); len(again) != 0 {
			t.Errorf("no sessions end in %+v", again)
		}
	})
}

func TestScopedReadsAreRecordedWhereSwitchedOn(t *testing.T) {
	eachWorld(t, func(t *testing.T, w *world) {
		read := audit.ScopedRead{
			TeamID: w.made.TeamID, SourceID: "65f000000000000000000001", SourceName: "Logs", Scope: `ServiceName:"web"`, Condition: "level:error",
		}
		ctx, before := w.as(t.Context()), w.last(t)
		ok(t, w.store.RecordRead(ctx, read))
		if off := w.since(t, before); len(off) != 0 {
			t.Errorf("switched off, a read leaves %+v", off)
		}
		w.store.ScopedReads = true
		ok(t, w.store.RecordRead(ctx, read))
		got := w.since(t, before)
		want(t, got, org.SubjectTelemetry, `[{"field":"condition","after":"level:error"},{"field":"scope","after":"ServiceName:\"web\""}]`)
		if r := got[0]; r.Operation != "something" || r.Subject.ID != read.SourceID || r.Subject.Name != "Logs" || r.Outcome != org.AuditDone {
			t.Errorf("%+v", r)
		}
	})
}
