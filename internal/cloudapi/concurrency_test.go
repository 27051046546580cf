package cloudapi_test

import (
	"fmt"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/cairnstack/cairn/internal/org"
	"github.com/cairnstack/cairn/internal/testkit"
	"github.com/cairnstack/cairn/internal/testkit/apptest"
)

// TestNoUpdateIsLost lets 64 writers who have read the same version write at
// once: one gets through, the others are told.
func TestNoUpdateIsLost(t *testing.T) {
	t.Parallel()
	apptest.EachStore(t, func(t *testing.T, options apptest.Options) {
		h := newHouse(t, options)
		const rounds, writers = 2, 64
		for round := range rounds {
			tag := h.send(t, http.MethodGet, h.service, "").Header.Get("ETag")
			var through, told atomic.Int64
			var group sync.WaitGroup
			for w := range writers {
				group.Go(func() {
					switch status := h.patchIf(t, tag, fmt.Sprintf(`{"tags":{"add":[{"key":"r%d","value":"w%d"}]}}`, round, w)); status {
					case http.StatusOK:
						through.Add(1)
					case http.StatusPreconditionFailed:
						told.Add(1)
					default:
						t.Errorf("round %d, writer %d: %d", round, w, status)
					}
				})
			}
			group.Wait()
			if through.Load() != 1 || told.Load() != writers-1 {
				t.Errorf("round %d: %d got through, %d were told", round, through.Load(), told.Load())
			}
		}
		if got := h.must(t, http.MethodGet, h.service, "")["tags"].([]any); len(got) != rounds {
			t.Errorf("the tags are %v, want %d", got, rounds)
		}
		h.verifyLog(t)
	})
}

// patchIf changes the service if it still has the tag, and returns the
// status.
func (h *house) patchIf(t *testing.T, tag, body string) int {
	t.Helper()
	call := testkit.Scenario{Method: http.MethodPatch, Path: h.service, Body: body, Headers: with(h.admin, "If-Match", tag)}
	return call.Send(t, h.base).Status
}

// TestWritersWithoutIfMatchAllSucceed holds that only who asks for it is told
// that somebody was faster.
func TestWritersWithoutIfMatchAllSucceed(t *testing.T) {
	t.Parallel()
	apptest.EachStore(t, func(t *testing.T, options apptest.Options) {
		h := newHouse(t, options)
		var group sync.WaitGroup
		for w := range 16 {
			group.Go(func() {
				body := fmt.Sprintf(`{"privateEndpoints":{"add":[{"id":"vpce-%d"}]}}`, w)
				if answer := h.send(t, http.MethodPatch, h.organization, body); answer.Status != http.StatusOK {
					t.Errorf("writer %d: %d %s", w, answer.Status, answer.Body)
				}
			})
		}
		group.Wait()
		if got := h.must(t, http.MethodGet, h.organization, "")["privateEndpoints"].([]any); len(got) != 16 {
			t.Errorf("there are %d endpoints, want 16", len(got))
		}
	})
}

// TestRacingCreatesKeepTheLimit makes keys at once where few fit.
func TestRacingCreatesKeepTheLimit(t *testing.T) {
	t.Parallel()
	apptest.EachStore(t, func(t *testing.T, options apptest.Options) {
		h := newHouse(t, options)
		for range org.KeysPerOrganizationMax - 5 {
			key := org.Key{OrganizationID: h.Installation.OrganizationID, Name: "x", Roles: []org.Role{org.RoleBilling}}
			if _, err := h.Access().CreateCloudKey(t.Context(), key); err != nil {
				t.Fatal(err)
			}
		}
		var made atomic.Int64
		var group sync.WaitGroup
		for range 16 {
			group.Go(func() {
				answer := h.send(t, http.MethodPost, h.organization+"/keys", `{"name":"x","roles":["billing"]}`)
				switch {
				case answer.Status == http.StatusOK:
					made.Add(1)
				case answer.Status != http.StatusConflict || !strings.Contains(answer.Body, "at most 100 keys"):
					t.Errorf("one too many: %d %s", answer.Status, answer.Body)
				}
			})
		}
		group.Wait()
		if got := made.Load(); got != 4 || len(h.list(t, h.organization+"/keys")) != org.KeysPerOrganizationMax {
			t.Errorf("%d keys were made, want 4", got)
		}
	})
}
