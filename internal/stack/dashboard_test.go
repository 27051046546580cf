package stack_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/cairnstack/cairn/internal/fault"
	"github.com/cairnstack/cairn/internal/stack"
)

const (
	idA = "68a1eeee000000000000000a"
	idB = "68a1eeee000000000000000b"
	idC = "68a1eeee000000000000000c"
)

// counter returns a Minter whose ids count on from n.
func counter(n int) stack.Minter {
	return func() (string, error) { n++; return fmt.Sprintf("%024x", n), nil }
}

func message(err error) string {
	if err == nil {
		return ""
	}
	return fault.From(err).Message
}

// expectMessage checks that err is an Invalid fault with the message; the
// empty message means no error.
func expectMessage(t *testing.T, in string, err error, want string) {
	t.Helper()
	if err != nil && fault.KindOf(err) != fault.Invalid {
		t.Errorf("%.200s\nkind %s", in, fault.KindOf(err))
	}
	if got := message(err); got != want {
		t.Errorf("%.200s\n got %q\nwant %q", in, got, want)
	}
}

// listed returns words as a message lists them.
func listed[T ~string](words []T) string {
	texts := make([]string, len(words))
	for i, word := range words {
		texts[i] = string(word)
	}
	return strings.Join(texts, ", ")
}

// save decodes a body and applies it to what is stored.
func save(stored stack.DashboardSpec, body string) (stack.DashboardSpec, error) {
	in, err := stack.DecodeDashboard([]byte(body))
	if err != nil {
		return stack.DashboardSpec{}, err
	}
	return stored.Apply(in, counter(len(stored.Tiles)))
}

func text(n int) string { return strings.Repeat("x", n) }

// repeat returns n copies of item as a JSON array, with # replaced by 0…n-1.
func repeat(n int, item string) string {
	items := make([]string, n)
	for i := range items {
		items[i] = strings.ReplaceAll(item, "#", fmt.Sprint(i))
	}
	return "[" + strings.Join(items, ",") + "]"
}

const note = `{"name":"","x":0,"y":0,"w":1,"h":1,"config":{"displayType":"markdown"}}`

func TestDashboardRules(t *testing.T) {
	t.Parallel()
	f := func(fields, want string) {
		t.Helper()
		body := "{" + fields + "}"
		_, err := save(stack.DashboardSpec{}, body)
		expectMessage(t, body, err, want)
	}
	base := `"name":"n","tiles":[]`
	f(base, "")
	f(`"name":"","tiles":[]`, "")
	f(``, "name: is required; tiles: is required")
	f(`"name":null,"tiles":null`, "name: must not be null; tiles: must not be null")
	f(`"name":3,"tiles":{}`, "name: must be a string; tiles: must be an array")
	f(base+`,"foo":1,"bar\n":2`, "bar?: is not a known field; foo: is not a known field")
	f(`"name":"a\u0000b","tiles":[]`, "name: must not contain U+0000")
	f(`"name":"`+text(stack.NameCharsMax)+`","tiles":[]`, "")
	f(`"name":"`+text(stack.NameCharsMax+1)+`","tiles":[]`, "name: must be at most 1024 characters")
	f(`"name":"n","tiles":`+repeat(stack.TilesMax, note), "")
	f(`"name":"n","tiles":`+repeat(stack.TilesMax+1, note), "tiles: must have at most 500 items")
	f(`"name":"n","tiles":`+repeat(stack.ArrayItemsMax+1, note), "tiles: must have at most 1000 items")
	f(base+`,"tags":`+repeat(stack.TagsMax, `"t#"`), "")
	f(base+`,"tags":`+repeat(stack.TagsMax+1, `"t#"`), "tags: must have at most 50 items")
	f(base+`,"tags":["`+text(stack.TagCharsMax)+`"]`, "")
	f(base+`,"tags":["a","`+text(stack.TagCharsMax+1)+`"]`, "tags.1: must be at most 32 characters")
	f(base+`,"tags":null`, "tags: must not be null")
	f(base+`,"savedFilterValues":[{"condition":"a = 1"}]`, "")
	f(base+`,"savedFilterValues":[{"type":"lucene","condition":""}]`, "savedFilterValues.0.type: must be sql")
	f(base+`,"savedFilterValues":[{"condition":"`+text(stack.SavedConditionCharsMax+1)+`"}]`,
		"savedFilterValues.0.condition: must be at most 10000 characters")
	f(base+`,"savedFilterValues":`+repeat(stack.SavedFilterValuesMax, `{"condition":""}`), "")
	f(base+`,"savedFilterValues":`+repeat(stack.SavedFilterValuesMax+1, `{"condition":""}`),
		"savedFilterValues: must have at most 100 items")
}

