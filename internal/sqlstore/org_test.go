package sqlstore_test

import (
	"bytes"
	"encoding/json"
	"os"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/cairnstack/cairn/internal/fault"
	"github.com/cairnstack/cairn/internal/org"
	"github.com/cairnstack/cairn/internal/sqlstore"
)

func TestEveryFieldOfAnOrganizationIsKept(t *testing.T) {
	eachStore(t, func(t *testing.T, s *sqlstore.Store) {
		want := filled[org.Organization]()
		ok(t, s.CreateOrganization(t.Context(), want))
		wantOrganization(t, s, want)

		changed := filled[org.Organization]()
		changed.Name, changed.PrivateEndpoints, changed.EnableCoreDumps = "Renamed", nil, false
		ok(t, s.UpdateOrganization(t.Context(), changed))
		changed.Version++
		wantOrganization(t, s, changed)
	})
}

func wantOrganization(t *testing.T, s *sqlstore.Store, want org.Organization) {
	t.Helper()
	got, err := s.OrganizationByID(t.Context(), want.ID)
	ok(t, err)
	all, err := s.Organizations(t.Context())
	ok(t, err)
	if diff := cmp.Diff([]org.Organization{want, want}, append(all, got)); diff != "" {
		t.Errorf("the organization differs (-want +got):\n%s", diff)
	}
}

func TestUpdateOfAnOldVersionIsStale(t *testing.T) {
	eachStore(t, func(t *testing.T, s *sqlstore.Store) {
		ok(t, s.CreateOrganization(t.Context(), organization(1)))
		ok(t, s.CreateTeam(t.Context(), team(1)))
		ok(t, s.CreateService(t.Context(), service(1, uuid(1), id(1))))
		ok(t, s.CreateCloudKey(t.Context(), cloudKey(1, uuid(1))))

		f := func(update func() error) {
			t.Helper()
			ok(t, update())
			wantKind(t, update(), fault.Stale)
		}
		f(func() error { return s.UpdateOrganization(t.Context(), organization(1)) })
		f(func() error { return s.UpdateService(t.Context(), service(1, uuid(1), id(1))) })
		f(func() error { return s.UpdateCloudKey(t.Context(), cloudKey(1, uuid(1))) })
	})
}

func TestWhatBelongsToAnotherOrganizationIsNotFound(t *testing.T) {
	eachStore(t, func(t *testing.T, s *sqlstore.Store) {
		ok(t, s.CreateOrganization(t.Context(), organization(1)))
		ok(t, s.CreateOrganization(t.Context(), organization(2)))
		ok(t, s.CreateTeam(t.Context(), team(1)))
		ok(t, s.CreateService(t.Context(), service(1, uuid(1), id(1))))
		ok(t, s.CreateCloudKey(t.Context(), cloudKey(1, uuid(1))))

		_, err := s.ServiceByID(t.Context(), uuid(2), uuid(1))
		wantKind(t, err, fault.NotFound)
		wantKind(t, s.UpdateService(t.Context(), service(1, uuid(2), id(1))), fault.NotFound)
		_, err = s.CloudKeyByID(t.Context(), uuid(2), uuid(1))
		wantKind(t, err, fault.NotFound)
		wantKind(t, s.UpdateCloudKey(t.Context(), cloudKey(1, uuid(2))), fault.NotFound)
		wantKind(t, s.DeleteCloudKey(t.Context(), uuid(2), uuid(1)), fault.NotFound)
		_, err = s.OrganizationByID(t.Context(), uuid(9))
		wantKind(t, err, fault.NotFound)
		wantKind(t, s.UpdateOrganization(t.Context(), organization(9)), fault.NotFound)
		if services, err := s.ServicesOf(t.Context(), uuid(2)); len(services) != 0 || err != nil {
			t.Errorf("ServicesOf() = %v, %v", services, err)
		}
	})
}

func TestEveryFieldOfAServiceIsKept(t *testing.T) {
	eachStore(t, func(t *testing.T, s *sqlstore.Store) {
		want := filled[org.Service]()
		want.OrganizationID, want.TeamID = uuid(1), id(1)
		ok(t, s.CreateOrganization(t.Context(), organization(1)))
		ok(t, s.CreateTeam(t.Context(), team(1)))
		ok(t, s.CreateService(t.Context(), want))
		wantService(t, s, want)

		changed := org.Service{
			ID: want.ID, OrganizationID: want.OrganizationID, TeamID: want.TeamID, WarehouseID: want.WarehouseID,
			Provider: want.Provider, Region: want.Region, CreatedAt: want.CreatedAt, Version: want.Version,
			Name: "Renamed", State: org.ServiceStopped,
		}
		ok(t, s.UpdateService(t.Context(), changed))
		changed.Version++
		wantService(t, s, changed)
	})
}

