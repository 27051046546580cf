package sqlstore_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/cairnstack/cairn/internal/fault"
	"github.com/cairnstack/cairn/internal/org"
	"github.com/cairnstack/cairn/internal/resources"
	"github.com/cairnstack/cairn/internal/sqlstore"
	"github.com/cairnstack/cairn/internal/stack"
	"github.com/cairnstack/cairn/internal/stack/stackgen"
)

var _ resources.ResourceStore = (*sqlstore.Store)(nil)

func secretKey(first byte) []byte {
	key := make([]byte, sqlstore.SecretKeyBytes)
	key[0] = first
	return key
}

// eachSealed runs the test on a store that can seal, with teams 1 and 2.
func eachSealed(t *testing.T, test func(t *testing.T, s *sqlstore.Store)) {
	t.Helper()
	eachBackend(t, func(t *testing.T, o sqlstore.Options) {
		o.SecretKey = secretKey(1)
		s := open(t, o)
		ok(t, s.CreateTeam(t.Context(), team(1)))
		ok(t, s.CreateTeam(t.Context(), team(2)))
		test(t, s)
	})
}

func record(n int) stack.Record {
	return stack.Record{ID: id(n), TeamID: id(1), CreatedAt: now, UpdatedAt: now.Add(time.Second), Version: 1}
}

// keeper is one noun of the stack as the store keeps it. Values come and go as
// any, so that one test holds for all nouns.
type keeper struct {
	noun   string
	make   func(n int) any
	create func(ctx context.Context, v any) error
	get    func(ctx context.Context, teamID, id string) (any, error)
	list   func(ctx context.Context, teamID string) (int, error)
	alter  func(v any) any
	update func(ctx context.Context, v any) error
	delete func(ctx context.Context, teamID, id string) error
}

func keepers(t *testing.T, s *sqlstore.Store) []keeper {
	t.Helper()
	g := stackgen.New(7)
	return []keeper{sourceKeeper(s, g), connectionKeeper(s, g), webhookKeeper(s, g), searchKeeper(s, g), dashboardKeeper(t, s, g)}
}

func sourceKeeper(s *sqlstore.Store, g *stackgen.Gen) keeper {
	return keeper{
		noun:   "source",
		make:   func(n int) any { return stack.Source{Record: record(n), SourceSpec: g.Source(stack.KindLog)} },
		create: func(ctx context.Context, v any) error { return s.CreateSource(ctx, v.(stack.Source)) },
		get:    func(ctx context.Context, teamID, id string) (any, error) { return s.SourceByID(ctx, teamID, id) },
		list: func(ctx context.Context, teamID string) (int, error) {
			l, err := s.SourcesOf(ctx, teamID)
			return len(l), err
		},
		alter:  func(v any) any { source := v.(stack.Source); source.Name = "ümlaut"; return source },
		update: func(ctx context.Context, v any) error { return s.UpdateSource(ctx, v.(stack.Source)) },
		delete: s.DeleteSource,
	}
}

func connectionKeeper(s *sqlstore.Store, g *stackgen.Gen) keeper {
	return keeper{
		noun: "connection",
		make: func(n int) any {
			c, _ := stack.Connection{Record: record(n)}.Apply(g.Connection(), nil)
			c.Password = "secret"
			return c
		},
		create: func(ctx context.Context, v any) error { return s.CreateConnection(ctx, v.(stack.Connection)) },
		get:    func(ctx context.Context, teamID, id string) (any, error) { return s.ConnectionByID(ctx, teamID, id) },
		list: func(ctx context.Context, teamID string) (int, error) {
			l, err := s.ConnectionsOf(ctx, teamID)
			return len(l), err
		},
		alter:  func(v any) any { c := v.(stack.Connection); c.Password = "another"; return c },
		update: func(ctx context.Context, v any) error { return s.UpdateConnection(ctx, v.(stack.Connection)) },
		delete: s.DeleteConnection,
	}
}

