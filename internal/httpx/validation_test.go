package httpx_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/cairnstack/cairn/internal/httpx"
)

func TestBrokenRulesAreNamedByPlace(t *testing.T) {
	t.Parallel()
	tests := []struct{ name, body, message string }{
		{"range", `{"title":"a","tiles":[{"w":1},{"w":99}]}`, "tiles.1.w: must be between 1 and 24"},
		{"length", `{"title":""}`, "title: must be between 1 and 20 characters"},
		{"required", `{}`, "title: is required"},
		{"required within", `{"title":"a","tiles":[{}]}`, "tiles.0.w: is required"},
		{"enum", `{"title":"a","color":"hunter2"}`, "color: must be one of red, green"},
		{"items", `{"title":"a","tiles":[{"w":1},{"w":1},{"w":1},{"w":1}]}`, "tiles: must have at most 3 items"},
		{"type", `{"title":["hunter2"]}`, "title: must be a string"},
		{"integer", `{"title":"a","tiles":[{"w":1.5}]}`, "tiles.0.w: must be a whole number"},
		{"integer out of range", `{"title":"a","tiles":[{"w":1,"size":1000}]}`, "tiles.size: must be a whole number in range"},
		{"map value", `{"title":"a","tiles":[{"w":1,"attr":{"k":5}}]}`, "tiles.0.attr.k: must be a string"},
		{"unknown field", `{"title":"a","colour":"hunter2"}`, "colour: is not a known field"},
		{"unknown field within", `{"title":"a","tiles":[{"w":1,"z":"hunter2"}]}`, "tiles.0.z: is not a known field"},
		{"other case", `{"title":"a","tiles":[{"w":1,"W":99}]}`, "tiles.0.W: is not a known field"},
		{"several", `{"color":5,"tiles":7}`, "color: must be a string; tiles: must be an array; title: is required"},
		{"not an object", `["hunter2"]`, "must be an object"},
		{"null", `null`, "must be an object"},
		{"nothing", ``, "the request body is required"},
		{"half a body", `{"title":"hunter2`, "the request body is not valid JSON at byte 17"},
		{"two bodies", `{"title":"a"}{"title":"hunter2"}`, "the request body is not valid JSON at byte 14"},
		{"bad character", "{\"title\":\"\x01\"}", "the request body is not valid JSON at byte 11"},
		{"not UTF-8", "{\"title\":\"\xff\"}", "the request body must be UTF-8"},
		{"NUL", `{"title":"a\u0000b"}`, "strings must not contain U+0000"},
		{"too deep", strings.Repeat("[", 20000), "the request body is not valid JSON at byte 10001"},
	}
	eachFamily(t, func(t *testing.T, f family) {
		x := f.serve(t)
		for _, test := range tests {
			got := x.send("POST", "/notes", test.body, "Content-Type", "application/json")
			if got.status != http.StatusBadRequest || strings.TrimPrefix(got.message(t), "BAD_REQUEST: ") != test.message {
				t.Errorf("%s: %d %s, want %s", test.name, got.status, got.body, test.message)
			}
			if strings.Contains(got.body, "hunter2") {
				t.Errorf("%s: the answer repeats what was sent: %s", test.name, got.body)
			}
		}
	})
}

func TestBackslashBeforeU0000IsNoNUL(t *testing.T) {
	t.Parallel()
	if got := families[1].serve(t).send("POST", "/notes", `{"title":"a\\u0000b"}`); got.status != http.StatusOK {
		t.Errorf("%d %s", got.status, got.body)
	}
}

