package grafana_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/cairnstack/cairn/internal/grafana"
	"github.com/cairnstack/cairn/internal/testkit"
)

// harmless is where nothing stands that a dashboard shows: what an export says about
// where it comes from, what an editor keeps for itself, and looks of the tooltip
// and the like, whose parts are known as a whole.
var harmless = regexp.MustCompile(`(^|\.)(meta|__requires\.\d+|timepicker|current|annotations\.list\.0|datasource|tooltip|hideFrom|matcher|lineStyle|gridPos|cellOptions|` +
	`rowsFrame|calculation|cellValues|code|libraryPanel|mappingTypes\.\d+|rangeMaps\.\d+|valueMaps\.\d+|xaxis|cards|color|exemplars|filterValues|legend|sort|sortBy\.\d+|__elements(\.[^.]*)?)(\.|$)`)

// TestEveryUnknownFieldIsListed puts a field that nobody knows into each object of
// realistic dashboards: it, or something that it is part of, is in the list.
func TestEveryUnknownFieldIsListed(t *testing.T) {
	t.Parallel()
	for file, text := range dashboards(t) {
		var tree any
		if err := json.Unmarshal(text, &tree); err != nil {
			t.Fatal(err)
		}
		objects := map[string]map[string]any{}
		collect(tree, "", objects)
		const together = grafana.NotesMax / 4 // the list is bounded
		for some := range slices.Chunk(slices.Sorted(maps.Keys(objects)), together) {
			for _, path := range some {
				objects[path]["notKnown"] = "x"
			}
			notes := translate(t, tree).Notes
			for _, path := range some {
				delete(objects[path], "notKnown")
				if at := strings.TrimPrefix(path+".notKnown", "."); !isListed(notes, at) && !harmless.MatchString(path) {
					t.Errorf("%s: %s is not listed", file, at)
				}
			}
		}
	}
}

// TestEveryPanelIsATileOrListed does so with each query, too.
func TestEveryPanelIsATileOrListed(t *testing.T) {
	t.Parallel()
	for file, text := range dashboards(t) {
		var tree any
		if err := json.Unmarshal(text, &tree); err != nil {
			t.Fatal(err)
		}
		result := translate(t, tree)
		tiles := line(t, result.Spec.Tiles)
		objects := map[string]map[string]any{}
		collect(tree, "", objects)
		for path, object := range objects {
			expr, isQuery := object["expr"].(string)
			if !isQuery || !strings.Contains(path, "targets") {
				continue
			}
			if word := strings.Fields(regexp.MustCompile(`\W+`).ReplaceAllString(expr, " ")); !strings.Contains(tiles, word[len(word)-1]) && !isListed(result.Notes, path) {
				t.Errorf("%s: %s is neither in a tile nor listed", file, path)
			}
		}
	}
}

func translate(t testing.TB, tree any) grafana.Result {
	t.Helper()
	text, err := json.Marshal(tree)
	if err != nil {
		t.Fatal(err)
	}
	result, err := grafana.Translate(text)
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	return result
}

// isListed reports whether a note is about a place, or about what it is part of.
func isListed(notes []grafana.Note, path string) bool {
	return slices.ContainsFunc(notes, func(n grafana.Note) bool { return n.Path == path || strings.HasPrefix(path, n.Path+".") })
}

// collect finds all objects of a tree.
func collect(value any, path string, into map[string]map[string]any) {
	join := func(step string) string { return strings.TrimPrefix(path+"."+step, ".") }
	switch v := value.(type) {
	case map[string]any:
		into[path] = v
		for key, inner := range v {
			collect(inner, join(key), into)
		}
	case []any:
		for i, inner := range v {
			collect(inner, join(strconv.Itoa(i)), into)
		}
	}
}