func webhookKeeper(s *sqlstore.Store, g *stackgen.Gen) keeper {
	return keeper{
		noun: "webhook",
		make: func(n int) any {
			w, _ := stack.Webhook{Record: record(n)}.Apply(g.Webhook(), nil)
			w.Secrets.Signing, w.Secrets.PreviousUntil = "whsec_", now
			return w
		},
		create: func(ctx context.Context, v any) error { return s.CreateWebhook(ctx, v.(stack.Webhook)) },
		get:    func(ctx context.Context, teamID, id string) (any, error) { return s.WebhookByID(ctx, teamID, id) },
		list: func(ctx context.Context, teamID string) (int, error) {
			_, n, err := s.WebhooksOf(ctx, teamID, resources.Part{Limit: 9})
			return n, err
		},
		alter: func(v any) any {
			w := v.(stack.Webhook)
			w.URL, w.Secrets.Signing = "https://x.example/", "other"
			return w
		},
		update: func(ctx context.Context, v any) error { return s.UpdateWebhook(ctx, v.(stack.Webhook)) },
		delete: s.DeleteWebhook,
	}
}

func searchKeeper(s *sqlstore.Store, g *stackgen.Gen) keeper {
	return keeper{
		noun:   "saved search",
		make:   func(n int) any { return stack.SavedSearch{Record: record(n), SavedSearchSpec: g.SavedSearch()} },
		create: func(ctx context.Context, v any) error { return s.CreateSavedSearch(ctx, v.(stack.SavedSearch)) },
		get:    func(ctx context.Context, teamID, id string) (any, error) { return s.SavedSearchByID(ctx, teamID, id) },
		list: func(ctx context.Context, teamID string) (int, error) {
			_, n, err := s.SavedSearchesOf(ctx, teamID, resources.Part{Limit: 9})
			return n, err
		},
		alter:  func(v any) any { search := v.(stack.SavedSearch); search.Where = "a:b"; return search },
		update: func(ctx context.Context, v any) error { return s.UpdateSavedSearch(ctx, v.(stack.SavedSearch)) },
		delete: s.DeleteSavedSearch,
	}
}

func dashboardKeeper(t *testing.T, s *sqlstore.Store, g *stackgen.Gen) keeper {
	t.Helper()
	return keeper{
		noun: "dashboard",
		make: func(n int) any {
			spec, err := stack.DashboardSpec{}.Apply(g.Dashboard(5), g.Mint)
			ok(t, err)
			return stack.Dashboard{Record: record(n), DashboardSpec: spec}
		},
		create: func(ctx context.Context, v any) error { return s.CreateDashboard(ctx, v.(stack.Dashboard)) },
		get: func(ctx context.Context, teamID, id string) (any, error) {
			d, err := s.DashboardByID(ctx, teamID, id)
			version, versionErr := s.DashboardVersion(ctx, teamID, id)
			if version != d.Version || fault.KindOf(versionErr) != fault.KindOf(err) {
				t.Errorf("version %d, %v, want %d, %v", version, versionErr, d.Version, err)
			}
			return d, err
		},
		list: func(ctx context.Context, teamID string) (int, error) {
			l, err := s.DashboardsOf(ctx, teamID)
			return len(l), err
		},
		alter:  func(v any) any { d := v.(stack.Dashboard); d.Name = "ümlaut"; return d },
		update: func(ctx context.Context, v any) error { return s.UpdateDashboard(ctx, v.(stack.Dashboard)) },
		delete: s.DeleteDashboard,
	}
}

