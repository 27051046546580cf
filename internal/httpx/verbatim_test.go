package httpx_test

import (
	"context"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"reflect"
	"strings"
	"testing"

	"github.com/cairnstack/cairn/internal/httpx"
)

// poem is described by one type and answered as another.
type poem struct {
	Title string `json:"title" maxLength:"5"`
	Mood  mood   `json:"mood"`
	Shape any    `json:"shape"`
}

type mood string

type moods struct{}

func (moods) Words() []string { return []string{"glad", "sad"} }

type shapes struct{}

func (shapes) Shapes() []reflect.Type {
	return []reflect.Type{reflect.TypeFor[string](), reflect.TypeFor[rhyme]()}
}

type rhyme struct {
	Scheme string `json:"scheme"`
}

type shaped interface{ isShaped() }

type poemInput struct {
	Body httpx.Verbatim[poem]
}

type poemReply struct {
	Text  string                `json:"text"`
	Shape shaped                `json:"shape"`
	Rhyme httpx.Nullable[rhyme] `json:"rhyme"`
}

// poems serves one operation that returns the body as it came.
func poems() *httpx.API {
	api := httpx.New(httpx.Options{EdgeOptions: httpx.EdgeOptions{Dialect: httpx.Stack{}, Logger: discard()}, Prefix: "/api"})
	httpx.DescribeAs[mood, httpx.Enum[moods]](api)
	httpx.DescribeAs[shaped, httpx.AnyOf[shapes]](api)
	op := httpx.Operation{ID: "recite", Method: http.MethodPut, Path: "/api/poem", Public: true, BodyBytesMax: 64}
	httpx.Register(api, op, func(_ context.Context, in *poemInput) (httpx.Reply[poemReply], error) {
		return httpx.Reply[poemReply]{Value: poemReply{Text: string(in.Body.Bytes())}}, nil
	})
	return api
}

func TestVerbatimBodyIsHandedOnAsItCame(t *testing.T) {
	t.Parallel()
	api := poems()
	send := func(body, contentType string) *httptest.ResponseRecorder {
		r := httptest.NewRequest(http.MethodPut, "/api/poem", strings.NewReader(body))
		r.Header.Set("Content-Type", contentType)
		return serve(api.Handler(), r)
	}
	const text = ` {"title":"far too long", "unknown" :1}`
	var got struct{ Data poemReply }
	answer := send(text, "application/json")
	if err := json.Unmarshal(answer.Body.Bytes(), &got); err != nil || got.Data.Text != text {
		t.Errorf("%d %s: %v", answer.Code, answer.Body, err)
	}
	tests := []struct {
		name, body, contentType string
		want                    int
	}{
		{"no_body", "", "application/json", http.StatusBadRequest},
		{"no_text", "{\"title\":\"\xff\"}", "application/json", http.StatusBadRequest},
		{"too_large", strings.Repeat("x", 65), "application/json", http.StatusRequestEntityTooLarge},
		{"a_form", "a=b", "application/x-www-form-urlencoded", http.StatusUnsupportedMediaType},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			if answer := send(tt.body, tt.contentType); answer.Code != tt.want {
				t.Errorf("%d %s, want %d", answer.Code, answer.Body, tt.want)
			}
		})
	}
}

func TestVerbatimBodyOutlivesItsRequest(t *testing.T) {
	t.Parallel()
	var kept [][]byte
	api := httpx.New(httpx.Options{EdgeOptions: httpx.EdgeOptions{Dialect: httpx.Stack{}, Logger: discard()}})
	httpx.RegisterEmpty(api, httpx.Operation{ID: "keep", Method: http.MethodPut, Path: "/keep", Public: true}, func(_ context.Context, in *poemInput) error {
		kept = append(kept, in.Body.Bytes())
		return nil
	})
	for _, body := range []string{`"first"`, `"other"`} {
		r := httptest.NewRequest(http.MethodPut, "/keep", strings.NewReader(body))
		r.Header.Set("Content-Type", "application/json")
		serve(api.Handler(), r)
	}
	if string(kept[0]) != `"first"` {
		t.Errorf("the first body became %s", kept[0])
	}
}

func TestDescriptionsStandInForTypes(t *testing.T) {
	t.Parallel()
	document, err := poems().OpenAPIJSON()
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		`"mood":{"enum":["glad","sad"],"type":"string"}`,
		`"shape":{"anyOf":[{"type":"string"},{"$ref":"#/components/schemas/Rhyme"}]}`,
		`"rhyme":{"anyOf":[{"$ref":"#/components/schemas/Rhyme"},{"type":"null"}]}`,
		`"requestBody":{"content":{"application/json":{"schema":{"$ref":"#/components/schemas/Poem"}}},"required":true}`,
		`"maxLength":5`,
	} {
		if !strings.Contains(string(document), want) {
			t.Errorf("%s is missing in %s", want, document)
		}
	}
}

func TestNullableIsNullOrTheObject(t *testing.T) {
	t.Parallel()
	for want, value := range map[string]httpx.Nullable[rhyme]{"null": {}, `{"scheme":"ab"}`: {Value: &rhyme{"ab"}}} {
		if got, err := json.Marshal(value); err != nil || string(got) != want {
			t.Errorf("%s, %v, want %s", got, err, want)
		}
	}
}
