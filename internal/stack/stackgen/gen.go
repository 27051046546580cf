// Package stackgen makes random valid stack resources for tests. What it
// makes depends only on the seed.
package stackgen

import (
	"encoding/hex"
	"math/rand/v2"
	"strings"

	"github.com/cairnstack/cairn/internal/stack"
)

// Gen makes resources that refer to each other within one made-up team.
type Gen struct {
	rng         *rand.Rand
	Sources     map[stack.SourceKind]string // one source of each kind
	Connections []string
	Dashboards  []string
	Searches    []string
	Webhooks    []string
}

// New returns a generator for the seed.
func New(seed uint64) *Gen {
	g := &Gen{rng: rand.New(rand.NewPCG(seed, seed^0x9e3779b97f4a7c15)), Sources: map[stack.SourceKind]string{}} //nolint:gosec // test resources must repeat
	for _, kind := range stack.SourceKinds() {
		g.Sources[kind] = g.ID()
	}
	g.Connections, g.Dashboards = g.ids(2), g.ids(3)
	g.Searches, g.Webhooks = g.ids(3), g.ids(stack.ChannelsMax)
	return g
}

// ID returns a random stack id.
func (g *Gen) ID() string {
	raw := make([]byte, 12)
	for i := range raw {
		raw[i] = byte(g.rng.IntN(256))
	}
	return hex.EncodeToString(raw)
}

// Mint is a stack.Minter.
func (g *Gen) Mint() (string, error) { return g.ID(), nil }

// References returns the made-up team as dashboards see it. All sources lie
// on the first connection.
func (g *Gen) References() stack.References {
	refs := stack.References{
		Sources:     map[string]stack.SourceRef{},
		Connections: map[string]bool{},
		Dashboards:  map[string]bool{},
	}
	for kind, id := range g.Sources {
		refs.Sources[id] = stack.SourceRef{Kind: kind, ConnectionID: g.Connections[0]}
	}
	for _, id := range g.Connections {
		refs.Connections[id] = true
	}
	for _, id := range g.Dashboards {
		refs.Dashboards[id] = true
	}
	return refs
}

func (g *Gen) ids(n int) []string {
	ids := make([]string, n)
	for i := range ids {
		ids[i] = g.ID()
	}
	return ids
}

func (g *Gen) chance() bool { return g.rng.IntN(2) == 0 }

// between returns a whole number from least to most.
func (g *Gen) between(least, most int) int { return least + g.rng.IntN(most-least+1) }

func pick[T any](g *Gen, from []T) T { return from[g.rng.IntN(len(from))] }

// maybe returns v or the zero value.
func maybe[T any](g *Gen, v T) T {
	if g.chance() {
		return v
	}
	var zero T
	return zero
}

func some[T any](v T) *T { return &v }

// flag returns true, false or "not set".
func (g *Gen) flag() *bool { return maybe(g, some(g.chance())) }

func (g *Gen) number() float64 { return float64(g.between(-1_000_000, 1_000_000)) / 64 }

// text returns some words, now and then with characters that need care.
func (g *Gen) text() string {
	words := []string{"error", "ServiceName", "größe", "日本", `"quoted"`, "a\\b", "<b>", "line\nbreak", "k8s.pod", "{{group}}"}
	out := make([]string, g.between(1, 4))
	for i := range out {
		out[i] = pick(g, words)
	}
	return strings.Join(out, " ")
}

func list[T any](least, most int, g *Gen, item func() T) []T {
	items := []T{}
	for range g.between(least, most) {
		items = append(items, item())
	}
	return items
}