func TestBodyThatIsNoObjectIsRefused(t *testing.T) {
	t.Parallel()
	f := func(body, want string) {
		t.Helper()
		_, err := stack.DecodeDashboard([]byte(body))
		expectMessage(t, body, err, want)
	}
	f(``, "the request body is not valid JSON at byte 0")
	f(`{"name":`, "the request body is not valid JSON at byte 8")
	f(`[]`, "must be an object")
	f(`null`, "must be an object")
	f(`{} {}`, "the request body is not valid JSON at byte 4")
}

func TestAnswerListsAtMostBreachesMax(t *testing.T) {
	t.Parallel()
	_, err := stack.DecodeDashboard([]byte(`{"name":"n","tiles":` + repeat(stack.TilesMax, `{}`) + `}`))
	if got := len(fault.From(err).Details); got != stack.BreachesMax {
		t.Errorf("%d details, want %d", got, stack.BreachesMax)
	}
}

func TestLongUnknownNameIsCut(t *testing.T) {
	t.Parallel()
	_, err := stack.DecodeDashboard([]byte(`{"name":"n","tiles":[],"` + text(500) + `":1}`))
	expectMessage(t, "long name", err, text(stack.FieldNameCharsShown)+"…: is not a known field")
}

func TestDashboardMerge(t *testing.T) {
	t.Parallel()
	stored, err := save(stack.DashboardSpec{}, `{"name":"old","tiles":[`+note+`],"tags":["a","b","a"],
		"filters":[{"type":"QUERY_EXPRESSION","name":"Env","expression":"e","sourceId":"`+idA+`"}],
		"savedQuery":"x","savedFilterValues":[{"condition":"c"}],
		"containers":[{"id":"c","title":"t","collapsed":false}]}`)
	if err != nil {
		t.Fatal(err)
	}
	f := func(fields string, change func(want *stack.DashboardSpec)) {
		t.Helper()
		got, err := save(stored, `{"name":"old","tiles":`+string(encode(t, stored.Tiles))+fields+`}`)
		if err != nil {
			t.Fatal(err)
		}
		want := stored
		change(&want)
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", fields, diff)
		}
	}
	f(``, func(*stack.DashboardSpec) {})
	f(`,"tags":[]`, func(w *stack.DashboardSpec) { w.Tags = []string{} })
	f(`,"tags":["z","z"]`, func(w *stack.DashboardSpec) { w.Tags = []string{"z"} })
	f(`,"filters":[]`, func(w *stack.DashboardSpec) { w.Filters = []stack.Filter{} })
	f(`,"containers":[]`, func(w *stack.DashboardSpec) { w.Containers = nil })
	f(`,"savedFilterValues":[]`, func(w *stack.DashboardSpec) { w.SavedFilterValues = []stack.SavedFilterValue{} })
	f(`,"savedQuery":null`, func(w *stack.DashboardSpec) { w.SavedQuery, w.SavedQueryLanguage = nil, nil })
}