// TestAnyTreeIsTranslated changes values of realistic dashboards to others of any
// type: what comes out is a dashboard that a stack takes.
func TestAnyTreeIsTranslated(t *testing.T) {
	t.Parallel()
	strange := []any{nil, true, -1.0, 1e300, "", "x", "$", "${job}", strings.Repeat("ü", 300), []any{}, []any{1.0, "a", nil, map[string]any{}}, map[string]any{}, map[string]any{"a": 1.0}}
	for _, text := range dashboards(t) {
		var tree map[string]any
		if err := json.Unmarshal(text, &tree); err != nil {
			t.Fatal(err)
		}
		objects := map[string]map[string]any{}
		collect(tree, "", objects)
		chance := rand.New(rand.NewPCG(testkit.Seed(t, 61), 0))
		paths := slices.Sorted(maps.Keys(objects))
		for range 40 {
			undo := []func(){}
			for range 12 {
				object := objects[paths[chance.IntN(len(paths))]]
				keys := slices.Sorted(maps.Keys(object))
				if len(keys) == 0 {
					continue
				}
				if key := keys[chance.IntN(len(keys))]; key != "dashboard" && key != "panels" {
					before := object[key]
					object[key] = strange[chance.IntN(len(strange))]
					undo = append(undo, func() { object[key] = before })
				}
			}
			translate(t, tree)
			for _, back := range slices.Backward(undo) {
				back()
			}
		}
	}
}

// TestLimits goes over each limit of a dashboard.
func TestLimits(t *testing.T) {
	t.Parallel()
	many := func(n int, item string) string {
		items := make([]string, n)
		for i := range items {
			items[i] = fmt.Sprintf(item, i)
		}
		return "[" + strings.Join(items, ",") + "]"
	}
	f := func(fields, want string) {
		t.Helper()
		result, err := grafana.Translate([]byte(`{"panels":[],` + fields + `}`))
		if err != nil {
			t.Fatalf("%.200s: %v", fields, err)
		}
		if !slices.ContainsFunc(result.Notes, func(n grafana.Note) bool { return strings.Contains(n.Message, want) }) {
			t.Errorf("%.200s: %+v, want %s", fields, result.Notes, want)
		}
	}
	long := strings.Repeat("x", 20000)
	f(`"title":"`+long+`"`, "longer than 1024")
	f(`"panels":`+many(501, `{"id":%d,"type":"text","options":{"content":"a"}}`), "at most 500 tiles")
	f(`"panels":`+many(51, `{"id":%d,"type":"row","title":"r"}`), "at most 50")
	f(`"panels":[{"id":1,"type":"timeseries","targets":`+many(21, `{"expr":"up","refId":"%d"}`)+`}]`, "at most 20 queries")
	f(`"panels":[{"id":1,"type":"timeseries","targets":[{"expr":"up{a=\"`+long+`\"}"}]}]`, "longer than 10000")
	f(`"panels":[{"id":1,"type":"timeseries","targets":[{"expr":"up","legendFormat":"`+long+`"}]}]`, "longer than 256")
	f(`"panels":[{"id":1,"type":"text","options":{"content":"`+long+long+long+`"}}]`, "longer than 50000")
	f(`"templating":{"list":`+many(101, `{"name":"v%d","type":"textbox"}`)+`}`, "more than 100")
	f(`"templating":{"list":[{"name":"v","type":"custom","query":"`+strings.Trim(many(101, "%d"), "[]")+`"}]}`, "at most 100 different")
	f(`"tags":`+many(60, `"t%d"`), "at most 50 tags")
	f(`"panels":`+many(499, `{"id":%d,"type":"text","options":{"content":"a"},"a":1,"b":1,"c":1,"d":1,"e":1}`), "more notes")
}

func FuzzTranslate(f *testing.F) {
	for _, text := range dashboards(f) {
		f.Add(text)
	}
	f.Add([]byte(`{"panels":[{"type":"timeseries","targets":[{"expr":"up"}],"gridPos":{"x":1e99,"w":-3}}],"templating":{"list":[{"name":"1","type":"custom","query":"a : b,c"}]}}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		if _, err := grafana.Translate(text); err != nil && strings.Contains(err.Error(), "breaks a rule") {
			t.Error(err)
		}
	})
}
