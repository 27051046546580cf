package access_test

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"log/slog"
	"net/netip"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/cairnstack/cairn/internal/access"
	"github.com/cairnstack/cairn/internal/fault"
	"github.com/cairnstack/cairn/internal/org"
	"github.com/cairnstack/cairn/internal/peer"
	"github.com/cairnstack/cairn/internal/sqlstore"
	"github.com/cairnstack/cairn/internal/testkit"
	"github.com/cairnstack/cairn/internal/testkit/storetest"
)

const password = "correct horse battery"

// house is an installation on a real store with a clock that stands still.
type house struct {
	*access.Service
	store *sqlstore.Store
	clock *testkit.Clock
	made  access.Installation
}

// sealing returns the options of a store that can keep sealed secrets.
func sealing(t *testing.T) sqlstore.Options {
	t.Helper()
	options := storetest.Options(t, sqlstore.KindSQLite)
	options.SecretKey = make([]byte, sqlstore.SecretKeyBytes)
	return options
}

func newHouse(t *testing.T) *house {
	t.Helper()
	h := emptyHouse(t)
	var err error
	h.made, err = h.Install(t.Context(), access.NewUser{Email: "ada@example.net", Name: "Ada", Password: password})
	if err != nil {
		t.Fatal(err)
	}
	return h
}

func wantRefusal(t *testing.T, err error, part string) {
	t.Helper()
	if fault.KindOf(err) != fault.Unauthenticated || !strings.Contains(err.Error(), part) {
		t.Errorf("got %v, want a refusal with %q", err, part)
	}
}

var here = netip.MustParseAddr("192.0.2.1")

func TestInstallMakesEveryDoorWork(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	p, err := h.Basic(t.Context(), h.made.KeyID, h.made.KeySecret, here)
	if err != nil || p.OrganizationID != h.made.OrganizationID || !p.May(access.OrganizationManage) {
		t.Errorf("Basic: %+v, %v", p, err)
	}
	p, err = h.Bearer(t.Context(), h.made.AccessKey)
	if err != nil || p.TeamID != h.made.TeamID || p.UserID != h.made.User.ID {
		t.Errorf("Bearer: %+v, %v", p, err)
	}
	p, err = h.Ingestion(t.Context(), h.made.IngestionKey)
	if err != nil || p.TeamID != h.made.TeamID || p.May(access.StackRead) {
		t.Errorf("Ingestion: %+v, %v", p, err)
	}
	in, err := h.SignIn(t.Context(), access.Credentials{Email: " ADA@example.net ", Password: password})
	if err != nil {
		t.Fatal(err)
	}
	p, err = h.Session(t.Context(), in.Token)
	if err != nil || p.TeamID != h.made.TeamID || p.OrganizationID != h.made.OrganizationID || !p.May(access.KeysCreate) {
		t.Errorf("Session: %+v, %v", p, err)
	}
}

func TestInstallTwiceIsRefused(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	_, err := h.Install(t.Context(), access.NewUser{Email: "eve@example.net", Name: "Eve", Password: password})
	if fault.KindOf(err) != fault.Conflict {
		t.Errorf("got %v", err)
	}
}

func TestOfSeveralInstallsOneSucceeds(t *testing.T) {
	t.Parallel()
	store, err := sqlstore.Open(t.Context(), sealing(t))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = store.Close() }()
	service := &access.Service{Store: store, Now: time.Now, Random: rand.Reader}
	var succeeded atomic.Int32
	var racers sync.WaitGroup
	for i := range 4 {
		racers.Go(func() {
			email := fmt.Sprintf("racer-%d@example.net", i)
			_, err := service.Install(t.Context(), access.NewUser{Email: email, Name: "Racer", Password: password})
			if err == nil {
				succeeded.Add(1)
			} else if !errors.Is(err, access.ErrInstalled) {
				t.Errorf("racer %d: %v", i, err)
			}
		})
	}
	racers.Wait()
	if succeeded.Load() != 1 {
		t.Errorf("%d installs succeeded", succeeded.Load())
	}
}