func TestStackNounsComeBackAsTheyWere(t *testing.T) {
	eachSealed(t, func(t *testing.T, s *sqlstore.Store) {
		for _, k := range keepers(t, s) {
			ctx, want := t.Context(), k.make(10)
			ok(t, k.create(ctx, want))
			wantKind(t, k.create(ctx, want), fault.Conflict)
			got, err := k.get(ctx, id(1), id(10))
			ok(t, err)
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("the %s differs (-want +got):\n%s", k.noun, diff)
			}
			ok(t, k.update(ctx, k.alter(want)))
			got, err = k.get(ctx, id(1), id(10))
			ok(t, err)
			if diff := cmp.Diff(k.alter(want), got, cmp.FilterPath(func(p cmp.Path) bool { return p.Last().String() == ".Version" }, cmp.Ignore())); diff != "" {
				t.Errorf("the %s differs after an update (-want +got):\n%s", k.noun, diff)
			}
			wantKind(t, k.update(ctx, k.alter(want)), fault.Stale)
			if n, err := k.list(ctx, id(1)); n != 1 || err != nil {
				t.Errorf("%d of %s: %v", n, k.noun, err)
			}
		}
	})
}

func TestStackNounsOfOthersAreNotFound(t *testing.T) {
	eachSealed(t, func(t *testing.T, s *sqlstore.Store) {
		for _, k := range keepers(t, s) {
			ctx := t.Context()
			ok(t, k.create(ctx, k.make(10)))
			_, err := k.get(ctx, id(2), id(10))
			wantKind(t, err, fault.NotFound)
			wantKind(t, k.delete(ctx, id(2), id(10)), fault.NotFound)
			if n, err := k.list(ctx, id(2)); n != 0 || err != nil {
				t.Errorf("another team has %d of %s: %v", n, k.noun, err)
			}
			ok(t, k.delete(ctx, id(1), id(10)))
			wantKind(t, k.delete(ctx, id(1), id(10)), fault.NotFound)
			wantKind(t, k.update(ctx, k.make(10)), fault.NotFound)
		}
	})
}

func TestTeamTakesItsStackAlong(t *testing.T) {
	eachSealed(t, func(t *testing.T, s *sqlstore.Store) {
		ctx := t.Context()
		for _, k := range keepers(t, s) {
			ok(t, k.create(ctx, k.make(10)))
		}
		ok(t, s.CreateAlert(ctx, alert(20, id(10))))
		ok(t, s.CreateTeamInvitation(ctx, invitation(30, 1)))
		have, err := s.HoldingsOf(ctx, id(1))
		ok(t, err)
		if have.Dashboards != 1 || have.DashboardBytes == 0 || have.Alerts != 1 || have.Sources != 1 || have.Connections != 1 ||
			have.Webhooks != 1 || have.SavedSearches != 1 || have.SavedSearchBytes == 0 || have.Invitations != 1 {
			t.Errorf("the team has %+v", have)
		}
		ok(t, s.ReleaseTeam(ctx, id(1), now))
		have, err = s.HoldingsOf(ctx, id(1))
		ok(t, err)
		if have != (resources.Holdings{}) {
			t.Errorf("something is left: %+v", have)
		}
	})
}

// alert returns an alert on a tile of the dashboard.
func alert(n int, dashboardID string) stack.Alert {
	start, most := now.Add(time.Hour), 2.5
	return stack.Alert{
		Record: record(n), CreatedBy: id(5), AlertStatus: stack.NewAlertStatus(),
		AlertSpec: stack.AlertSpec{
			Source: stack.AlertOnTile, DashboardID: dashboardID, TileID: "tile", Threshold: 1, ThresholdMax: &most,
			ThresholdType: stack.ThresholdBetween, Interval: "5m", ScheduleStartAt: &start, Name: "ñ",
			Channels: []stack.Channel{{Type: stack.ChannelWebhook, WebhookID: id(6)}}, NoData: stack.NoDataZero, DelaySeconds: 10,
		},
	}
}

