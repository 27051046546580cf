package httpx_test

import (
	"encoding/json"
	"net/http"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/cairnstack/cairn/internal/httpx"
)

// requestID finds the id that differs from request to request.
var requestID = regexp.MustCompile(`"requestId":"[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}"`)

// plain is a body without what differs from request to request.
func plain(body string) string {
	return strings.TrimSuffix(requestID.ReplaceAllString(body, `"requestId":"ID"`), "\n")
}

func TestSuccessIsWrappedInTheFamilysEnvelope(t *testing.T) {
	t.Parallel()
	tests := []struct{ name, method, path, body, cloud, stack string }{
		{"object", "POST", "/notes", `{"title":"a"}`,
			`{"requestId":"ID","result":{"id":"1","title":"a"},"status":200}`, `{"data":{"id":"1","title":"a"}}`},
		{"page", "GET", "/notes?limit=1", "",
			`{"requestId":"ID","result":[{"id":"1","title":"a"}],"status":200}`,
			`{"data":[{"id":"1","title":"a"}],"meta":{"total":1,"limit":1,"offset":0}}`},
		{"empty page", "GET", "/notes?offset=5", "",
			`{"requestId":"ID","result":[],"status":200}`, `{"data":[],"meta":{"total":1,"limit":1000,"offset":5}}`},
		{"nil list", "GET", "/colors", "",
			`{"requestId":"ID","result":[],"status":200}`, `{"data":[]}`},
		{"with meta", "POST", "/count", `{"where":"a<b"}`,
			`{"requestId":"ID","result":3,"status":200}`, `{"data":3,"meta":{"took":7}}`},
		{"delete", "DELETE", "/notes/1", "",
			`{"requestId":"ID","status":200}`, `{}`},
		{"raw", "GET", "/export", "", "id,title\n1,a", "id,title\n1,a"},
	}
	eachFamily(t, func(t *testing.T, f family) {
		x := f.serve(t)
		for _, test := range tests {
			got := x.send(test.method, test.path, test.body)
			want := map[string]string{"cloud": test.cloud, "stack": test.stack}[f.name]
			if got.status != http.StatusOK || plain(got.body) != want {
				t.Errorf("%s: %d %s, want %s", test.name, got.status, got.body, want)
			}
		}
	})
}

func TestPageCountsAllItemsInAHeader(t *testing.T) {
	t.Parallel()
	eachFamily(t, func(t *testing.T, f family) {
		x := f.serve(t)
		x.send("POST", "/notes", `{"title":"a"}`)
		x.send("POST", "/notes", `{"title":"b"}`)
		if got := x.send("GET", "/notes?limit=1", "").header.Get("X-Total-Count"); got != "2" {
			t.Errorf("X-Total-Count = %q, want 2", got)
		}
	})
}

func TestRequestIDInBodyIsTheHeaders(t *testing.T) {
	t.Parallel()
	x := families[0].serve(t)
	got := x.send("GET", "/colors", "", "X-Request-Id", "11111111-1111-4111-8111-111111111111")
	id := got.header.Get("X-Request-Id")
	if !strings.Contains(got.body, id) || !requestID.MatchString(got.body) {
		t.Errorf("body %s, X-Request-Id %s", got.body, id)
	}
	if id == "11111111-1111-4111-8111-111111111111" {
		t.Error("an incoming request id was taken over")
	}
}

func TestHeadAnswersTheHeadersOfGet(t *testing.T) {
	t.Parallel()
	eachFamily(t, func(t *testing.T, f family) {
		x := f.serve(t)
		x.send("POST", "/notes", `{"title":"a"}`)
		got := x.send("HEAD", "/notes/1", "")
		if got.status != http.StatusOK || got.body != "" || got.header.Get("ETag") != `"1"` {
			t.Errorf("HEAD = %d %q %v", got.status, got.body, got.header)
		}
	})
}

func TestAliasServesTheSameRoutes(t *testing.T) {
	t.Parallel()
	eachFamily(t, func(t *testing.T, f family) {
		x := f.serve(t)
		made := x.send("POST", "/memos", `{"title":"a"}`)
		got := x.send("GET", "/memos/1", "")
		if made.status != http.StatusOK || got.status != http.StatusOK || plain(got.body) != plain(x.send("GET", "/notes/1", "").body) {
			t.Errorf("alias answered %d and %d %s", made.status, got.status, got.body)
		}
	})
}

func TestOptionalTellsAbsentFromNull(t *testing.T) {
	t.Parallel()
	x := families[1].serve(t)
	var got []string
	for _, body := range []string{`{}`, `{"expireAt":null}`, `{"expireAt":"2026-01-02T03:04:05Z"}`, `{"expireAt":"soon"}`, `{"expireAt":5}`} {
		got = append(got, plain(x.send("PATCH", "/option", body).body))
	}
	want := []string{`{"data":"keep"}`, `{"data":"clear"}`, `{"data":"2026-01-02T03:04:05Z"}`,
		`{"message":"expireAt: must be an RFC 3339 date-time such as 2026-01-31T08:00:00Z","details":[{"path":"expireAt","code":"format","message":"must be an RFC 3339 date-time such as 2026-01-31T08:00:00Z"}]}`,
		`{"message":"expireAt: must be a string","details":[{"path":"expireAt","code":"type","message":"must be a string"}]}`}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestDeprecationIsAnnounced(t *testing.T) {
	t.Parallel()
	got := families[1].serve(t).send("GET", "/old", "").header
	if got.Get("Deprecation") != "@1767225600" || got.Get("Sunset") != "Mon, 21 Sep 2026 14:13:20 GMT" {
		t.Errorf("Deprecation %q, Sunset %q", got.Get("Deprecation"), got.Get("Sunset"))
	}
}

func TestOptionalIsWrittenAsItWasRead(t *testing.T) {
	t.Parallel()
	for _, body := range []string{`{}`, `{"expireAt":null}`, `{"expireAt":"2026-01-02T03:04:05Z"}`} {
		var o option
		if err := json.Unmarshal([]byte(body), &o); err != nil {
			t.Fatal(err)
		}
		if got, err := json.Marshal(o); err != nil || string(got) != body {
			t.Errorf("%s became %s, %v", body, got, err)
		}
	}
	if got, _ := json.Marshal(option{ExpireAt: httpx.Optional[string]{Value: "x", Given: true}}); string(got) != `{"expireAt":"x"}` {
		t.Errorf("Some = %s", got)
	}
}

func TestEscapedPathParameterIsUnescapedOnce(t *testing.T) {
	t.Parallel()
	x := families[1].serve(t)
	x.send("POST", "/notes", `{"title":"a"}`)
	if got := x.send("GET", "/notes/%31", ""); got.status != http.StatusOK {
		t.Errorf("an escaped digit: %d %s", got.status, got.body)
	}
	if got := x.send("GET", "/notes/1%2F2", ""); got.status != http.StatusBadRequest {
		t.Errorf("an escaped slash: %d %s", got.status, got.body)
	}
}
