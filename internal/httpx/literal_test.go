package httpx_test

import (
	"encoding/json"
	"math/big"
	"reflect"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/cairnstack/cairn/internal/httpx"
)

func TestWholeNumbersAreWrittenInPlainDigits(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{
		`{"a":1794474000000.0}`:     `{"a":1794474000000}`,
		`{"a":1.7944776e12,"b":2}`:  `{"a":1794477600000,"b":2}`,
		`[2.0,-3E0,50e-1,0.0,-0.0]`: `[2,-3,5,0,-0]`,
		`[2.5,1e400,1e30,"2.0"]`:    `[2.5,1e400,1e30,"2.0"]`,
		`"a\"1.0\\"`:                `"a\"1.0\\"`,
		`[01.0,1.,.5,1.e1,+1.0]`:    `[01.0,1.,.5,1.e1,+1]`,
	} {
		got, err := httpx.SettleLiterals([]byte(in))
		if err != nil || string(got) != want {
			t.Errorf("%s: %s, %v; want %s", in, got, err, want)
		}
	}
}

func TestHalfOfASurrogatePairIsRefused(t *testing.T) {
	t.Parallel()
	for text, lone := range map[string]bool{
		`"\ud800"`: true, `"\udc00"`: true, `"\ud800\ud800"`: true, `"\udc00\ud800"`: true, `"\ud83d\u0041"`: true,
		`{"\ud800":1}`: true, `"\ud83d\ude00"`: false, `"\\ud800"`: false, `"\u0041"`: false, `"\"\\"`: false,
	} {
		if _, err := httpx.SettleLiterals([]byte(text)); (err != nil) != lone {
			t.Errorf("%s: %v", text, err)
		}
	}
}

// FuzzSettleLiterals holds that the meaning of a valid text stays, and that
// what is no JSON does not become JSON.
func FuzzSettleLiterals(f *testing.F) {
	for _, seed := range []string{`{"a":1.0}`, `[1e3,"\ud83d\ude00"]`, `"\ud800"`, `-`, `1.`, `01.0`, `"\`, `1e5e5`, `9007199254740993.0`} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		got, err := httpx.SettleLiterals([]byte(text))
		if err != nil {
			if !strings.Contains(text, `\u`) {
				t.Errorf("%q is refused", text)
			}
			return
		}
		if json.Valid([]byte(text)) != json.Valid(got) {
			t.Fatalf("%q became %q", text, got)
		}
		if json.Valid(got) && utf8.ValidString(text) && !reflect.DeepEqual(treeOf(t, []byte(text)), treeOf(t, got)) {
			t.Errorf("%q became %q", text, got)
		}
	})
}

// treeOf reads numbers exactly, unless they are too long to be worth it.
func treeOf(t *testing.T, text []byte) any {
	t.Helper()
	decoder := json.NewDecoder(strings.NewReader(string(text)))
	decoder.UseNumber()
	var tree any
	if err := decoder.Decode(&tree); err != nil {
		t.Fatal(err)
	}
	return exact(tree)
}

func exact(tree any) any {
	switch node := tree.(type) {
	case json.Number:
		v, err := node.Float64()
		if err != nil {
			return string(node)
		}
		return big.NewFloat(v).String()
	case []any:
		for i := range node {
			node[i] = exact(node[i])
		}
	case map[string]any:
		for name := range node {
			node[name] = exact(node[name])
		}
	}
	return tree
}
