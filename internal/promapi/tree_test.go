package promapi_test

import (
	"encoding/json"
	"net/http"
	"net/url"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/prometheus/prometheus/promql/parser"

	"github.com/cairnstack/cairn/internal/explore/promtext"
	"github.com/cairnstack/cairn/internal/promapi"
)

// examples use everything that the language has, each with the types of its
// nodes from the outside in.
func examples() map[string]string {
	return map[string]string{
		`1`:                                     "numberLiteral",
		`0x1f`:                                  "numberLiteral",
		`"text"`:                                "stringLiteral",
		`-up`:                                   "unaryExpr vectorSelector",
		`(up)`:                                  "parenExpr vectorSelector",
		`1 + 2`:                                 "binaryExpr numberLiteral numberLiteral",
		`up > bool 1`:                           "binaryExpr vectorSelector numberLiteral",
		`a and on() b`:                          "binaryExpr vectorSelector vectorSelector",
		`a / ignoring(x) group_left(y) b`:       "binaryExpr vectorSelector vectorSelector",
		`a + fill(0) b`:                         "binaryExpr vectorSelector vectorSelector",
		`a + fill_left(1) b`:                    "binaryExpr vectorSelector vectorSelector",
		`sum(up)`:                               "aggregation vectorSelector",
		`sum without (job) (up)`:                "aggregation vectorSelector",
		`topk by (job) (5, up)`:                 "aggregation vectorSelector numberLiteral",
		`count_values("v", up)`:                 "aggregation vectorSelector stringLiteral",
		`time()`:                                "call",
		`rate(up[5m])`:                          "call matrixSelector",
		`label_replace(up, "a", "b", "c", "d")`: "call stringLiteral stringLiteral stringLiteral stringLiteral vectorSelector",
		`up{b!="c", d=~"e.*", f!~"g", job="a"}`: "vectorSelector",
		`{"host/name"=~".+", "disk.free"}`:      "vectorSelector",
		`up offset 5m`:                          "vectorSelector",
		`up offset -5m @ 1609746000`:            "vectorSelector",
		`up @ start()`:                          "vectorSelector",
		`rate(up[5m] @ end())`:                  "call matrixSelector",
		`rate(up[5m] offset 1h)`:                "call matrixSelector",
		`rate(up[5m] anchored)`:                 "call matrixSelector",
		`rate(up[5m] smoothed)`:                 "call matrixSelector",
		`up[step()*2]`:                          "matrixSelector durationExpr durationExpr numberLiteral",
		`up offset (2m+1m)`:                     "vectorSelector durationExpr numberLiteral numberLiteral",
		`max_over_time(rate(up[5m])[1h:1m])`:    "call subquery call matrixSelector",
		`rate(up[5m])[1h:] offset 1d @ end()`:   "subquery call matrixSelector",
		`(up > 1)[(1h*2):(5m+1s)] offset -(1h/2)`:           "subquery parenExpr binaryExpr vectorSelector numberLiteral",
		`histogram_quantile(0.9, sum by(le) (rate(b[5m])))`: "call numberLiteral aggregation call matrixSelector",
	}
}

func TestParsedExpressions(t *testing.T) {
	t.Parallel()
	base, reader := serve(t), promtext.NewParser()
	met := map[string]bool{}
	for text, want := range examples() {
		expr, err := reader.ParseExpr(text)
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		parser.Inspect(expr, func(n parser.Node, _ []parser.Node) error {
			if n != nil { // nil says that a node has no more children
				met[reflect.TypeOf(n).String()] = true
			}
			return nil
		})
		shown := dataOf(t, base, "/parse_query?query="+url.QueryEscape(text))
		if missing := lacking(strings.Fields(want), types(shown)); len(missing) > 0 {
			t.Errorf("%s: %v lacks %v", text, types(shown), missing)
		}
		if again := dataOf(t, base, "/parse_query?query="+url.QueryEscape(expr.Pretty(0))); !cmp.Equal(shown, again) {
			t.Errorf("%s, formatted: %s", text, cmp.Diff(shown, again))
		}
	}
	for _, kind := range []parser.Expr{
		&parser.AggregateExpr{}, &parser.BinaryExpr{}, &parser.Call{}, &parser.MatrixSelector{}, &parser.NumberLiteral{},
		&parser.ParenExpr{}, &parser.StringLiteral{}, &parser.SubqueryExpr{}, &parser.UnaryExpr{}, &parser.VectorSelector{},
	} {
		if name := reflect.TypeOf(kind).String(); !met[name] {
			t.Errorf("no example has a %s", name)
		}
	}
}

