package stackwire_test

import (
	"encoding/json"
	"fmt"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/cairnstack/cairn/internal/stack"
	"github.com/cairnstack/cairn/internal/stack/stackgen"
	"github.com/cairnstack/cairn/internal/testkit"
	"github.com/cairnstack/cairn/internal/testkit/stacktest"
)

// house is a team that has what random resources refer to.
type house struct {
	door                stacktest.Door
	sources             map[stack.SourceKind]string
	connections         []string
	dashboards          []string
	searches            []string
	webhooks            []string
	dashboardID, tileID string // a tile that can be watched
	kinds               int
}

func furnish(t testing.TB, d stacktest.Door) *house {
	t.Helper()
	h := &house{door: d, sources: map[stack.SourceKind]string{}}
	var sources []struct {
		ID, Connection string
		Kind           stack.SourceKind
	}
	if err := json.Unmarshal(d.Must(t, "GET", "/sources", "").Value, &sources); err != nil {
		t.Fatal(err)
	}
	for _, s := range sources {
		h.sources[s.Kind] = s.ID
	}
	h.connections = []string{sources[0].Connection}
	for _, kind := range []stack.SourceKind{stack.KindSession, stack.KindPromQL} {
		g := h.generator(0)
		h.sources[kind] = h.make(t, "/sources", g.Source(kind))
	}
	for i := range stack.ChannelsMax {
		h.webhooks = append(h.webhooks, h.make(t, "/webhooks", stack.WebhookInput{
			Name: fmt.Sprint("hook ", i), Service: stack.ServiceGeneric, URL: "https://hooks.example.com/",
		}))
	}
	h.searches = []string{h.make(t, "/saved-searches", map[string]any{"name": "s", "sourceId": h.sources[stack.KindLog]})}
	body := fmt.Sprintf(`{"name":"d","tiles":[{"name":"t","x":0,"y":0,"w":1,"h":1,
		"config":{"displayType":"number","sourceId":%q,"select":[{"aggFn":"count"}]}}]}`, h.sources[stack.KindLog])
	made := d.Must(t, "POST", "/dashboards", body)
	h.dashboardID, h.tileID = made.Field(t, "id"), textAt(t, made.Value, "tiles.0.id")
	h.dashboards = []string{h.dashboardID}
	return h
}

// generator returns a generator whose resources refer to what the team has.
func (h *house) generator(seed uint64) *stackgen.Gen {
	g := stackgen.New(seed)
	for kind, id := range h.sources {
		g.Sources[kind] = id
	}
	g.Connections, g.Dashboards, g.Searches, g.Webhooks = h.connections, h.dashboards, h.searches, h.webhooks
	return g
}

func (h *house) make(t testing.TB, path string, body any) string {
	t.Helper()
	return h.door.Must(t, "POST", path, encoded(t, body)).Field(t, "id")
}