func TestAlertComesBackAsItWas(t *testing.T) {
	eachSealed(t, func(t *testing.T, s *sqlstore.Store) {
		ctx := t.Context()
		ok(t, s.CreateDashboard(ctx, stack.Dashboard{Record: record(10)}))
		ok(t, s.CreateSavedSearch(ctx, stack.SavedSearch{Record: record(11)}))
		want := alert(20, id(10))
		ok(t, s.CreateAlert(ctx, want))
		got, err := s.AlertByID(ctx, id(1), id(20))
		ok(t, err)
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("the alert differs (-want +got):\n%s", diff)
		}
		want.AlertSpec = stack.AlertSpec{
			Source: stack.AlertOnSearch, SavedSearchID: id(11), ThresholdType: stack.ThresholdAbove, Interval: "1h",
			Channels: want.Channels, NoData: stack.NoDataFire, NumConsecutiveWindows: 3, RenotifyInterval: "1d",
		}
		want.Silence = &stack.Silence{By: id(5), At: now, Until: now.Add(time.Hour), Reason: "quiet"}
		ok(t, s.InTx(ctx, func(ctx context.Context) error {
			if want.Version, err = s.UpdateAlert(ctx, want); err != nil {
				return err
			}
			want.Version, err = s.SilenceAlert(ctx, want)
			return err
		}))
		got, err = s.AlertByID(ctx, id(1), id(20))
		ok(t, err)
		if diff := cmp.Diff(want, got); diff != "" || got.Version != 3 {
			t.Errorf("the alert differs after an update, version %d (-want +got):\n%s", got.Version, diff)
		}
		_, err = s.AlertByID(ctx, id(2), id(20))
		wantKind(t, err, fault.NotFound)
		wantKind(t, s.DeleteAlert(ctx, id(2), id(20)), fault.NotFound)
		ok(t, s.DeleteSavedSearch(ctx, id(1), id(11)))
		_, err = s.AlertByID(ctx, id(1), id(20))
		wantKind(t, err, fault.NotFound)
	})
}

func TestAlertsGoWithTheirDashboard(t *testing.T) {
	eachSealed(t, func(t *testing.T, s *sqlstore.Store) {
		ctx := t.Context()
		for _, n := range []int{10, 11} {
			ok(t, s.CreateDashboard(ctx, stack.Dashboard{Record: record(n)}))
			ok(t, s.CreateAlert(ctx, alert(n+10, id(n))))
		}
		on, err := s.AlertsOnDashboard(ctx, id(1), id(10))
		if err != nil || len(on) != 1 || on[0].ID != id(20) {
			t.Errorf("alerts on the dashboard: %v, %v", on, err)
		}
		ok(t, s.DeleteDashboard(ctx, id(1), id(10)))
		left, total, err := s.AlertsOf(ctx, id(1), resources.Part{Limit: 10})
		if err != nil || total != 1 || len(left) != 1 || left[0].ID != id(21) {
			t.Errorf("%v, %d, %v", left, total, err)
		}
		ok(t, s.ReassignAlerts(ctx, id(1), id(5), id(7)))
		if got, err := s.AlertByID(ctx, id(1), id(21)); err != nil || got.CreatedBy != id(7) || got.Version != 2 {
			t.Errorf("%+v, %v", got, err)
		}
	})
}

func TestPagesCountTheWhole(t *testing.T) {
	eachSealed(t, func(t *testing.T, s *sqlstore.Store) {
		for n := range 5 {
			ok(t, s.CreateSavedSearch(t.Context(), stack.SavedSearch{Record: record(n + 1)}))
		}
		got, total, err := s.SavedSearchesOf(t.Context(), id(1), resources.Part{Limit: 2, Offset: 3})
		if err != nil || total != 5 || len(got) != 2 || got[0].ID != id(4) {
			t.Errorf("%v, %d, %v", got, total, err)
		}
	})
}