func TestSavedQueryLanguage(t *testing.T) {
	t.Parallel()
	f := func(first, second, want string) {
		t.Helper()
		stored, err := save(stack.DashboardSpec{}, `{"name":"n","tiles":[]`+first+`}`)
		if err != nil {
			t.Fatal(err)
		}
		got, err := save(stored, `{"name":"n","tiles":[]`+second+`}`)
		if err != nil {
			expectMessage(t, first+second, err, want)
			return
		}
		if language := string(encode(t, got.SavedQueryLanguage)); language != want {
			t.Errorf("%s then %s: language %s, want %s", first, second, language, want)
		}
	}
	const never = "savedQueryLanguage: cannot be null when savedQuery is provided"
	f(``, ``, `null`)
	f(``, `,"savedQuery":null`, `null`)
	f(``, `,"savedQuery":"x"`, `"lucene"`)
	f(``, `,"savedQuery":""`, `"lucene"`)
	f(`,"savedQuery":"x","savedQueryLanguage":"sql"`, ``, `"sql"`)
	f(`,"savedQuery":"x","savedQueryLanguage":"sql"`, `,"savedQuery":""`, `"sql"`)
	f(`,"savedQuery":"x","savedQueryLanguage":"sql"`, `,"savedQuery":"y"`, `"lucene"`)
	f(`,"savedQuery":"x","savedQueryLanguage":"sql"`, `,"savedQuery":null`, `null`)
	f(``, `,"savedQuery":null,"savedQueryLanguage":"promql"`, `"promql"`)
	f(``, `,"savedQuery":"x","savedQueryLanguage":null`, never)
	f(`,"savedQuery":"x"`, `,"savedQueryLanguage":null`, never)
	f(``, `,"savedQueryLanguage":"english"`, "savedQueryLanguage: must be one of lucene, sql, promql")
	f(``, `,"savedQuery":"`+text(stack.ExpressionCharsMax+1)+`"`, "savedQuery: must be at most 10000 characters")
}

func tileWithID(id string) string {
	return strings.Replace(note, `{"name"`, `{"id":"`+id+`","name"`, 1)
}

func TestTileIDs(t *testing.T) {
	t.Parallel()
	stored, err := save(stack.DashboardSpec{}, `{"name":"n","tiles":[`+tileWithID("mine")+`,`+note+`]}`)
	if err != nil {
		t.Fatal(err)
	}
	ids := func(s stack.DashboardSpec) (ids []string) {
		for _, tile := range s.Tiles {
			ids = append(ids, tile.ID)
		}
		return ids
	}
	first, second := fmt.Sprintf("%024x", 1), fmt.Sprintf("%024x", 2)
	if diff := cmp.Diff([]string{first, second}, ids(stored)); diff != "" {
		t.Errorf("create (-want +got):\n%s", diff)
	}
	got, err := save(stored, `{"name":"n","tiles":[`+tileWithID("unknown")+`,`+tileWithID(second)+`,`+note+`]}`)
	if err != nil {
		t.Fatal(err)
	}
	third := fmt.Sprintf("%024x", 3)
	if diff := cmp.Diff([]string{first, second, third}, ids(got)); diff != "" {
		t.Errorf("update (-want +got):\n%s", diff)
	}
}

func TestRepeatedIDsAreRefused(t *testing.T) {
	t.Parallel()
	_, err := save(stack.DashboardSpec{}, `{"name":"n","tiles":[`+tileWithID("a")+`,`+tileWithID("a")+`]}`)
	expectMessage(t, "tiles", err, "tiles.1.id: Duplicate tile ID: each tile must have its own")
	filter := `{"id":"f","type":"QUERY_EXPRESSION","name":"n","expression":"e","sourceId":"` + idA + `"}`
	_, err = save(stack.DashboardSpec{}, `{"name":"n","tiles":[],"filters":[`+filter+`,`+filter+`]}`)
	expectMessage(t, "filters", err, "filters.1.id: Duplicate filter ID: each filter must have its own")
}

