package stackwire_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strconv"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/cairnstack/cairn/internal/testkit/stacktest"
)

// at runs fn n times at once and waits.
func at(n int, fn func(i int)) {
	var group sync.WaitGroup
	for i := range n {
		group.Go(func() { fn(i) })
	}
	group.Wait()
}

// TestRepeatedPostsMakeOneObjectEach sends POSTs with an Idempotency-Key
// several times at once.
func TestRepeatedPostsMakeOneObjectEach(t *testing.T) {
	const objects, times = 40, 4
	eachStore(t, func(t *testing.T, o stacktest.Options) {
		h := furnish(t, stacktest.New(t, o).SelfHosted())
		before := total(t, h.door, "/saved-searches")
		ids := make([]sync.Map, objects)
		at(objects*times, func(i int) {
			object := i % objects
			body := fmt.Sprintf(`{"name":"s%d","sourceId":%q}`, object, h.sources["log"])
			for {
				got := h.door.With("Idempotency-Key", fmt.Sprint("key-", object)).Send(t, "POST", "/saved-searches", body)
				if got.Status == http.StatusServiceUnavailable {
					continue // the database is busy; what a client does then is try again
				}
				if got.Status != http.StatusOK {
					t.Errorf("%d %s", got.Status, got.Body)
					return
				}
				ids[object].Store(got.Field(t, "id"), true)
				return
			}
		})
		for i := range ids {
			made := 0
			ids[i].Range(func(any, any) bool { made++; return true })
			if made != 1 {
				t.Errorf("object %d was made %d times", i, made)
			}
		}
		if after := total(t, h.door, "/saved-searches"); after != before+objects {
			t.Errorf("%d objects, want %d", after, before+objects)
		}
	})
}

func total(t *testing.T, d stacktest.Door, path string) int {
	t.Helper()
	n, err := strconv.Atoi(d.Must(t, "GET", path+"?limit=1", "").Header.Get("X-Total-Count"))
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// TestNoUpdateIsLost lets writers count up one dashboard's number in its
// name with If-Match, in both deployments at once.
func TestNoUpdateIsLost(t *testing.T) {
	const each = 2
	eachStore(t, func(t *testing.T, o stacktest.Options) {
		w := stacktest.New(t, o)
		doors := w.Doors()
		id := doors[0].Must(t, "POST", "/dashboards", `{"name":"0","tiles":[]}`).Field(t, "id")
		var stale atomic.Int64
		at(writers, func(i int) {
			for done := 0; done < each; {
				switch status := countUp(t, doors[i%2], "/dashboards/"+id); status {
				case http.StatusOK:
					done++
				case http.StatusPreconditionFailed:
					stale.Add(1)
				case http.StatusServiceUnavailable:
				default:
					t.Errorf("status %d", status)
					return
				}
			}
		})
		got := doors[1].Must(t, "GET", "/dashboards/"+id, "")
		if name := got.Field(t, "name"); name != fmt.Sprint(writers*each) {
			t.Errorf("counted to %s, want %d", name, writers*each)
		}
		if tag := got.Header.Get("ETag"); tag != fmt.Sprintf("%q", fmt.Sprint(writers*each+1)) {
			t.Errorf("the tag is %s", tag)
		}
		t.Logf("%d writers met a newer version %d times", writers, stale.Load())
	})
}

func countUp(t *testing.T, d stacktest.Door, path string) int {
	t.Helper()
	now := d.Must(t, "GET", path, "")
	n, err := strconv.Atoi(now.Field(t, "name"))
	if err != nil {
		t.Fatal(err)
	}
	var fields map[string]any
	if err := json.Unmarshal(now.Value, &fields); err != nil {
		t.Fatal(err)
	}
	fields["name"] = fmt.Sprint(n + 1)
	body, err := json.Marshal(fields)
	if err != nil {
		t.Fatal(err)
	}
	return d.With("If-Match", now.Header.Get("ETag")).Send(t, "PUT", path, string(body)).Status
}

// TestNewTeamIsFurnishedOnce lets many ask for the sources of a new team at
// once.
func TestNewTeamIsFurnishedOnce(t *testing.T) {
	eachStore(t, func(t *testing.T, o stacktest.Options) {
		w := stacktest.New(t, o)
		at(24, func(i int) {
			d, path := w.Doors()[i%2], "/sources"
			if i%3 == 0 {
				d, path = w.SelfHosted(), "/connections"
			}
			for d.Send(t, "GET", path, "").Status == http.StatusServiceUnavailable {
			}
		})
		sources := w.SelfHosted().Must(t, "GET", "/sources", "").List(t)
		connections := w.SelfHosted().Must(t, "GET", "/connections", "").List(t)
		if len(sources) != 3 || len(connections) != 1 {
			t.Errorf("%d sources, %d connections", len(sources), len(connections))
		}
	})
}

// TestWebhookInUseStaysWhateverTheOrder races alerts that begin to use a
// webhook against its deletion: one of both wins, and no alert is left with a
// webhook that is gone.
func TestWebhookInUseStaysWhateverTheOrder(t *testing.T) {
	eachStore(t, func(t *testing.T, o stacktest.Options) {
		h := furnish(t, stacktest.New(t, o).SelfHosted())
		for i, webhook := range h.webhooks {
			body := fmt.Sprintf(`{"source":"search","savedSearchId":%q,"threshold":1,"thresholdType":"above","interval":"5m",
				"channel":{"type":"webhook","webhookId":%q}}`, h.searches[0], webhook)
			var made, gone atomic.Bool
			at(2, func(n int) {
				if (n+i)%2 == 0 {
					made.Store(h.door.Send(t, "POST", "/alerts", body).Status == http.StatusOK)
				} else {
					gone.Store(h.door.Send(t, "DELETE", "/webhooks/"+webhook, "").Status == http.StatusOK)
				}
			})
			if made.Load() == gone.Load() {
				t.Errorf("alert made: %t, webhook gone: %t", made.Load(), gone.Load())
			}
		}
	})
}