func TestWebhookNameIsUniqueWithinTeamAndService(t *testing.T) {
	eachSealed(t, func(t *testing.T, s *sqlstore.Store) {
		hook := func(n, teamID int, service stack.WebhookService) stack.Webhook {
			w := stack.Webhook{Record: record(n), Name: "w", Service: service}
			w.TeamID = id(teamID)
			return w
		}
		ok(t, s.CreateWebhook(t.Context(), hook(1, 1, stack.ServiceGeneric)))
		ok(t, s.CreateWebhook(t.Context(), hook(2, 1, stack.ServiceSlack)))
		ok(t, s.CreateWebhook(t.Context(), hook(3, 2, stack.ServiceGeneric)))
		wantKind(t, s.CreateWebhook(t.Context(), hook(4, 1, stack.ServiceGeneric)), fault.Conflict)
		got, err := s.WebhookByName(t.Context(), id(1), stack.ServiceSlack, "w")
		if err != nil || got.ID != id(2) {
			t.Errorf("%v, %v", got, err)
		}
	})
}

func invitation(n, teamID int) org.TeamInvitation {
	return org.TeamInvitation{ID: id(n), TeamID: id(teamID), Email: fmt.Sprintf("guest%d@example.com", n), Name: "G", Role: "billing", Token: fmt.Sprint("token", n), CreatedAt: now}
}

func TestInvitationIsFoundByItsToken(t *testing.T) {
	eachSealed(t, func(t *testing.T, s *sqlstore.Store) {
		ctx, want := t.Context(), invitation(3, 1)
		ok(t, s.CreateTeamInvitation(ctx, want))
		wantKind(t, s.CreateTeamInvitation(ctx, want), fault.Conflict)
		byToken, err := s.TeamInvitationByToken(ctx, want.Token)
		ok(t, err)
		byEmail, err := s.TeamInvitationByEmail(ctx, id(1), want.Email)
		ok(t, err)
		all, err := s.TeamInvitations(ctx, id(1))
		ok(t, err)
		want.Token = "" // of which the hash alone is kept
		if diff := cmp.Diff([]org.TeamInvitation{want, want, want}, append(all, byToken, byEmail)); diff != "" {
			t.Errorf("invitations differ (-want +got):\n%s", diff)
		}
		_, err = s.TeamInvitationByToken(ctx, "another")
		wantKind(t, err, fault.NotFound)
		wantKind(t, s.DeleteTeamInvitation(ctx, id(2), want.ID), fault.NotFound)
		ok(t, s.DeleteTeamInvitation(ctx, id(1), want.ID))
	})
}

func TestMembersComeAndGo(t *testing.T) {
	eachStore(t, func(t *testing.T, s *sqlstore.Store) {
		u, tm := seat(t, s, 1)
		ok(t, s.CreateAccessKey(t.Context(), accessKey(9, u.ID, tm.ID)))
		got, err := s.TeamMembers(t.Context(), tm.ID)
		ok(t, err)
		if diff := cmp.Diff([]org.TeamMember{{UserID: u.ID, Email: u.Email, Name: u.Name, JoinedAt: now}}, got); diff != "" {
			t.Errorf("members differ (-want +got):\n%s", diff)
		}
		ok(t, s.RemoveTeamMember(t.Context(), tm.ID, u.ID))
		wantKind(t, s.RemoveTeamMember(t.Context(), tm.ID, u.ID), fault.NotFound)
		if keys, err := s.AccessKeysOf(t.Context(), u.ID); err != nil || len(keys) != 0 {
			t.Errorf("keys are left: %v, %v", keys, err)
		}
	})
}

func TestAnotherSecretKeyIsRefused(t *testing.T) {
	eachBackend(t, func(t *testing.T, o sqlstore.Options) {
		o.SecretKey = secretKey(1)
		open(t, o)
		open(t, o)
		o.SecretKey = secretKey(2)
		if _, err := sqlstore.Open(t.Context(), o); !errors.Is(err, sqlstore.ErrSecretKey) {
			t.Errorf("another key: %v", err)
		}
		o.SecretKey = []byte("short")
		if _, err := sqlstore.Open(t.Context(), o); err == nil {
			t.Error("a short key was taken")
		}
	})
}

