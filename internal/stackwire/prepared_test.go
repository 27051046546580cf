package stackwire_test

import (
	"context"
	"net/http"
	"sync/atomic"
	"testing"
	"time"

	"github.com/cairnstack/cairn/internal/fault"
	"github.com/cairnstack/cairn/internal/resources"
	"github.com/cairnstack/cairn/internal/stack"
	"github.com/cairnstack/cairn/internal/testkit/stacktest"
)

// patient writes to the store while it is asked about a connection: it can't
// as long as a transaction of the request is open.
type patient struct {
	world *stacktest.World
	asked atomic.Int32
}

func (p *patient) CheckConnection(_ context.Context, c stack.Connection) error {
	p.asked.Add(1)
	if c.Password == "" {
		return fault.InvalidDetails([]fault.Detail{{Path: "password", Code: "refused", Message: "the database refuses this username and password"}})
	}
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	return p.world.Store.InTx(ctx, func(ctx context.Context) error {
		return p.world.Store.LockTeam(ctx, p.world.Home.TeamID)
	})
}

// TestConnectionIsTestedApart holds that saving a connection asks nobody, and
// that a test asks outside of transactions and keeps nothing.
func TestConnectionIsTestedApart(t *testing.T) {
	eachStore(t, func(t *testing.T, o stacktest.Options) {
		checker := &patient{}
		o.Adjust = func(r *resources.Resources) { r.Databases = checker }
		w := stacktest.New(t, o)
		checker.world = w
		door := w.SelfHosted()
		const open, closed = `{"name":"c","host":"https://db.example.com","username":"u"}`, `{"name":"c","host":"https://db.example.com","username":"u","password":"p"}`
		refused := door.Must(t, http.MethodPost, "/connections/test", open)
		if got := stacktest.Compact(refused.Value); got != `{"success":false,"field":"password","message":"the database refuses this username and password"}` {
			t.Errorf("without a password: %s", got)
		}
		if got := stacktest.Compact(door.Must(t, http.MethodPost, "/connections/test", closed).Value); got != `{"success":true}` {
			t.Errorf("with a password: %s", got)
		}
		if list := door.Must(t, http.MethodGet, "/connections", "").List(t); len(list) != 1 {
			t.Errorf("%d connections after tests, want the team's own", len(list))
		}
		asked := checker.asked.Load()
		made := door.Must(t, http.MethodPost, "/connections", closed).Field(t, "id")
		door.Must(t, http.MethodPut, "/connections/"+made, `{"name":"d","host":"https://db.example.com","username":"u"}`)
		if checker.asked.Load() != asked {
			t.Error("saving a connection asks its database")
		}
		if got := stacktest.Compact(door.Must(t, http.MethodPost, "/connections/test", open).Value); got != `{"success":true}` {
			t.Errorf("with the stored password: %s", got)
		}
		if got := door.Send(t, http.MethodPost, "/connections/test", `{"name":"c","host":"http://192.168.0.1","username":""}`); got.Status != http.StatusBadRequest {
			t.Errorf("a private address: %d %s", got.Status, got.Body)
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