func encoded(t testing.TB, body any) string {
	t.Helper()
	text, err := json.Marshal(body)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// TestPutOfGetChangesNothing makes random resources of every noun, writes what
// they were made of again, as clients do that keep a file of it, and writes
// back what a GET returns: record, version and time of change stay.
func TestPutOfGetChangesNothing(t *testing.T) {
	nouns := map[string]func(*house, *stackgen.Gen) any{
		"/dashboards":     func(_ *house, g *stackgen.Gen) any { return g.Dashboard(24) },
		"/alerts":         func(h *house, g *stackgen.Gen) any { return g.Alert(h.dashboardID, h.tileID, stacktest.Noon()) },
		"/webhooks":       func(_ *house, g *stackgen.Gen) any { return g.Webhook() },
		"/saved-searches": func(_ *house, g *stackgen.Gen) any { return g.SavedSearch() },
		"/sources":        func(h *house, g *stackgen.Gen) any { return g.Source(h.nextKind()) },
	}
	eachStore(t, func(t *testing.T, o stacktest.Options) {
		for _, door := range []func(*stacktest.World) stacktest.Door{(*stacktest.World).SelfHosted, (*stacktest.World).Managed} {
			w := stacktest.New(t, o)
			h := furnish(t, door(w))
			for path, noun := range nouns {
				t.Run(h.door.Name+path, func(t *testing.T) {
					first := testkit.Seed(t, 0)
					for seed := first; seed < first+seeds; seed++ {
						h.writeAgain(t, path, noun(h, h.generator(seed)))
					}
				})
			}
			if h.door.Name == "managed" {
				continue
			}
			first := testkit.Seed(t, 0)
			for seed := first; seed < first+seeds; seed++ {
				h.writeAgain(t, "/connections", h.generator(seed).Connection())
			}
		}
	})
}

// writeAgain makes a resource and writes what it was made of, and what is read
// of it, in its place.
func (h *house) writeAgain(t *testing.T, path string, body any) {
	t.Helper()
	id := h.make(t, path, body)
	h.writeBack(t, path+"/"+id, encoded(t, body))
	h.writeBack(t, path+"/"+id, string(h.door.Must(t, "GET", path+"/"+id, "").Value))
}

func (h *house) writeBack(t *testing.T, path, body string) {
	t.Helper()
	before := h.door.Must(t, "GET", path, "")
	after := h.door.Must(t, "PUT", path, body)
	again := h.door.Must(t, "GET", path, "")
	for _, now := range []stacktest.Answer{after, again} {
		if diff := cmp.Diff(stacktest.Compact(before.Value), stacktest.Compact(now.Value)); diff != "" {
			t.Errorf("%s%s changed (-before +after):\n%s", h.door.Name, path, diff)
		}
		if was, is := before.Header.Get("ETag"), now.Header.Get("ETag"); was != is {
			t.Errorf("%s%s: the tag went from %s to %s", h.door.Name, path, was, is)
		}
	}
}

// nextKind returns one kind of sources after the other.
func (h *house) nextKind() stack.SourceKind {
	h.kinds++
	return stack.SourceKinds()[h.kinds%len(stack.SourceKinds())]
}

// largeDashboardMax is how long a dashboard of 500 tiles may take to save.
// The machine of a test may be busy; the benchmark tells the true time.
const largeDashboardMax = 5 * time.Second

func largeDashboard(t testing.TB, h *house) string {
	t.Helper()
	g := h.generator(1)
	in := g.Dashboard(0)
	for len(in.Tiles) < stack.TilesMax {
		tile := g.Tile()
		tile.ID = ""
		in.Tiles = append(in.Tiles, tile)
	}
	body, err := json.Marshal(in)
	if err != nil {
		t.Fatal(err)
	}
	return string(body)
}

func TestDashboardOf500TilesSaves(t *testing.T) {
	eachStore(t, func(t *testing.T, o stacktest.Options) {
		h := furnish(t, stacktest.New(t, o).SelfHosted())
		body, begun := largeDashboard(t, h), time.Now()
		made := h.door.Must(t, "POST", "/dashboards", body)
		if took := time.Since(begun); took > largeDashboardMax {
			t.Errorf("it took %s", took)
		}
		h.writeBack(t, "/dashboards/"+made.Field(t, "id"), body)
		h.writeBack(t, "/dashboards/"+made.Field(t, "id"), string(made.Value))
	})
}

// TestAlertsSurviveADashboardFromAFile writes a dashboard again whose tiles
// have no ids, as clients do that keep it in a file: tiles that moved or were
// edited are still those that alerts watch.
func TestAlertsSurviveADashboardFromAFile(t *testing.T) {
	t.Parallel()
	h := furnish(t, stacktest.New(t, stacktest.Options{}).SelfHosted())
	source := h.sources[stack.KindLog]
	tile := func(name string, y int, where string) string {
		return fmt.Sprintf(`{"name":%q,"x":0,"y":%d,"w":6,"h":4,"config":{"displayType":"line","sourceId":%q,"select":[{"aggFn":"count","where":%q}]}}`, name, y, source, where)
	}
	file := func(tiles string) string { return `{"name":"from a file","tiles":[` + tiles + `]}` }
	made := h.door.Must(t, "POST", "/dashboards", file(tile("a", 0, "x")+","+tile("b", 4, "y")))
	watched, path := textAt(t, made.Value, "tiles.1.id"), "/dashboards/"+made.Field(t, "id")
	alert := h.make(t, "/alerts", map[string]any{
		"source": "tile", "dashboardId": made.Field(t, "id"), "tileId": watched, "threshold": 1, "thresholdType": "above",
		"interval": "1h", "channel": map[string]any{"type": "webhook", "webhookId": h.webhooks[0]},
	})
	for what, tiles := range map[string]string{
		"again": tile("a", 0, "x") + "," + tile("b", 4, "y"), "in another order": tile("b", 4, "y") + "," + tile("a", 0, "x"),
		"edited": tile("a", 0, "x") + "," + tile("b", 9, "z"), "alone": tile("b", 4, "y"),
	} {
		h.door.Must(t, "PUT", path, file(tiles))
		if got := h.door.Must(t, "GET", "/alerts/"+alert, "").Field(t, "tileId"); got != watched {
			t.Errorf("%s: the alert watches the tile %s, want %s", what, got, watched)
		}
	}
	h.door.Must(t, "PUT", path, file(tile("c", 0, "x")))
	if got := h.door.Send(t, "GET", "/alerts/"+alert, ""); got.Status != 404 {
		t.Errorf("the alert of a tile that is gone: %d", got.Status)
	}
}