func TestWithoutSecretKeyNothingIsSealedOrOpened(t *testing.T) {
	eachBackend(t, func(t *testing.T, o sqlstore.Options) {
		plain := open(t, o)
		ok(t, plain.CreateTeam(t.Context(), team(1)))
		hook := stack.Webhook{Record: record(1), Name: "w", URL: "https://example.com/"}
		if err := plain.CreateWebhook(t.Context(), hook); err == nil {
			t.Error("a webhook was stored without a key")
		}
		o.SecretKey = secretKey(1)
		ok(t, open(t, o).CreateWebhook(t.Context(), hook))
		if _, err := plain.WebhookByID(t.Context(), id(1), id(1)); err == nil {
			t.Error("a webhook was opened without a key")
		}
	})
}

func TestSealedValueIsBoundToItsRow(t *testing.T) {
	eachSealed(t, func(t *testing.T, s *sqlstore.Store) {
		for n := range 2 {
			hook := stack.Webhook{Record: record(n), Name: fmt.Sprint(n), URL: "https://example.com/"}
			ok(t, s.CreateWebhook(t.Context(), hook))
		}
		text, err := s.Text(t.Context(), "SELECT url FROM webhooks WHERE name = '0'")
		ok(t, err)
		var raw any
		if json.Unmarshal([]byte(text), &raw) == nil {
			t.Errorf("the address is in the clear: %s", text)
		}
		ok(t, s.WriterExec(t.Context(), "UPDATE webhooks SET url = '"+text+"' WHERE name = '1'"))
		if _, err := s.WebhookByID(t.Context(), id(1), id(0)); err != nil {
			t.Error(err)
		}
		if _, err := s.WebhookByID(t.Context(), id(1), id(1)); err == nil {
			t.Error("a sealed value was opened in another row")
		}
	})
}

func TestLockTeamNeedsATeam(t *testing.T) {
	eachSealed(t, func(t *testing.T, s *sqlstore.Store) {
		ok(t, s.LockTeam(t.Context(), id(1)))
		wantKind(t, s.LockTeam(t.Context(), id(9)), fault.NotFound)
	})
}

// TestDashboardVersionsAreBounded keeps versions until there are too many, and
// until they are too large together.
func TestDashboardVersionsAreBounded(t *testing.T) {
	eachSealed(t, func(t *testing.T, s *sqlstore.Store) {
		d := stack.Dashboard{Record: record(1), DashboardSpec: stack.DashboardSpec{Name: "d"}}
		ok(t, s.CreateDashboard(t.Context(), d))
		keep := func(version int64, limits resources.VersionLimits) int {
			v := stack.SavedDashboard{DashboardVersion: stack.DashboardVersion{DashboardID: d.ID, Version: version, CreatedAt: now}, DashboardSpec: d.DashboardSpec}
			ok(t, s.KeepDashboardVersion(t.Context(), v, limits))
			list, err := s.DashboardVersionsOf(t.Context(), d.TeamID, d.ID)
			ok(t, err)
			if list[0].Version != version {
				t.Errorf("the newest is %d, want %d", list[0].Version, version)
			}
			return len(list)
		}
		three := resources.VersionLimits{Versions: 3, Bytes: 1 << 20}
		for version, want := range []int{1, 2, 3, 3, 3} {
			if got := keep(int64(version+1), three); got != want {
				t.Errorf("%d versions are kept, want %d", got, want)
			}
		}
		if got := keep(6, resources.VersionLimits{Versions: 3, Bytes: 1}); got != 1 {
			t.Errorf("%d versions are kept beyond the bytes, want 1", got)
		}
		_, err := s.DashboardVersionAt(t.Context(), id(2), d.ID, 6)
		wantKind(t, err, fault.NotFound)
	})
}
