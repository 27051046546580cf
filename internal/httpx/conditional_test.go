package httpx_test

import (
	"net/http"
	"testing"
)

func TestIfNoneMatchAnswers304(t *testing.T) {
	t.Parallel()
	tests := []struct {
		header string
		status int
	}{
		{`"1"`, 304}, {`W/"1"`, 304}, {`"7", "1"`, 304}, {`*`, 304}, {`"2"`, 200}, {`1`, 200}, {`""`, 200},
	}
	eachFamily(t, func(t *testing.T, f family) {
		x := f.serve(t)
		x.send("POST", "/notes", `{"title":"a"}`)
		for _, test := range tests {
			got := x.send("GET", "/notes/1", "", "If-None-Match", test.header)
			if got.status != test.status || got.header.Get("ETag") != `"1"` {
				t.Errorf("If-None-Match: %s = %d, ETag %s", test.header, got.status, got.header.Get("ETag"))
			}
			if got.status == 304 && got.body != "" {
				t.Errorf("304 with a body: %s", got.body)
			}
		}
		if got := x.send("PUT", "/notes/1", `{"title":"b"}`, "If-None-Match", `"2"`); got.status != http.StatusOK {
			t.Errorf("a write answered %d", got.status)
		}
	})
}

func TestIfMatchGuardsWrites(t *testing.T) {
	t.Parallel()
	tests := []struct {
		header string
		status int
	}{
		{`"1"`, 200}, {`"1"`, 412}, {`W/"2"`, 200}, {`*`, 200}, {`"4"`, 200}, {`"stranger"`, 412}, {`"-1"`, 412}, {`""`, 412},
		{`5`, 400}, {`"5", "6"`, 400}, {`"5`, 400}, {`W/`, 400}, {`"`, 400}, {`"5"`, 200},
	}
	eachFamily(t, func(t *testing.T, f family) {
		x := f.serve(t)
		x.send("POST", "/notes", `{"title":"a"}`)
		for _, test := range tests {
			got := x.send("PUT", "/notes/1", `{"title":"b"}`, "If-Match", test.header)
			if got.status != test.status {
				t.Errorf("If-Match: %s = %d %s, want %d", test.header, got.status, got.body, test.status)
			}
			if got.status >= 400 {
				got.message(t)
			}
		}
		if got := x.send("DELETE", "/notes/1", "", "If-Match", `"1"`); got.status != http.StatusPreconditionFailed {
			t.Errorf("stale DELETE = %d", got.status)
		}
		if got := x.send("DELETE", "/notes/9", "", "If-Match", `*`); got.status != http.StatusNotFound {
			t.Errorf("DELETE of nothing = %d", got.status)
		}
	})
}

func TestObjectWithoutAVersionIsTaggedByItsContent(t *testing.T) {
	t.Parallel()
	eachFamily(t, func(t *testing.T, f family) {
		x := f.serve(t)
		tag := x.send("GET", "/health", "").header.Get("ETag")
		if tag == "" {
			t.Fatal("no ETag")
		}
		if got := x.send("GET", "/health", "", "If-None-Match", tag); got.status != http.StatusNotModified {
			t.Errorf("If-None-Match: %s = %d", tag, got.status)
		}
	})
}

func TestListsCarryNoTag(t *testing.T) {
	t.Parallel()
	if got := families[1].serve(t).send("GET", "/colors", "").header.Get("ETag"); got != "" {
		t.Errorf("ETag = %s", got)
	}
}
