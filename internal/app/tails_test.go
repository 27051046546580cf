package app_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/cairnstack/cairn/internal/access"
	"github.com/cairnstack/cairn/internal/app"
	"github.com/cairnstack/cairn/internal/explore"
	"github.com/cairnstack/cairn/internal/org"
	"github.com/cairnstack/cairn/internal/testkit"
	"github.com/cairnstack/cairn/internal/testkit/apptest"
)

// openTail follows logs as the caller from an address, and returns what came
// once the server ends the tail.
func openTail(t *testing.T, s *apptest.Server, headers map[string]string, from, where string) <-chan string {
	t.Helper()
	sources := testkit.Scenario{Path: "/api/v2/sources", Headers: bearer(s.Installation.AccessKey)}.Send(t, s.URL(app.RoleStack)).JSON(t)
	id := ""
	for _, item := range sources["data"].([]any) {
		if source, _ := item.(map[string]any); source["kind"] == "log" {
			id, _ = source["id"].(string)
		}
	}
	ctx, cancel := context.WithTimeout(t.Context(), 40*time.Second)
	t.Cleanup(cancel)
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, s.URL(app.RoleStack)+"/api/v2/search/tail?select=Body&where="+where+"&sourceId="+id, nil)
	if err != nil {
		t.Fatal(err)
	}
	for name, value := range headers {
		r.Header.Set(name, value)
	}
	r.Header.Set("X-Forwarded-For", from)
	opened, over := make(chan error, 1), make(chan string, 1)
	go func() {
		defer close(over)
		response, err := http.DefaultTransport.RoundTrip(r)
		if err != nil {
			opened <- err
			return
		}
		defer func() { _ = response.Body.Close() }()
		if response.StatusCode != http.StatusOK {
			err = errors.New(response.Status)
		}
		opened <- err
		text, _ := io.ReadAll(response.Body)
		if ctx.Err() == nil {
			over <- string(text)
		}
	}()
	if err := <-opened; err != nil {
		t.Fatal(err)
	}
	return over
}

// TestTailsEndWithTheRightToThem holds that a tail that runs tells nothing
// more once its caller would not be let in again.
func TestTailsEndWithTheRightToThem(t *testing.T) {
	t.Parallel()
	for name, shut := range map[string]func(t *testing.T, s *apptest.Server, p person){
		"the list of the service": func(t *testing.T, s *apptest.Server, _ person) { setList(t, s, office, everywhere) },
		"a role that may not read": func(t *testing.T, s *apptest.Server, p person) {
			member := org.Member{OrganizationID: s.Installation.OrganizationID, UserID: p.id, Role: org.RoleBilling, Version: 1}
			if err := s.Access().Store.UpdateMember(t.Context(), member); err != nil {
				t.Fatal(err)
			}
		},
		"a role that reads less": func(t *testing.T, s *apptest.Server, p person) {
			scoped := matrixRoles(t, s)["scoped"]
			if err := s.Access().Store.SetMemberRole(t.Context(), s.Installation.TeamID, p.id, scoped.ID); err != nil {
				t.Fatal(err)
			}
		},
		"a revoked key": func(t *testing.T, s *apptest.Server, p person) {
			keys, err := s.Access().Store.AccessKeysOf(t.Context(), p.id)
			if err != nil || len(keys) != 1 {
				t.Fatal(keys, err)
			}
			if err := s.Access().Store.DeleteAccessKey(t.Context(), p.id, keys[0].ID); err != nil {
				t.Fatal(err)
			}
		},
		"a removed member": func(t *testing.T, s *apptest.Server, p person) {
			if err := s.Access().RemoveMember(t.Context(), s.Installation.TeamID, p.id); err != nil {
				t.Fatal(err)
			}
		},
		"a disabled account": func(t *testing.T, s *apptest.Server, p person) {
			if err := s.Access().DisableUser(t.Context(), access.User{ID: p.id}); err != nil {
				t.Fatal(err)
			}
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := trusting(t, "127.0.0.0/8")
			p := newPerson(t, s, "reader", org.RoleDeveloper)
			over := openTail(t, s, p.bearer, "203.0.113.9", "")
			idle := openTail(t, s, p.bearer, "203.0.113.9", "nowhere")
			shut(t, s, p)
			send := testkit.Scenario{Method: http.MethodPost, Path: "/v1/logs", Headers: bearer(s.Installation.IngestionKey)}
			for i := 0; ; i++ {
				send.Body = string(jsonOf(t, fmt.Sprintf("secret %d", i)))
				if got := forwarding(t, send, s.URL(app.RoleOTLPHTTP), []string{"198.51.100.7"}); got.Status != http.StatusOK {
					t.Fatalf("%d %s", got.Status, got.Body)
				}
				select {
				case text, ended := <-over:
					if !ended {
						t.Fatal("the tail does not end")
					}
					if strings.Contains(text, "secret 9") {
						t.Errorf("the tail went on: %s", text)
					}
					wantEnd(t, idle)
					return
				case <-t.Context().Done():
				case <-time.After(300 * time.Millisecond):
				}
				if i == 100 {
					t.Fatal("the tail does not end")
				}
			}
		})
	}
}

// wantEnd holds that a tail without rows has ended, too, and does not wait until
// it has something to say.
func wantEnd(t *testing.T, idle <-chan string) {
	t.Helper()
	select {
	case _, ended := <-idle:
		if !ended {
			t.Error("the quiet tail does not end")
		}
	case <-time.After(explore.TailBeat * 2 / 3):
		t.Error("the quiet tail goes on")
	}
}
