package testkit

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"
)

// Mutator breaks requests at random: the same ones for the same seed. Words
// are names and values that mean something to the operations.
type Mutator struct {
	rng       *rand.Rand
	words     []string
	stretched bool // a list of the present body is too long already
}

// repeats is how often a list is repeated that shall be too long.
const repeats = 200

// NewMutator makes a Mutator.
func NewMutator(seed uint64, words ...string) *Mutator {
	return &Mutator{rng: rand.New(rand.NewPCG(seed, seed+1)), words: words}
}

// OneIn returns true once in n times.
func (m *Mutator) OneIn(n int) bool { return m.rng.IntN(n) == 0 }

// Pick returns one of the values.
func Pick[T any](m *Mutator, from []T) T { return from[m.rng.IntN(len(from))] }

// ID returns an id that is well formed, or something that is not one.
func (m *Mutator) ID(wellFormed ...string) string {
	return Pick(m, append(wellFormed, "7", "%00", "../..", strings.Repeat("a", 24), strings.Repeat("f", 300), "é", " ", "null", "{id}"))
}

// Query returns a query that means nothing, or too much.
func (m *Mutator) Query() string {
	name := Pick(m, []string{"limit", "offset", "filter", "", "limit[]", "\x00"})
	value := Pick(m, []string{"-1", "0", "1e9", "99999999999999999999", "a", "", "%", "1001"})
	return Pick(m, []string{url.QueryEscape(name) + "=" + url.QueryEscape(value), "limit=1&limit=2", "%zz", "a;b"})
}

// Headers sets headers, some of them wrong.
func (m *Mutator) Headers(h http.Header) {
	h.Set("Content-Type", Pick(m, []string{"application/json", "application/json", "application/json", "application/json; charset=utf-8", "text/plain", ""}))
	switch m.rng.IntN(12) {
	case 0:
		h.Set("If-Match", Pick(m, []string{`"1"`, `W/"1"`, `*`, `"`, `x`, `"9223372036854775808"`, `"1-x"`, ""}))
	case 1:
		h.Set("Idempotency-Key", Pick(m, []string{"k", strings.Repeat("k", 300), "ü", fmt.Sprint(m.rng.Uint64())}))
	case 2:
		h.Set("Accept", Pick(m, []string{"text/html", "application/json;q=0", "*/*", "garbage"}))
	case 3:
		h.Set("Content-Encoding", "gzip")
	}
}

// Body returns a body that was broken in zero to three places.
func (m *Mutator) Body(t testing.TB, text string) string {
	t.Helper()
	if text == "" {
		return Pick(m, []string{"", "{}", "null", "["})
	}
	var tree any
	if err := json.Unmarshal([]byte(text), &tree); err != nil {
		t.Fatal(err)
	}
	m.stretched = false
	for range m.rng.IntN(4) {
		tree = m.mutate(tree, 0)
	}
	broken, err := json.Marshal(tree)
	if err != nil {
		t.Fatal(err)
	}
	return m.damage(string(broken))
}

// damage breaks the text itself now and then.
func (m *Mutator) damage(text string) string {
	switch m.rng.IntN(20) {
	case 0:
		return text[:m.rng.IntN(len(text)+1)]
	case 1:
		return text + Pick(m, []string{"x", "{}", "\x00", "]"})
	case 2:
		at := m.rng.IntN(len(text) + 1)
		return text[:at] + Pick(m, []string{"\xff", "\u0000", "\\u0000", "\ud7ff", "\""}) + text[at:]
	case 3:
		return strings.Repeat("[", 20_000)
	default:
		return text
	}
}

// mutate changes one place of the tree.
func (m *Mutator) mutate(tree any, depth int) any {
	if depth > 0 && m.OneIn(3) {
		return m.junk()
	}
	switch node := tree.(type) {
	case map[string]any:
		m.mutateObject(node, depth)
		return node
	case []any:
		if len(node) == 0 {
			return m.junk()
		}
		i := m.rng.IntN(len(node))
		node[i] = m.mutate(node[i], depth+1)
		if m.OneIn(8) && !m.stretched { // once, or bodies become gigabytes
			m.stretched = true
			return slices.Repeat(node, repeats)
		}
		return node
	default:
		return m.junk()
	}
}

func (m *Mutator) mutateObject(node map[string]any, depth int) {
	names := make([]string, 0, len(node))
	for name := range node {
		names = append(names, name)
	}
	slices.Sort(names)
	if len(names) == 0 || m.OneIn(6) {
		node[Pick(m, append([]string{"extra", "", "id", "__proto__", "a\x00b", strings.Repeat("n", 500)}, m.words...))] = m.junk()
		return
	}
	name := Pick(m, names)
	if m.OneIn(5) {
		delete(node, name)
		return
	}
	node[name] = m.mutate(node[name], depth+1)
}

func (m *Mutator) junk() any {
	junk := []any{
		nil, true, -1, 0, 1.5, 1e308, -1e308, "", "x", "\x00", "é\u202e", strings.Repeat("long ", 3000), []any{}, map[string]any{},
		[]any{[]any{[]any{nil}}}, map[string]any{"type": "webhook"}, json.Number("99999999999999999999999"), json.Number("1e999"),
		"2026-11-01T00:00:00Z", "9999-12-31T23:59:59Z", "24:00", "0123456789abcdef01234567", "0b5a1d0e-5d0c-4a7e-9f53-0c8f2c1f0a11",
		map[string]any{"displayType": "line"}, map[string]any{"displayType": "number", "configType": "sql"}, slices.Repeat([]any{"t"}, 1001),
	}
	for _, word := range m.words {
		junk = append(junk, word)
	}
	return Pick(m, junk)
}