func TestBrokenParametersAreNamed(t *testing.T) {
	t.Parallel()
	tests := []struct{ query, message string }{
		{"?limit=0", "limit: must be between 1 and 1000"},
		{"?limit=1001", "limit: must be between 1 and 1000"},
		{"?limit=hunter2", "limit: must be a whole number"},
		{"?limit=99999999999999999999", "limit: must be a whole number"},
		{"?offset=-1", "offset: must be at least 0"},
		{"?limit=1&limit=2", "limit: must be given once"},
		{"?since=hunter2", "since: must be a date, YYYY-MM-DD"},
		{"?since=2026-02-30", "since: must be a date, YYYY-MM-DD"},
		{"?owner=hunter2", "owner: must be an e-mail address of the form name@domain"},
		{"?team=hunter2", "team: must be a UUID"},
		{"?owner=hunter2&team=hunter2", "owner: must be an e-mail address of the form name@domain; team: must be a UUID"},
		{"/hunter2", "id: must be 1 to 6 digits"},
	}
	eachFamily(t, func(t *testing.T, f family) {
		x := f.serve(t)
		for _, test := range tests {
			got := x.send("GET", "/notes"+test.query, "")
			if got.status != http.StatusBadRequest || strings.TrimPrefix(got.message(t), "BAD_REQUEST: ") != test.message {
				t.Errorf("%s: %d %s, want %s", test.query, got.status, got.body, test.message)
			}
			if strings.Contains(got.body, "hunter2") {
				t.Errorf("%s: the answer repeats what was sent: %s", test.query, got.body)
			}
		}
		if got := x.send("GET", "/notes?filter=a&filter=b&unknown=1", ""); got.status != http.StatusOK {
			t.Errorf("a repeated list parameter: %d %s", got.status, got.body)
		}
	})
}

func TestDetailsNamePathAndCode(t *testing.T) {
	t.Parallel()
	got := families[0].serve(t).send("POST", "/notes", `{"title":"","tiles":[{"w":0,"x":1}],"color":"blue"}`)
	want := []string{"color enum", "tiles.0.w range", "tiles.0.x unknown_field", "title min_length"}
	if diff := cmp.Diff(want, got.details(t)); diff != "" {
		t.Error(diff)
	}
}

func TestAnswersToManyBrokenRulesAreBounded(t *testing.T) {
	t.Parallel()
	var body strings.Builder
	body.WriteString(`{"title":"a"`)
	for i := range 5000 {
		fmt.Fprintf(&body, `,"unknown%d":1`, i)
	}
	body.WriteString("}")
	x := families[0].serve(t)
	if got := len(x.send("POST", "/notes", body.String()).details(t)); got != httpx.DetailsMax {
		t.Errorf("%d details, want %d", got, httpx.DetailsMax)
	}
	long := x.send("POST", "/notes", `{"title":"a","`+strings.Repeat("é", 5000)+`":1}`)
	if long.status != http.StatusBadRequest || len(long.body) > 4*httpx.PathBytesMax {
		t.Errorf("%d with %d bytes", long.status, len(long.body))
	}
}

func TestComputedFieldsAreIgnoredOnTheWayIn(t *testing.T) {
	t.Parallel()
	eachFamily(t, func(t *testing.T, f family) {
		x := f.serve(t)
		made := x.send("POST", "/notes", `{"id":"77","title":"a","createdAt":"now","tiles":[{"w":1,"computed":{"a":[]}}]}`)
		if made.status != http.StatusOK || !strings.Contains(made.body, `{"id":"1","title":"a","tiles":[{"w":1}]}`) {
			t.Fatalf("%d %s", made.status, made.body)
		}
		if got := x.send("PUT", "/notes/1", `{"title":"a","createdAt":"now"}`); got.status != http.StatusBadRequest {
			t.Errorf("an operation that does not ignore the field: %d", got.status)
		}
	})
}

func TestBodyOfGetIsABodyForPut(t *testing.T) {
	t.Parallel()
	x := families[1].serve(t)
	x.send("POST", "/notes", `{"title":"a","tiles":[{"w":3}],"tags":["x"]}`)
	read := x.send("GET", "/notes/1", "")
	object := strings.TrimSuffix(strings.TrimPrefix(strings.TrimSpace(read.body), `{"data":`), "}")
	if got := x.send("PUT", "/notes/1", object); got.status != http.StatusOK || got.body != read.body {
		t.Errorf("%d %s, want %s", got.status, got.body, read.body)
	}
}