func TestKeysDoNotSwapDoors(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	_, err := h.Bearer(t.Context(), h.made.IngestionKey)
	wantRefusal(t, err, "belongs to the telemetry collector")
	_, err = h.Ingestion(t.Context(), h.made.AccessKey)
	wantRefusal(t, err, "belongs to the stack API")
	_, err = h.Bearer(t.Context(), h.made.KeySecret)
	wantRefusal(t, err, "belongs to the cloud API")
	_, err = h.Basic(t.Context(), "x", h.made.AccessKey, here)
	wantRefusal(t, err, "belongs to the stack API")
	_, err = h.Session(t.Context(), h.made.AccessKey)
	wantRefusal(t, err, "here a session is needed")
}

func TestUnknownAndForgedKeys(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	for _, kind := range []access.TokenKind{access.TokenAccess, access.TokenIngestion} {
		token := newToken(t, kind).Text
		_, bearerErr := h.Bearer(t.Context(), token)
		_, ingestionErr := h.Ingestion(t.Context(), token)
		wantRefusal(t, bearerErr, "")
		wantRefusal(t, ingestionErr, "")
	}
	_, err := h.Basic(t.Context(), h.made.KeyID, "guess", here)
	wantRefusal(t, err, "Invalid credentials.")
	_, err = h.Basic(t.Context(), "nobody", "guess", here)
	wantRefusal(t, err, "Key is not found")
}

func TestAccessKeyExpires(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	key := access.AccessKey{UserID: h.made.User.ID, TeamID: h.made.TeamID, Name: "short", ExpireAt: h.clock.Now().Add(time.Hour)}
	_, text, err := h.CreateAccessKey(t.Context(), key)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := h.Bearer(t.Context(), text); err != nil {
		t.Errorf("before: %v", err)
	}
	h.clock.Advance(time.Hour)
	_, err = h.Bearer(t.Context(), text)
	wantRefusal(t, err, "expired")
}

func TestCloudKeyStates(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	f := func(name, part string, change func(*org.Key)) {
		t.Helper()
		key := org.Key{OrganizationID: h.made.OrganizationID, Name: name, Roles: []org.Role{org.RoleBilling}}
		change(&key)
		made, err := h.CreateCloudKey(t.Context(), key)
		if err != nil {
			t.Fatal(err)
		}
		h.clock.Advance(time.Minute)
		_, err = h.Basic(t.Context(), made.KeyID, made.KeySecret, here)
		if part == "" && err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if part != "" {
			wantRefusal(t, err, part)
		}
	}
	f("plain", "", func(*org.Key) {})
	f("expired", "Key is not active", func(k *org.Key) { k.ExpireAt = h.clock.Now().Add(time.Second) })
	f("from elsewhere", "not allowed from this address", func(k *org.Key) { k.IPAccessList = []org.IPRule{{Source: "10.0.0.0/8"}} })
	f("from here", "", func(k *org.Key) { k.IPAccessList = []org.IPRule{{Source: "192.0.2.0/24"}} })
	f("from nowhere", "not allowed from this address", func(k *org.Key) { k.IPAccessList = []org.IPRule{} })
}

func TestKeyLimits(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	for range access.IngestionKeysMax - 1 { // the installation made one
		if _, _, err := h.CreateIngestionKey(t.Context(), h.made.TeamID, "k"); err != nil {
			t.Fatal(err)
		}
	}
	if _, _, err := h.CreateIngestionKey(t.Context(), h.made.TeamID, "one more"); fault.KindOf(err) != fault.Conflict {
		t.Errorf("ingestion keys: %v", err)
	}
	own := access.AccessKey{UserID: h.made.User.ID, TeamID: h.made.TeamID, Name: "k"}
	for range access.AccessKeysMax - 1 {
		if _, _, err := h.CreateAccessKey(t.Context(), own); err != nil {
			t.Fatal(err)
		}
	}
	if _, _, err := h.CreateAccessKey(t.Context(), own); fault.KindOf(err) != fault.Conflict {
		t.Errorf("access keys: %v", err)
	}
	own.Name = strings.Repeat("x", access.KeyNameCharsMax+1)
	if _, _, err := h.CreateAccessKey(t.Context(), own); fault.KindOf(err) != fault.Invalid {
		t.Errorf("long name: %v", err)
	}
}

