package stack_test

import (
	"encoding/json"
	"maps"
	"reflect"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/cairnstack/cairn/internal/stack"
	"github.com/cairnstack/cairn/internal/stack/stackgen"
	"github.com/cairnstack/cairn/internal/testkit"
)

// seeds is how many random resources each property is tried on.
const seeds = 150

func noon() time.Time { return time.Date(2026, 11, 1, 12, 0, 0, 0, time.UTC) }

func encode(t testing.TB, v any) []byte {
	t.Helper()
	body, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return body
}

// must fails the test when a valid resource is refused.
func must[T any](t testing.TB, seed uint64) func(v T, err error) T {
	t.Helper()
	return func(v T, err error) T {
		t.Helper()
		if err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		return v
	}
}

func same(t testing.TB, seed uint64, got, want any) {
	t.Helper()
	if !reflect.DeepEqual(got, want) {
		t.Fatalf("seed %d (-stored +after the update):\n%s", seed, cmp.Diff(want, got))
	}
}

// dashboardAnswer is the shape in which a dashboard is answered.
type dashboardAnswer struct {
	ID string `json:"id"`
	stack.DashboardSpec
	CreatedAt time.Time `json:"createdAt"`
}

func TestDashboardPutOfGetChangesNothing(t *testing.T) {
	t.Parallel()
	first := testkit.Seed(t, 0)
	for seed := first; seed < first+seeds; seed++ {
		g := stackgen.New(seed)
		in := must[stack.DashboardInput](t, seed)(stack.DecodeDashboard(encode(t, g.Dashboard(int(seed%40)))))
		stored := must[stack.DashboardSpec](t, seed)(stack.DashboardSpec{}.Apply(in, g.Mint))
		if err := stored.CheckReferences(g.References(), stack.DashboardSpec{}); err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		answer := encode(t, dashboardAnswer{ID: g.ID(), DashboardSpec: stored})
		again := must[stack.DashboardInput](t, seed)(stack.DecodeDashboard(answer))
		same(t, seed, must[stack.DashboardSpec](t, seed)(stored.Apply(again, g.Mint)), stored)
	}
}

func TestStoredDashboardReadsBackAsItWas(t *testing.T) {
	t.Parallel()
	first := testkit.Seed(t, 0)
	for seed := first; seed < first+seeds; seed++ {
		g := stackgen.New(seed)
		stored := must[stack.DashboardSpec](t, seed)(stack.DashboardSpec{}.Apply(g.Dashboard(20), g.Mint))
		var read stack.DashboardSpec
		if err := json.Unmarshal(encode(t, stored), &read); err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		same(t, seed, read, stored)
	}
}

func TestGeneratorMakesEveryTileType(t *testing.T) {
	t.Parallel()
	builder, raw, promQL := map[stack.DisplayType]bool{}, map[stack.DisplayType]bool{}, map[stack.DisplayType]bool{}
	for _, c := range stackgen.New(1).Configs() {
		switch c.(type) {
		case stack.RawSQL:
			raw[c.Display()] = true
		case stack.PromQL:
			promQL[c.Display()] = true
		default:
			builder[c.Display()] = true
		}
	}
	sorted := func(types []stack.DisplayType) []stack.DisplayType { slices.Sort(types); return types }
	same(t, 1, slices.Sorted(maps.Keys(builder)), sorted(stack.DisplayTypes()))
	same(t, 1, slices.Sorted(maps.Keys(raw)), sorted(stack.SQLDisplayTypes()))
	same(t, 1, slices.Sorted(maps.Keys(promQL)), sorted(stack.PromQLDisplayTypes()))
}

func TestGeneratorRepeatsItself(t *testing.T) {
	t.Parallel()
	same(t, 7, stackgen.New(7).Dashboard(30), stackgen.New(7).Dashboard(30))
}

func TestAlertPutOfGetChangesNothing(t *testing.T) {
	t.Parallel()
	first := testkit.Seed(t, 0)
	for seed := first; seed < first+seeds; seed++ {
		g := stackgen.New(seed)
		in := must[stack.AlertInput](t, seed)(stack.DecodeAlert(encode(t, g.Alert(g.ID(), g.ID(), noon()))))
		stored := must[stack.AlertSpec](t, seed)(stack.AlertSpec{}.Apply(in, noon()))
		again := must[stack.AlertInput](t, seed)(stack.DecodeAlert(encode(t, stored.Input())))
		later := noon().AddDate(20, 0, 0)
		same(t, seed, must[stack.AlertSpec](t, seed)(stored.Apply(again, later)), stored)
	}
}

func TestSourcePutOfGetChangesNothing(t *testing.T) {
	t.Parallel()
	first := testkit.Seed(t, 0)
	for seed := first; seed < first+seeds; seed++ {
		g := stackgen.New(seed)
		kind := stack.SourceKinds()[seed%5]
		stored := must[stack.SourceSpec](t, seed)(stack.DecodeSource(encode(t, g.Source(kind))))
		same(t, seed, must[stack.SourceSpec](t, seed)(stack.DecodeSource(encode(t, stored))), stored)
	}
}

func TestWebhookPutOfGetChangesNothing(t *testing.T) {
	t.Parallel()
	first := testkit.Seed(t, 0)
	for seed := first; seed < first+seeds; seed++ {
		in := must[stack.WebhookInput](t, seed)(stack.DecodeWebhook(encode(t, stackgen.New(seed).Webhook())))
		stored := must[stack.Webhook](t, seed)(stack.Webhook{}.Apply(in, nil))
		again := must[stack.WebhookInput](t, seed)(stack.DecodeWebhook(encode(t, stored.Input())))
		same(t, seed, must[stack.Webhook](t, seed)(stored.Apply(again, nil)), stored)
	}
}

func TestSavedSearchPutOfGetChangesNothing(t *testing.T) {
	t.Parallel()
	first := testkit.Seed(t, 0)
	for seed := first; seed < first+seeds; seed++ {
		in := must[stack.SavedSearchSpec](t, seed)(stack.DecodeSavedSearch(encode(t, stackgen.New(seed).SavedSearch())))
		stored := must[stack.SavedSearchSpec](t, seed)(stack.SavedSearchSpec{}.Apply(in))
		again := must[stack.SavedSearchSpec](t, seed)(stack.DecodeSavedSearch(encode(t, stored)))
		same(t, seed, must[stack.SavedSearchSpec](t, seed)(stored.Apply(again)), stored)
	}
}

func TestConnectionPutOfGetChangesNothing(t *testing.T) {
	t.Parallel()
	first := testkit.Seed(t, 0)
	for seed := first; seed < first+seeds; seed++ {
		in := must[stack.ConnectionInput](t, seed)(stack.DecodeConnection(encode(t, stackgen.New(seed).Connection())))
		stored := must[stack.Connection](t, seed)(stack.Connection{}.Apply(in, nil))
		again := must[stack.ConnectionInput](t, seed)(stack.DecodeConnection(encode(t, stored.Input())))
		same(t, seed, must[stack.Connection](t, seed)(stored.Apply(again, nil)), stored)
	}
}