func TestFailingMinterFailsTheUpdate(t *testing.T) {
	t.Parallel()
	broken := errors.New("no randomness")
	in, err := stack.DecodeDashboard([]byte(`{"name":"n","tiles":[` + note + `]}`))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := (stack.DashboardSpec{}).Apply(in, func() (string, error) { return "", broken }); !errors.Is(err, broken) {
		t.Errorf("Apply() = %v", err)
	}
}

func TestDashboardAnswerIsComplete(t *testing.T) {
	t.Parallel()
	got, err := save(stack.DashboardSpec{}, `{"id":"x","teamId":"y","createdAt":"z","name":"n","tiles":[
		{"name":"t","x":0,"y":0,"w":12,"h":6,"config":{"displayType":"line","sourceId":"`+idA+`","select":[{"aggFn":"count"}]}}]}`)
	if err != nil {
		t.Fatal(err)
	}
	want := `{"name":"n","tiles":[{"id":"000000000000000000000001","name":"t","x":0,"y":0,"w":12,"h":6,` +
		`"config":{"displayType":"line","sourceId":"` + idA + `",` +
		`"select":[{"aggFn":"count","valueExpression":"","where":"","whereLanguage":"lucene"}],"asRatio":false,"fillNulls":true}}],` +
		`"tags":[],"filters":[],"savedQuery":null,"savedQueryLanguage":null,"savedFilterValues":[]}`
	if diff := cmp.Diff(want, string(encode(t, got))); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestStoredTilePassesOverNewerFields(t *testing.T) {
	t.Parallel()
	var tile stack.Tile
	body := `{"name":"","x":0,"y":0,"w":1,"h":1,"glow":true,"config":{"displayType":"markdown","markdown":"m","font":"serif"}}`
	if err := json.Unmarshal([]byte(body), &tile); err != nil {
		t.Fatal(err)
	}
	if got := tile.Config.(stack.MarkdownConfig).Markdown; got != "m" {
		t.Errorf("markdown %q", got)
	}
	if err := json.Unmarshal([]byte(`{"name":"","x":0,"y":0,"w":1,"h":1,"config":{"displayType":"hologram"}}`), &tile); err == nil {
		t.Error("a display type that nobody knows was read")
	}
}

func TestValidateDashboard(t *testing.T) {
	t.Parallel()
	refs := stack.References{Sources: map[string]stack.SourceRef{idA: {Kind: stack.KindLog}}}
	f := func(body, want string) {
		t.Helper()
		got := string(encode(t, stack.ValidateDashboard([]byte(body), refs)))
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", body, diff)
		}
	}
	search := func(source string) string {
		return `{"name":"n","tiles":[{"id":"mine","name":"","x":0,"y":0,"w":1,"h":1,
			"config":{"displayType":"search","sourceId":"` + source + `","select":""}}]}`
	}
	f(`{`, `{"valid":false,"errors":[{"path":"","message":"the request body is not valid JSON at byte 1"}],"normalized":null}`)
	f(`{"name":"n"}`, `{"valid":false,"errors":[{"path":"tiles","message":"is required"}],"normalized":null}`)
	f(`{"name":"n","tiles":[`+strings.Replace(note, `"w":1`, `"w":25`, 1)+`]}`,
		`{"valid":false,"errors":[{"path":"tiles.0.w","message":"must be between 1 and 24"}],"normalized":null}`)
	f(search(idB), `{"valid":false,"errors":[{"path":"","message":"Could not find the following source IDs: `+idB+`"}],"normalized":null}`)
	f(search(idA), `{"valid":true,"errors":[],"normalized":{"name":"n","tiles":[{"name":"","x":0,"y":0,"w":1,"h":1,`+
		`"config":{"displayType":"search","sourceId":"`+idA+`","where":"","whereLanguage":"lucene","select":""}}],`+
		`"tags":[],"filters":[],"savedQuery":null,"savedQueryLanguage":null,"savedFilterValues":[]}}`)
}
