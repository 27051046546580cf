package cloudapi_test

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"github.com/cairnstack/cairn/internal/access"
	"github.com/cairnstack/cairn/internal/cloud"
	"github.com/cairnstack/cairn/internal/cloudapi"
	"github.com/cairnstack/cairn/internal/httpx"
	"github.com/cairnstack/cairn/internal/org"
	"github.com/cairnstack/cairn/internal/sqlstore"
	"github.com/cairnstack/cairn/internal/stack"
	"github.com/cairnstack/cairn/internal/testkit/pgtest"
)

const manyServices = 1000

// insider lets everybody in as an admin of the organization.
type insider struct{ organizationID string }

func (i insider) Authenticate(ctx context.Context, _ *http.Request) (context.Context, httpx.Identity, error) {
	p := access.Principal{KeyID: unknownID, OrganizationID: i.organizationID, Roles: []org.Role{org.RoleAdmin}}
	return access.WithPrincipal(ctx, p), httpx.Identity{ID: "insider"}, nil
}

// crowd serves an organization with many services from a real store, without
// an engine behind it.
func crowd(t testing.TB, options sqlstore.Options) (base, path string) {
	t.Helper()
	options.Logger = slog.New(slog.DiscardHandler)
	store, err := sqlstore.Open(t.Context(), options)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = store.Close() })
	organizationID := settle(t, store)
	api := cloudapi.New(httpx.Options{
		EdgeOptions: httpx.EdgeOptions{Logger: options.Logger}, Authenticator: insider{organizationID},
	}, cloudapi.Uses{Cloud: &cloud.Cloud{Store: store, Now: time.Now, Random: rand.Reader, Domain: "example.com"}})
	server := httptest.NewServer(api.Handler())
	t.Cleanup(server.Close)
	return server.URL, "/v1/organizations/" + organizationID + "/services"
}

// settle makes the organization and its services.
func settle(t testing.TB, store *sqlstore.Store) string {
	t.Helper()
	now := time.Date(2026, 11, 1, 0, 0, 0, 0, time.UTC)
	id := func(n int) string { return fmt.Sprintf("00000000-0000-4000-8000-%012x", n) }
	err := store.InTx(t.Context(), func(ctx context.Context) error {
		if err := store.CreateOrganization(ctx, org.Organization{ID: id(1), Name: "Crowd", CreatedAt: now, Version: 1}); err != nil {
			return err
		}
		for n := range manyServices {
			team := stack.Team{ID: fmt.Sprintf("%024x", n+1), Name: "t", CreatedAt: now, Version: 1}
			if err := store.CreateTeam(ctx, team); err != nil {
				return err
			}
			s, err := org.NewService(org.ServiceInput{
				Name: fmt.Sprintf("service %d", n), Provider: org.ProviderAWS, Region: "us-east-1",
				Tags: []org.Tag{{Key: "n", Value: fmt.Sprint(n % 10)}},
			}, org.ServiceIDs{ID: id(100 + n), OrganizationID: id(1), TeamID: team.ID, WarehouseID: id(10_000 + n)}, now.Add(time.Duration(n)*time.Second))
			if err != nil {
				return err
			}
			s.State, s.Version = org.ServiceRunning, 1
			if err := store.CreateService(ctx, s); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return id(1)
}

func fetch(t testing.TB, url string) []byte {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, url, nil)
	if err != nil {
		t.Fatal(err)
	}
	response, err := http.DefaultTransport.RoundTrip(request)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = response.Body.Close() }()
	body, err := io.ReadAll(response.Body)
	if err != nil || response.StatusCode != http.StatusOK {
		t.Fatalf("%d %v", response.StatusCode, err)
	}
	return body
}

func TestListOfAThousandServicesIsComplete(t *testing.T) {
	t.Parallel()
	for kind, options := range map[string]sqlstore.Options{
		sqlstore.KindSQLite: {Dir: t.TempDir()}, sqlstore.KindPostgres: {URL: pgtest.NewDatabase(t)},
	} {
		t.Run(kind, func(t *testing.T) {
			t.Parallel()
			base, path := crowd(t, options)
			var answer struct {
				Result []struct{ Name string }
			}
			began := time.Now()
			body := fetch(t, base+path)
			t.Logf("%d bytes in %s", len(body), time.Since(began))
			if err := json.Unmarshal(body, &answer); err != nil {
				t.Fatal(err)
			}
			if len(answer.Result) != manyServices {
				t.Fatalf("the list has %d services", len(answer.Result))
			}
			for n, s := range answer.Result {
				if want := fmt.Sprintf("service %d", n); s.Name != want {
					t.Fatalf("place %d holds %q, want %q", n, s.Name, want)
				}
			}
			if err := json.Unmarshal(fetch(t, base+path+"?filter=tag:n=3"), &answer); err != nil || len(answer.Result) != manyServices/10 {
				t.Errorf("the filter returns %d services, %v", len(answer.Result), err)
			}
		})
	}
}

// BenchmarkListServices holds the promise of 1,000 services in less than 100
// milliseconds.
func BenchmarkListServices(b *testing.B) {
	base, path := crowd(b, sqlstore.Options{Dir: b.TempDir()})
	for b.Loop() {
		fetch(b, base+path)
	}
	if each := b.Elapsed() / time.Duration(b.N); each > 100*time.Millisecond {
		b.Errorf("a list takes %s", each)
	}
}
