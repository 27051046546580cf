package app_test

import (
	"fmt"
	"net/http"
	"testing"

	"go.opentelemetry.io/collector/pdata/plog/plogotlp"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/status"

	"github.com/cairnstack/cairn/internal/access"
	"github.com/cairnstack/cairn/internal/app"
	"github.com/cairnstack/cairn/internal/testkit"
	"github.com/cairnstack/cairn/internal/testkit/apptest"
)

// signInFrom signs in as a browser at the address, behind a trusted proxy.
func signInFrom(t *testing.T, s *apptest.Server, addr, email, password string) testkit.Answer {
	t.Helper()
	call := testkit.Scenario{
		Method: http.MethodPost, Path: "/ui/api/session", Body: fmt.Sprintf(`{"email":%q,"password":%q}`, email, password),
	}
	return forwarding(t, call, s.URL(app.RoleUI), []string{addr})
}

// TestGuessersDoNotLockTheOwnerOut holds that ten wrong passwords close the
// door of one account to one address and nobody else.
func TestGuessersDoNotLockTheOwnerOut(t *testing.T) {
	t.Parallel()
	s := trusting(t, "127.0.0.0/8")
	const wrong = "wrong horse battery"
	for i := range access.SignInFailuresMax {
		if got := signInFrom(t, s, "203.0.113.9", "admin@localhost", wrong); got.Status != http.StatusUnauthorized {
			t.Fatalf("guess %d: %d %s", i, got.Status, got.Body)
		}
	}
	for _, password := range []string{wrong, apptest.Password} {
		if got := signInFrom(t, s, "203.0.113.9", "admin@localhost", password); got.Status != http.StatusTooManyRequests || got.Header.Get("Retry-After") == "" {
			t.Errorf("one more guess: %d %v %s", got.Status, got.Header, got.Body)
		}
	}
	for _, addr := range []string{"198.51.100.7", "2001:db8::7"} {
		if got := signInFrom(t, s, addr, "admin@localhost", apptest.Password); got.Status != http.StatusOK {
			t.Errorf("the owner at %s: %d %s", addr, got.Status, got.Body)
		}
	}
}

// TestSprayingIsStopped holds that an address does not get to try one password
// on every account, nor does a network of IPv6 that one host can use.
func TestSprayingIsStopped(t *testing.T) {
	t.Parallel()
	s := trusting(t, "127.0.0.0/8")
	statuses := map[int]int{}
	for i := range access.SignInSiteFailuresMax + 5 {
		statuses[signInFrom(t, s, fmt.Sprintf("2001:db8::%x", i+1), fmt.Sprintf("user-%d@example.com", i), "Password-2026").Status]++
	}
	if statuses[http.StatusUnauthorized] != access.SignInSiteFailuresMax || statuses[http.StatusTooManyRequests] != 5 {
		t.Errorf("statuses %v", statuses)
	}
	if got := signInFrom(t, s, "2001:db8:0:1::1", "admin@localhost", apptest.Password); got.Status != http.StatusOK {
		t.Errorf("another network: %d %s", got.Status, got.Body)
	}
}

// TestWrongKeysAreStoppedAndGoodOnesAreNot holds on every door that takes keys
// that an address which tries many wrong ones is told so, and that the good
// ones of those who share it work all the while, also at their first use.
func TestWrongKeysAreStoppedAndGoodOnesAreNot(t *testing.T) {
	t.Parallel()
	for name, door := range keyDoors() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := apptest.Start(t, apptest.Options{})
			for i := range access.KeyGuessesMax {
				if got := door.send(t, s, fmt.Sprintf("wrong-%d", i)); got != http.StatusUnauthorized {
					t.Fatalf("guess %d: %d", i, got)
				}
			}
			for i := range 3 {
				if got := door.send(t, s, fmt.Sprintf("more-%d", i)); got != http.StatusTooManyRequests {
					t.Errorf("one more guess: %d", got)
				}
				if got := door.send(t, s, door.good(s)); got != http.StatusOK {
					t.Errorf("a good key: %d", got)
				}
			}
			if got := door.send(t, s, "wrong-0"); got != http.StatusUnauthorized {
				t.Errorf("a wrong key that is sent again: %d", got)
			}
		})
	}
}

// keyDoor is a listener that takes keys.
type keyDoor struct {
	good func(s *apptest.Server) string
	send func(t *testing.T, s *apptest.Server, key string) int
}

func keyDoors() map[string]keyDoor {
	ingestion := func(s *apptest.Server) string { return s.Installation.IngestionKey }
	return map[string]keyDoor{
		"OTLP/HTTP": {ingestion, func(t *testing.T, s *apptest.Server, key string) int {
			t.Helper()
			return post(t, s, protoOf(t, "hello"), bearer(key)).Status
		}},
		"OTLP/gRPC": {ingestion, exportStatus},
		"stack": {func(s *apptest.Server) string { return s.Installation.AccessKey }, func(t *testing.T, s *apptest.Server, key string) int {
			t.Helper()
			return testkit.Scenario{Path: "/api/v2", Headers: bearer(key)}.Send(t, s.URL(app.RoleStack)).Status
		}},
		"cloud": {func(s *apptest.Server) string { return s.Installation.KeySecret }, func(t *testing.T, s *apptest.Server, key string) int {
			t.Helper()
			return testkit.Scenario{Path: "/v1/organizations", Headers: basic(s.Installation.KeyID, key)}.Send(t, s.URL(app.RoleCloud)).Status
		}},
	}
}

// exportStatus sends over gRPC and returns the status that HTTP has for the
// answer.
func exportStatus(t *testing.T, s *apptest.Server, key string) int {
	t.Helper()
	return exportFrom(t, s, key)
}

// exportFrom is exportStatus with lines of x-forwarded-for.
func exportFrom(t *testing.T, s *apptest.Server, key string, lines ...string) int {
	t.Helper()
	conn, err := grpc.NewClient(s.Addr(app.RoleOTLPGRPC), grpc.WithTransportCredentials(insecure.NewCredentials()))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = conn.Close() }()
	pairs := []string{"authorization", "Bearer " + key}
	for _, line := range lines {
		pairs = append(pairs, "x-forwarded-for", line)
	}
	_, err = plogotlp.NewGRPCClient(conn).Export(metadata.AppendToOutgoingContext(t.Context(), pairs...), logsOf("hello"))
	switch status.Code(err) {
	case codes.OK:
		return http.StatusOK
	case codes.Unauthenticated:
		return http.StatusUnauthorized
	case codes.PermissionDenied:
		return http.StatusForbidden
	case codes.ResourceExhausted:
		return http.StatusTooManyRequests
	default:
		t.Logf("export: %v", err)
		return http.StatusInternalServerError
	}
}