func TestSessionsIdleOut(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	in, err := h.SignIn(t.Context(), access.Credentials{Email: "ada@example.net", Password: password})
	if err != nil {
		t.Fatal(err)
	}
	uses := access.NewUseRecorder(h.store, h.clock.Now, slog.New(slog.DiscardHandler))
	h.clock.Advance(access.SessionIdleMax - time.Second)
	p, err := h.Session(t.Context(), in.Token)
	if err != nil {
		t.Fatal(err)
	}
	uses.Note(p)
	flush(t, uses)
	h.clock.Advance(access.SessionIdleMax - time.Second)
	if _, err := h.Session(t.Context(), in.Token); err != nil {
		t.Errorf("used in between: %v", err)
	}
	h.clock.Advance(time.Second)
	_, err = h.Session(t.Context(), in.Token)
	wantRefusal(t, err, "expired")
}

func TestKeyUseIsWrittenByTheMinute(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	uses := access.NewUseRecorder(h.store, h.clock.Now, slog.New(slog.DiscardHandler))
	h.clock.Advance(90 * time.Second)
	p, err := h.Bearer(t.Context(), h.made.AccessKey)
	if err != nil {
		t.Fatal(err)
	}
	uses.Note(p)
	flush(t, uses)
	keys, err := h.store.AccessKeysOf(t.Context(), h.made.User.ID)
	if err != nil || len(keys) != 1 {
		t.Fatalf("%v, %v", keys, err)
	}
	if want := h.clock.Now().Truncate(time.Minute); !keys[0].UsedAt.Equal(want) {
		t.Errorf("used at %s, want %s", keys[0].UsedAt, want)
	}
}

func TestSignInIsThrottled(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	for range access.SignInFailuresMax {
		_, err := h.SignIn(t.Context(), access.Credentials{Email: "ada@example.net", Password: "wrong horse battery"})
		wantRefusal(t, err, "is wrong")
	}
	if _, err := h.SignIn(t.Context(), access.Credentials{Email: "ada@example.net", Password: password}); fault.KindOf(err) != fault.Limited {
		t.Errorf("got %v, want Limited even with the right password", err)
	}
	elsewhere := peer.WithClient(t.Context(), netip.MustParseAddr("192.0.2.1"))
	if _, err := h.SignIn(elsewhere, access.Credentials{Email: "ada@example.net", Password: password}); err != nil {
		t.Errorf("the owner at another address: %v", err)
	}
}

func TestCreateMemberSitsInTeamAndOrganization(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	seat := access.Membership{TeamID: h.made.TeamID, Role: org.RoleBilling}
	in := access.NewUser{Email: "bob@example.net", Name: "Bob", Password: password}
	if _, err := h.CreateMember(t.Context(), in, seat); err != nil {
		t.Fatal(err)
	}
	signed, err := h.SignIn(t.Context(), access.Credentials{Email: "bob@example.net", Password: password})
	if err != nil {
		t.Fatal(err)
	}
	p, err := h.Session(t.Context(), signed.Token)
	if err != nil || !p.May(access.UsageCostRead) || p.May(access.KeysCreate) {
		t.Errorf("%+v, %v", p, err)
	}
	if _, err := h.CreateMember(t.Context(), in, seat); fault.KindOf(err) != fault.Conflict {
		t.Errorf("twice: %v", err)
	}
}

// flush runs the recorder just long enough to write what it gathered.
func flush(t *testing.T, uses *access.UseRecorder) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := uses.Run(ctx); err != nil {
		t.Fatal(err)
	}
}
