package stackwire_test

import (
	"context"
	"net/http"
	"sync/atomic"
	"testing"
	"time"

	"github.com/cairnstack/cairn/internal/observe"
	"github.com/cairnstack/cairn/internal/stack"
	"github.com/cairnstack/cairn/internal/testkit/stacktest"
)

// patient writes to the store while it is asked about a connection: it can't
// as long as a transaction of the request is open.
type patient struct {
	world *stacktest.World
	asked atomic.Int32
}

func (p *patient) CheckConnection(context.Context, stack.Connection) error {
	p.asked.Add(1)
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	return p.world.Store.InTx(ctx, func(ctx context.Context) error {
		return p.world.Store.LockTeam(ctx, p.world.Home.TeamID)
	})
}

func TestConnectionIsCheckedOutsideOfTransactions(t *testing.T) {
	eachStore(t, func(t *testing.T, o stacktest.Options) {
		checker := &patient{}
		o.Adjust = func(r *observe.Resources) { r.Databases = checker }
		w := stacktest.New(t, o)
		checker.world = w
		door := w.SelfHosted().With("Idempotency-Key", "one")
		const body = `{"name":"c","host":"https://db.example.com","username":""}`
		first := door.Must(t, http.MethodPost, "/connections", body)
		again := door.Must(t, http.MethodPost, "/connections", body)
		if again.Body != first.Body || again.Header.Get("Idempotent-Replayed") != "true" || checker.asked.Load() != 1 {
			t.Errorf("asked %d times; %s, then %s", checker.asked.Load(), first.Body, again.Body)
		}
		other := door.Send(t, http.MethodPost, "/connections", `{"name":"d","host":"https://db.example.com","username":""}`)
		if other.Status != http.StatusConflict || checker.asked.Load() != 1 {
			t.Errorf("another body: %d %s", other.Status, other.Body)
		}
		if list := w.SelfHosted().Must(t, http.MethodGet, "/connections", "").List(t); len(list) != 2 {
			t.Errorf("%d connections, want the team's own and one", len(list))
		}
	})
}

// TestEndOfASilenceIsANewTag holds that who asks again learns that a silence
// is over, although nobody has changed the alert, and can still write to it.
func TestEndOfASilenceIsANewTag(t *testing.T) {
	t.Parallel()
	w := stacktest.New(t, stacktest.Options{})
	door, kept := w.SelfHosted(), map[string]string{}
	for _, st := range append([]step{{
		does: "sources", call: "GET /sources", keep: map[string]string{"logs": "0.id", "traces": "1.id", "connection": "0.connection"},
	}}, append(watched(), step{does: "an alert", call: "POST /alerts", body: with(alert()), keep: map[string]string{"id": "id"}})...) {
		st.play(t, door, kept)
	}
	path := "/alerts/" + kept["id"]
	silenced := door.Must(t, http.MethodPost, path+"/silence", `{"until":"2026-11-01T14:00:00Z"}`)
	tag := silenced.Header.Get("ETag")
	if got := door.With("If-None-Match", tag).Send(t, http.MethodGet, path, ""); got.Status != http.StatusNotModified {
		t.Errorf("while it lasts: %d", got.Status)
	}
	w.Clock.Advance(3 * time.Hour)
	over := door.With("If-None-Match", tag).Send(t, http.MethodGet, path, "")
	if over.Status != http.StatusOK || over.Header.Get("ETag") == tag {
		t.Fatalf("after its end: %d %s", over.Status, over.Header.Get("ETag"))
	}
	written := door.With("If-Match", over.Header.Get("ETag")).Send(t, http.MethodPut, path, fill(t, with(alert(), "threshold", "9"), kept))
	if written.Status != http.StatusOK {
		t.Errorf("a write of what was read: %d %s", written.Status, written.Body)
	}
	if stale := door.With("If-Match", over.Header.Get("ETag")).Send(t, http.MethodDelete, path, ""); stale.Status != http.StatusPreconditionFailed {
		t.Errorf("a write of an old version: %d", stale.Status)
	}
}
