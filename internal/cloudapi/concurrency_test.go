package cloudapi_test

import (
	"fmt"
	"net/http"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/cairnstack/cairn/internal/testkit"
	"github.com/cairnstack/cairn/internal/testkit/apptest"
)

// TestNoUpdateIsLost lets 64 writers each add their own tag by reading the
// service and writing it back only if nobody was faster.
func TestNoUpdateIsLost(t *testing.T) {
	t.Parallel()
	apptest.EachStore(t, func(t *testing.T, options apptest.Options) {
		h := newHouse(t, options)
		const writers = 64
		var stale atomic.Int64
		var group sync.WaitGroup
		for w := range writers {
			group.Go(func() { h.countUp(t, w, &stale) })
		}
		group.Wait()
		got := h.must(t, http.MethodGet, h.service, "")
		if want := fmt.Sprintf("count %d", writers); got["name"] != want {
			t.Errorf("after %d writers the name is %v, want %q", writers, got["name"], want)
		}
		t.Logf("%d writes were stale and repeated", stale.Load())
		h.verifyLog(t)
	})
}

// countUp reads the count in the service's name and writes the next one, and
// begins again when somebody else wrote meanwhile.
func (h *house) countUp(t *testing.T, writer int, stale *atomic.Int64) {
	for range 1000 {
		read := h.send(t, http.MethodGet, h.service, "")
		count := 0
		name := read.JSON(t)["result"].(map[string]any)["name"].(string)
		_, _ = fmt.Sscanf(name, "count %d", &count)
		answer := testkit.Scenario{
			Method: http.MethodPatch, Path: h.service, Body: fmt.Sprintf(`{"name":"count %d"}`, count+1),
			Headers: with(h.admin, "If-Match", read.Header.Get("ETag")),
		}.Send(t, h.base)
		switch answer.Status {
		case http.StatusOK:
			return
		case http.StatusPreconditionFailed:
			stale.Add(1)
		default:
			t.Errorf("writer %d: %d %s", writer, answer.Status, answer.Body)
			return
		}
	}
	t.Errorf("writer %d never got through", writer)
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
		for range 95 {
			h.newKey(t, "billing")
		}
		var made atomic.Int64
		var group sync.WaitGroup
		for range 16 {
			group.Go(func() {
				if h.send(t, http.MethodPost, h.organization+"/keys", `{"name":"x","roles":["billing"]}`).Status == http.StatusOK {
					made.Add(1)
				}
			})
		}
		group.Wait()
		if got := made.Load(); got != 4 || len(h.list(t, h.organization+"/keys")) != 100 {
			t.Errorf("%d keys were made, want 4", got)
		}
	})
}