// lacking returns the wanted words that are not there as often as wanted.
func lacking(want, have []string) []string {
	for _, word := range have {
		if i := slices.Index(want, word); i >= 0 {
			want = slices.Delete(want, i, i+1)
		}
	}
	return want
}

// types returns the types of all nodes of a tree.
func types(tree any) []string {
	var found []string
	switch n := tree.(type) {
	case map[string]any:
		if kind, ok := n["type"].(string); ok {
			found = append(found, kind)
		}
		for _, part := range n {
			found = append(found, types(part)...)
		}
	case []any:
		for _, part := range n {
			found = append(found, types(part)...)
		}
	}
	return found
}

func TestTreesHaveTheFieldsOfPrometheus(t *testing.T) {
	t.Parallel()
	base := serve(t)
	const selector = `"name":"a","matchers":[{"name":"x","value":"1","type":"="},{"name":"__name__","value":"a","type":"="}],
		"timestamp":5000,"startOrEnd":null,"offsetExpr":null,"anchored":false,"smoothed":false`
	for text, want := range map[string]string{
		`a{x="1"} offset 1m @ 5`: `{"type":"vectorSelector","offset":60000,` + selector + `}`,
		`a{x="1"}[2m] @ 5`:       `{"type":"matrixSelector","offset":0,"range":120000,"rangeExpr":null,` + selector + `}`,
		`a * on(x) group_right(y) b`: `{"type":"binaryExpr","op":"*","bool":false,
			"matching":{"card":"one-to-many","labels":["x"],"on":true,"include":["y"],"fillValues":{"lhs":null,"rhs":null}},
			"lhs":{"type":"vectorSelector","name":"a","offset":0,"offsetExpr":null,"matchers":[{"name":"__name__","value":"a","type":"="}],"timestamp":null,"startOrEnd":null,"anchored":false,"smoothed":false},
			"rhs":{"type":"vectorSelector","name":"b","offset":0,"offsetExpr":null,"matchers":[{"name":"__name__","value":"b","type":"="}],"timestamp":null,"startOrEnd":null,"anchored":false,"smoothed":false}}`,
		`vector(1.5)`: `{"type":"call","func":{"name":"vector","argTypes":["scalar"],"variadic":0,"returnType":"vector"},"args":[{"type":"numberLiteral","val":"1.5"}]}`,
		`1 + 1`:       `{"type":"binaryExpr","op":"+","bool":false,"matching":null,"lhs":{"type":"numberLiteral","val":"1"},"rhs":{"type":"numberLiteral","val":"1"}}`,
		`vector(1)[1m:5s] @ end()`: `{"type":"subquery","range":60000,"rangeExpr":null,"offset":0,"offsetExpr":null,"step":5000,"stepExpr":null,"timestamp":null,"startOrEnd":"end",
			"expr":{"type":"call","func":{"name":"vector","argTypes":["scalar"],"variadic":0,"returnType":"vector"},"args":[{"type":"numberLiteral","val":"1"}]}}`,
	} {
		var wanted any
		if err := json.Unmarshal([]byte(want), &wanted); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(wanted, dataOf(t, base, "/parse_query?query="+url.QueryEscape(text))); diff != "" {
			t.Errorf("%s: %s", text, diff)
		}
	}
}

func TestNestingIsBounded(t *testing.T) {
	t.Parallel()
	base := serve(t) + promapi.Prefix
	for name, of := range map[string]func(levels int) string{
		"brackets": func(levels int) string { return strings.Repeat("(", levels-1) + "1" + strings.Repeat(")", levels-1) },
		"signs":    func(levels int) string { return strings.Repeat("-", levels-1) + "up" },
		"sum":      func(levels int) string { return "1" + strings.Repeat("+1", levels-1) },
	} {
		for _, path := range []string{"/format_query", "/parse_query"} {
			for levels, status := range map[int]int{promapi.NestingMax: 200, promapi.NestingMax + 1: 400, promtext.TokensMax: 400} {
				got := ask(t, http.MethodPost, base+path, url.Values{"query": {of(levels)}}.Encode())
				if got.status != status || !json.Valid([]byte(got.body)) {
					t.Errorf("%d levels of %s at %s: %d %.200s, want %d", levels, name, path, got.status, got.body, status)
				}
			}
		}
	}
}