// What is stored must stay readable: a name that changes here, through a
// field of org that was renamed, needs a migration.
func TestStoredNamesOfSettingsStay(t *testing.T) {
	eachStore(t, func(t *testing.T, s *sqlstore.Store) {
		whole := filled[org.Service]()
		whole.OrganizationID, whole.TeamID = uuid(1), id(1)
		owner := organization(1)
		owner.PrivateEndpoints = filled[org.Organization]().PrivateEndpoints[:1]
		ok(t, s.CreateOrganization(t.Context(), owner))
		ok(t, s.CreateTeam(t.Context(), team(1)))
		ok(t, s.CreateService(t.Context(), whole))
		wantGolden(t, s, "SELECT settings FROM services", "testdata/service_settings.json")
		wantGolden(t, s, "SELECT private_endpoints FROM organizations", "testdata/private_endpoints.json")
	})
}

func wantGolden(t *testing.T, s *sqlstore.Store, query, path string) {
	t.Helper()
	text, err := s.Text(t.Context(), query)
	ok(t, err)
	var got bytes.Buffer
	ok(t, json.Indent(&got, []byte(text), "", "  "))
	want, err := os.ReadFile(path)
	ok(t, err)
	if diff := cmp.Diff(strings.TrimSpace(string(want)), got.String()); diff != "" {
		t.Errorf("%s differs (-want +got):\n%s", path, diff)
	}
}

func wantService(t *testing.T, s *sqlstore.Store, want org.Service) {
	t.Helper()
	got, err := s.ServiceByID(t.Context(), want.OrganizationID, want.ID)
	ok(t, err)
	all, err := s.ServicesOf(t.Context(), want.OrganizationID)
	ok(t, err)
	if diff := cmp.Diff([]org.Service{want, want}, append(all, got)); diff != "" {
		t.Errorf("the service differs (-want +got):\n%s", diff)
	}
}

func TestATeamBelongsToOneService(t *testing.T) {
	eachStore(t, func(t *testing.T, s *sqlstore.Store) {
		ok(t, s.CreateOrganization(t.Context(), organization(1)))
		ok(t, s.CreateTeam(t.Context(), team(1)))
		ok(t, s.CreateService(t.Context(), service(1, uuid(1), id(1))))
		wantKind(t, s.CreateService(t.Context(), service(2, uuid(1), id(1))), fault.Conflict)
		wantKind(t, s.CreateService(t.Context(), service(3, uuid(1), id(9))), fault.NotFound)
		wantKind(t, s.CreateService(t.Context(), service(4, uuid(9), id(1))), fault.Conflict)
	})
}

func TestListsOfAnOrganizationAreOldestFirst(t *testing.T) {
	eachStore(t, func(t *testing.T, s *sqlstore.Store) {
		ok(t, s.CreateOrganization(t.Context(), organization(1)))
		for n := 3; n > 0; n-- {
			ok(t, s.CreateTeam(t.Context(), team(n)))
			ok(t, s.CreateService(t.Context(), service(n, uuid(1), id(n))))
			ok(t, s.CreateCloudKey(t.Context(), cloudKey(n, uuid(1))))
		}
		services, err := s.ServicesOf(t.Context(), uuid(1))
		ok(t, err)
		keys, err := s.CloudKeysOf(t.Context(), uuid(1))
		ok(t, err)
		for i := range 3 {
			if services[i].ID != uuid(i+1) || keys[i].ID != uuid(i+1) {
				t.Errorf("place %d holds service %s and key %s", i, services[i].ID, keys[i].ID)
			}
		}
	})
}

// filled returns a value with no field at its zero, whatever fields there
// are, so that a field which a table forgets shows.
func filled[T any]() T {
	var v T
	fill(reflect.ValueOf(&v).Elem())
	return v
}

func fill(v reflect.Value) {
	if v.Type() == reflect.TypeFor[time.Time]() {
		v.Set(reflect.ValueOf(now))
		return
	}
	switch v.Kind() {
	case reflect.String:
		v.SetString("text")
	case reflect.Bool:
		v.SetBool(true)
	case reflect.Int, reflect.Int64:
		v.SetInt(7)
	case reflect.Uint8:
		v.SetUint(7)
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), 2, 2))
		fill(v.Index(0))
		fill(v.Index(1))
	case reflect.Map: // its owner fills it
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		fill(v.Elem())
	case reflect.Struct:
		for i := range v.NumField() {
			fill(v.Field(i))
		}
	default:
		panic("no value for " + v.Type().String())
	}
}
