package telemetry_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/cairnstack/cairn/internal/telemetry"
)

func TestJSONBody(t *testing.T) {
	t.Parallel()
	cases := map[string]struct {
		body string
		want map[string]string
	}{
		"members":              {`{"a":"x","b":1,"c":-2.5,"d":true,"e":false,"f":1e3}`, map[string]string{"a": "x", "b": "1", "c": "-2.5", "d": "true", "e": "false", "f": "1000"}},
		"inner_objects":        {`{"http":{"route":"/x","req":{"id":7}},"m":"y"}`, map[string]string{"http.route": "/x", "http.req.id": "7", "m": "y"}},
		"lists_are_texts":      {`{"l":[1, {"a":"]"}, "}"],"k":[]}`, map[string]string{"l": `[1, {"a":"]"}, "}"]`, "k": "[]"}},
		"null_is_left_out":     {`{"a":null,"b":"x"}`, map[string]string{"b": "x"}},
		"empty_objects":        {`{"a":{},"b":"x"}`, map[string]string{"b": "x"}},
		"spaces":               {" \n{ \"a\" :\t\"x\" , \"b\" : { \"c\" : 2 } } \r\n", map[string]string{"a": "x", "b.c": "2"}},
		"escapes":              {`{"a\"b":"q\" s\\ n\n t\t u\u00e9 \ud83c\udf89 \/ \b\f\r"}`, map[string]string{`a"b`: "q\" s\\ n\n t\t ué 🎉 / \b\f\r"}},
		"lone_surrogate":       {`{"a":"\ud83c x"}`, map[string]string{"a": "\ufffd x"}},
		"large_numbers":        {`{"a":9223372036854775807,"b":9223372036854775808,"c":1e999}`, map[string]string{"a": "9223372036854775807", "b": "9223372036854775808", "c": "1e999"}},
		"same_key_twice":       {`{"a":"first","a":"second"}`, map[string]string{"a": "first"}},
		"empty_object":         {`{}`, nil},
		"no_object":            {`["a"]`, nil},
		"text":                 {`hello {name}`, nil},
		"text_after":           {`{"a":1} and {"b":2}`, nil},
		"missing_quote":        {`{"a":"x}`, nil},
		"missing_colon":        {`{"a" "x"}`, nil},
		"missing_comma":        {`{"a":"x" "b":"y"}`, nil},
		"trailing_comma":       {`{"a":"x",}`, nil},
		"bad_number":           {`{"a":"x","b":01}`, nil},
		"bad_fraction":         {`{"a":1.}`, nil},
		"bad_exponent":         {`{"a":1e}`, nil},
		"bad_escape":           {`{"a":"\x"}`, nil},
		"bad_unicode":          {`{"a":"\u12g4"}`, nil},
		"control_character":    {"{\"a\":\"x\ny\"}", nil},
		"bad_word":             {`{"a":"x","b":tru}`, nil},
		"bad_null":             {`{"a":nil}`, nil},
		"unclosed_list":        {`{"a":[1,{"b":2}`, nil},
		"unclosed_inner":       {`{"a":{"b":1}`, nil},
		"bracket_alone":        {`{`, nil},
		"closing_alone":        {`}`, nil},
		"nothing":              {``, nil},
		"spaces_alone":         {"  \n ", nil},
		"attributes_come_back": {`{"own":"body","other":"x"}`, map[string]string{"other": "x"}},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			given := logOf(9, "info", c.body)
			given.Attributes = [][2]string{{"own", "record"}}
			rows, outcome := addLog(t, telemetry.Limits{}, given)
			want := map[string]string{"own": "record"}
			for key, value := range c.want {
				want[key] = value
			}
			if diff := cmp.Diff(want, attributesOf(rows)); diff != "" {
				t.Errorf("attributes (-want +got):\n%s", diff)
			}
			if got := string(rows.Logs.Body.Row(0)); got != c.body {
				t.Errorf("body = %q, want it unchanged", got)
			}
			if outcome.Truncated != 0 {
				t.Errorf("outcome = %s, want nothing cut", outcome.Message())
			}
		})
	}
}

func TestJSONBody_keeps_the_kinds_of_values(t *testing.T) {
	t.Parallel()
	rows, _ := addLog(t, telemetry.Limits{}, logOf(9, "info", `{"t":"x","i":1,"f":1.5,"b":true}`))
	want := []telemetry.Kind{telemetry.TextKind, telemetry.IntKind, telemetry.FloatKind, telemetry.BoolKind}
	if diff := cmp.Diff(want, rows.Logs.Attributes.Kind); diff != "" {
		t.Errorf("kinds (-want +got):\n%s", diff)
	}
}

func TestJSONBody_beyond_the_depth_is_left_out_and_counted(t *testing.T) {
	t.Parallel()
	deep := strings.Repeat(`{"a":`, 200_000) + "1" + strings.Repeat("}", 200_000)
	rows, outcome := addLog(t, telemetry.Limits{Depth: 3}, logOf(9, "info", `{"x":1,"d":`+deep+`}`))
	if diff := cmp.Diff(map[string]string{"x": "1"}, attributesOf(rows)); diff != "" {
		t.Errorf("attributes (-want +got):\n%s", diff)
	}
	if outcome.Count(telemetry.CutDepth) != 1 {
		t.Errorf("outcome = %s, want one value too deep", outcome.Message())
	}
}

func TestJSONBody_that_is_no_JSON_leaves_no_count(t *testing.T) {
	t.Parallel()
	rows, outcome := addLog(t, telemetry.Limits{Attributes: 1}, logOf(9, "info", `{"a":1,"b":2,"c":3,"d"}`))
	if len(attributesOf(rows)) != 0 || outcome.Truncated != 0 {
		t.Errorf("attributes %v, outcome %s; want nothing", attributesOf(rows), outcome.Message())
	}
}

func FuzzJSONBody(f *testing.F) {
	f.Add(`{"a":{"b":[1,2,{"c":"\u00e9"}]},"d":1e5}`)
	f.Add(`{"a":"x",}`)
	f.Add(`{"level":7}`)
	f.Fuzz(func(t *testing.T, body string) {
		rows, outcome := addLog(t, telemetry.Limits{Depth: 4, Attributes: 8}, logOf(0, "", body))
		if outcome.Accepted != 1 || rows.Len() != 1 {
			t.Fatalf("outcome %+v", outcome)
		}
		attributesOf(rows)
	})
}
