package app_test

import (
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/cairnstack/cairn/internal/app"
	"github.com/cairnstack/cairn/internal/org"
	"github.com/cairnstack/cairn/internal/promapi"
	"github.com/cairnstack/cairn/internal/testkit"
	"github.com/cairnstack/cairn/internal/testkit/apptest"
)

// TestForbiddenAddressesAreRefusedOnEveryDoor sends every operation of the
// documents of all three APIs through every door as an admin who comes from an
// address that the list of the service, or of their key, does not have.
func TestForbiddenAddressesAreRefusedOnEveryDoor(t *testing.T) {
	t.Parallel()
	s := apptest.Start(t, apptest.Options{})
	session := signIn(t, s, "admin@localhost", apptest.Password)
	anywhere := cloudKey(t, s, s.Installation.OrganizationID, org.RoleAdmin)
	distant := distantKey(t, s)
	setList(t, s, office, everywhere)
	for _, api := range roleAPIs() {
		for _, op := range api.operations(t, s) {
			for _, door := range api.doors {
				if door == app.RoleStack {
					wantAddress(t, s, door, op, bearer(s.Installation.AccessKey), true)
					continue
				}
				if door == app.RoleUI {
					wantAddress(t, s, door, op, session, api.prefix == "/api/v2" || api.prefix == promapi.Prefix || op.isManaged() || strings.HasSuffix(op.id, "Retention"))
					continue
				}
				wantAddress(t, s, door, op, anywhere, op.isManaged())
				if got := op.send(t, s, door, distant); !refusesAddress(got) {
					t.Errorf("%s with a distant key: %d %s", op.id, got.Status, got.Body)
				}
			}
		}
	}
}

// wantAddress holds that an operation is refused for the address, or is not. A
// request that lacks its body is refused for that before its service is looked
// for.
func wantAddress(t *testing.T, s *apptest.Server, door app.Role, op roleOperation, headers map[string]string, refused bool) {
	t.Helper()
	if slices.Contains([]string{"signOut", "endOtherSessions"}, op.id) {
		return // would end the session that asks
	}
	got := op.send(t, s, door, headers)
	if refused && got.Status == http.StatusBadRequest && door != app.RoleStack && op.method != http.MethodDelete {
		return
	}
	if isRefused := refusesAddress(got); isRefused != refused {
		t.Errorf("%s at %s: %d %s, want a refusal of the address: %t", op.id, door, got.Status, got.Body, refused)
	}
}

func (o roleOperation) send(t *testing.T, s *apptest.Server, door app.Role, headers map[string]string) testkit.Answer {
	t.Helper()
	return testkit.Scenario{Method: o.method, Path: o.path, Headers: headers}.Send(t, s.URL(door))
}

// distantKey makes a key of an admin that is taken from an office alone.
func distantKey(t *testing.T, s *apptest.Server) map[string]string {
	t.Helper()
	made, err := s.Access().CreateCloudKey(t.Context(), org.Key{
		OrganizationID: s.Installation.OrganizationID, Name: "distant", Roles: []org.Role{org.RoleAdmin},
		IPAccessList: []org.IPRule{{Source: "198.51.100.7"}},
	})
	if err != nil {
		t.Fatal(err)
	}
	return basic(made.KeyID, made.KeySecret)
}

// refusesAddress reports whether an answer says that a service, or a key, is
// not reached from where the request came.
func refusesAddress(got testkit.Answer) bool {
	return got.Status == http.StatusForbidden && strings.Contains(got.Body, "is not in the ipAccessList of the service") ||
		got.Status == http.StatusUnauthorized && strings.Contains(got.Body, "Key is not allowed from this address")
}
