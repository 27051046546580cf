package compile_test

import (
	"strings"
	"testing"

	"github.com/cairnstack/cairn/internal/clickhouse/compile/compiletest"
	"github.com/cairnstack/cairn/internal/explore"
	"github.com/cairnstack/cairn/internal/fault"
	"github.com/cairnstack/cairn/internal/ql"
)

const hostileMin = 200

func TestHostileTextsBecomeNoSQL(t *testing.T) {
	t.Parallel()
	texts := compiletest.HostileTexts(t)
	if len(texts) < hostileMin {
		t.Fatalf("%d payloads, want at least %d", len(texts), hostileMin)
	}
	for _, text := range texts {
		checkCompiled(t, text)
	}
}

func FuzzCompile(f *testing.F) {
	for _, text := range compiletest.HostileTexts(f) {
		f.Add(text)
	}
	for _, text := range conditions() {
		f.Add(strings.TrimPrefix(text, "sql: "))
	}
	f.Fuzz(func(t *testing.T, text string) { checkCompiled(t, text) })
}

// checkCompiled holds whatever is made of a text to words that are ours.
func checkCompiled(t *testing.T, text string) {
	t.Helper()
	for _, target := range []explore.Target{compiletest.LogTarget(), compiletest.SpanTarget()} {
		if node, err := ql.ParseLucene("where", text); err == nil {
			checkNode(t, target, text, node)
		}
		if node, err := ql.ParseCondition(text, ql.ParseOptions{Aggregates: true}); err == nil {
			checkNode(t, target, text, node)
		}
		if list, err := ql.ParseSelect(text, ql.ParseOptions{}); err == nil {
			for _, item := range list {
				c, err := compiletest.Value(target, compiletest.HotKeys(), explore.Expr{Node: item.Expression})
				checkSQL(t, text, c, err)
			}
		}
	}
}

func checkNode(t *testing.T, target explore.Target, text string, node ql.Node) {
	t.Helper()
	c, err := compiletest.Condition(target, compiletest.HotKeys(), explore.Expr{Node: node})
	checkSQL(t, text, c, err)
	idCompiler().IDs(explore.Expr{}, explore.Expr{Node: node}) // must not panic
}

func checkSQL(t *testing.T, text string, c compiletest.Compiled, err error) {
	t.Helper()
	if err != nil {
		if fault.KindOf(err) != fault.Invalid {
			t.Fatalf("%q: %v, want a refusal", text, err)
		}
		return
	}
	if word := compiletest.ForeignWord(c.SQL); word != "" {
		t.Fatalf("%q became %q with the foreign %q", text, c.SQL, word)
	}
}
