package access_test

import (
	"context"
	"crypto/rand"
	"fmt"
	"log/slog"
	"testing"
	"time"

	"github.com/cairnstack/cairn/internal/access"
	"github.com/cairnstack/cairn/internal/fault"
	"github.com/cairnstack/cairn/internal/org"
	"github.com/cairnstack/cairn/internal/peer"
)

// refusing returns the house with an audit log of refusals, and a function that
// returns how many records it has and the newest.
func refusing(t *testing.T) (*house, context.Context, func() (int, org.AuditRecord)) {
	t.Helper()
	h := newHouse(t)
	trail := &access.Trail{Store: h.store, Now: h.clock.Now, Random: rand.Reader, Origin: func(context.Context) access.Origin {
		return access.Origin{Door: org.DoorWeb, Operation: "signIn", UserAgent: "test"}
	}}
	h.Refusals = &access.Refusals{Trail: trail, Store: h.store, Logger: slog.New(slog.DiscardHandler)}
	ctx := peer.WithClient(t.Context(), here)
	return h, ctx, func() (int, org.AuditRecord) {
		t.Helper()
		h.Refusals.WriteDue(ctx, access.RefusalEvery)
		records, err := h.store.AuditRecordsBelow(ctx, h.made.TeamID, 0, 1000)
		if err != nil {
			t.Fatal(err)
		}
		if len(records) == 0 {
			return 0, org.AuditRecord{}
		}
		return len(records), records[0]
	}
}

// TestRefusalsAreCountedTogether lets somebody guess at a known account and at
// unknown ones.
func TestRefusalsAreCountedTogether(t *testing.T) {
	t.Parallel()
	h, ctx, written := refusing(t)
	guess := func(email string) {
		if _, err := h.SignIn(ctx, access.Credentials{Email: email, Password: "wrong horse battery"}); fault.KindOf(err) != fault.Unauthenticated {
			t.Errorf("a guess: %v", err)
		}
	}
	guess("nobody@example.net")
	if count, _ := written(); count != 0 {
		t.Errorf("an unknown account leaves %d records", count)
	}
	guess("ada@example.net")
	count, first := written()
	if count != 1 || first.Outcome != org.AuditRefused || first.Count != 1 || first.Actor.Name != "ada@example.net" || first.Actor.Address != here.String() ||
		first.Subject.Kind != org.SubjectSession || first.Reason == "" {
		t.Errorf("%d records, %+v", count, first)
	}
	for range 5 {
		guess("ada@example.net")
	}
	if count, _ := written(); count != 1 {
		t.Errorf("%d records within a minute", count)
	}
	h.clock.Advance(access.RefusalEvery)
	if count, second := written(); count != 2 || second.Count != 5 {
		t.Errorf("%d records after a minute, %+v", count, second)
	}
}

// TestGuessesInAnOpenSessionAreInTheLog lets somebody at a browser that was left
// open guess at the password.
func TestGuessesInAnOpenSessionAreInTheLog(t *testing.T) {
	t.Parallel()
	h, ctx, written := refusing(t)
	ctx = access.WithPrincipal(ctx, access.Principal{UserID: h.made.User.ID, TeamID: h.made.TeamID, Kind: access.TokenSession})
	if err := h.ChangePassword(ctx, "wrong horse battery", "another horse battery"); fault.KindOf(err) != fault.Invalid {
		t.Fatal(err)
	}
	count, record := written()
	if count != 1 || record.Outcome != org.AuditRefused || record.Subject.Kind != org.SubjectMember || record.Subject.Name != "ada@example.net" || record.Reason == "" {
		t.Errorf("%d records, %+v", count, record)
	}
}

// TestRefusalsOfATeamAreBounded asks for many things that nobody may.
func TestRefusalsOfATeamAreBounded(t *testing.T) {
	t.Parallel()
	h, ctx, written := refusing(t)
	ctx = access.WithPrincipal(ctx, access.Principal{UserID: h.made.User.ID, TeamID: h.made.TeamID, Kind: access.TokenSession})
	for i := range 10 * access.RefusalKindsMax {
		h.NoteRefusal(ctx, fault.New(fault.Forbidden, "kind %d", i))
	}
	if count, _ := written(); count != access.RefusalKindsMax+1 {
		t.Errorf("%d records", count)
	}
	h.NoteRefusal(t.Context(), fault.New(fault.Forbidden, "of nobody"))
	h.clock.Advance(time.Hour)
	if count, _ := written(); count != access.RefusalKindsMax+1 {
		t.Errorf("%d records after a refusal of nobody", count)
	}
}

// TestKnownKeysThatAreNotTakenAreInTheLog sends keys that expired, whose secret
// is wrong and that nobody knows.
func TestKnownKeysThatAreNotTakenAreInTheLog(t *testing.T) {
	t.Parallel()
	h, ctx, written := refusing(t)
	_, key, err := h.CreateAccessKey(ctx, access.AccessKey{
		UserID: h.made.User.ID, TeamID: h.made.TeamID, Name: "short", ExpireAt: h.clock.Now().Add(time.Minute),
	})
	if err != nil {
		t.Fatal(err)
	}
	h.clock.Advance(time.Hour)
	for i, refused := range []func() error{
		func() error { _, err := h.Bearer(ctx, key); return err },
		func() error { _, err := h.Basic(ctx, h.made.KeyID, "wrong", here); return err },
	} {
		wantRefusal(t, refused(), "")
		if count, record := written(); count != i+1 || record.Outcome != org.AuditRefused || record.Actor.KeyName != []string{"short", "default"}[i] {
			t.Errorf("%d: %d records, %+v", i, count, record)
		}
	}
	_, err = h.Basic(ctx, fmt.Sprint("no", "body"), "wrong", here)
	wantRefusal(t, err, "")
	if count, _ := written(); count != 2 {
		t.Errorf("an unknown key leaves a record")
	}
}
