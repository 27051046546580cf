package httpx_test

import (
	"encoding/json"
	"flag"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"github.com/cairnstack/cairn/internal/httpx"
)

var update = flag.Bool("update", false, "write the golden files")

func TestDocumentIsTheGoldenOne(t *testing.T) {
	t.Parallel()
	eachFamily(t, func(t *testing.T, f family) {
		got, err := f.serve(t).api.OpenAPIYAML()
		if err != nil {
			t.Fatal(err)
		}
		path := filepath.Join("testdata", "openapi-"+f.name+".yaml")
		if *update {
			if err := os.WriteFile(path, got, 0o644); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(string(want), string(got)); diff != "" {
			t.Errorf("run with -update after a wanted change: %s", diff)
		}
	})
}

// document is what tests read of an OpenAPI document.
type document struct {
	OpenAPI  string
	Security []map[string][]string
	Paths    map[string]map[string]struct {
		OperationID string
		Stability   string `json:"x-stability"`
		Deprecated  bool
		Security    *[]map[string][]string
		Responses   map[string]any
	}
	Components struct{ Schemas, Responses map[string]any }
}

func (x *fixture) document() document {
	x.t.Helper()
	got := x.send("GET", "/openapi.json", "", "Authorization", "-")
	var d document
	if err := json.Unmarshal([]byte(got.body), &d); err != nil || got.status != http.StatusOK {
		x.t.Fatalf("%d %v", got.status, err)
	}
	return d
}

func TestRoutesServedAreTheRoutesOfTheDocument(t *testing.T) {
	t.Parallel()
	eachFamily(t, func(t *testing.T, f family) {
		x := f.serve(t)
		var documented, served []string
		for path, operations := range x.document().Paths {
			for method, operation := range operations {
				documented = append(documented, strings.ToUpper(method)+" "+path+" "+operation.OperationID)
			}
		}
		for _, route := range x.api.Routes() {
			if route.OperationID != "" {
				served = append(served, route.Method+" "+route.Pattern+" "+route.OperationID)
			}
		}
		slices.Sort(documented)
		slices.Sort(served)
		if diff := cmp.Diff(documented, served); diff != "" {
			t.Error(diff)
		}
	})
}

func TestRoutesListAliasesAndDocuments(t *testing.T) {
	t.Parallel()
	x := families[0].serve(t)
	var got []string
	for _, route := range x.api.Routes() {
		if route.OperationID == "" {
			got = append(got, route.Method+" "+route.Pattern)
		}
	}
	want := []string{"GET /v1/docs", "GET /v1/memos", "POST /v1/memos", "DELETE /v1/memos/{id}", "GET /v1/memos/{id}",
		"PUT /v1/memos/{id}", "POST /v1/memos/{id}/copy", "GET /v1/openapi.json", "GET /v1/openapi.yaml"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestDocumentMarksWhatIsSpecial(t *testing.T) {
	t.Parallel()
	eachFamily(t, func(t *testing.T, f family) {
		d := f.serve(t).document()
		if d.OpenAPI != "3.1.0" || len(d.Security) != 1 {
			t.Errorf("openapi %s, security %v", d.OpenAPI, d.Security)
		}
		if public := d.Paths[f.prefix+"/health"]["get"].Security; public == nil || len(*public) != 0 {
			t.Errorf("a public operation needs %v", public)
		}
		if private := d.Paths[f.prefix+"/notes"]["get"].Security; private != nil {
			t.Errorf("a private operation says %v", *private)
		}
		if d.Paths[f.prefix+"/count"]["post"].Stability != "beta" || !d.Paths[f.prefix+"/old"]["get"].Deprecated {
			t.Error("stability or deprecation is missing")
		}
		for name := range d.Components.Schemas {
			if strings.HasPrefix(name, "Error") && name != "Error" {
				t.Errorf("the document describes %s, which nobody sends", name)
			}
		}
	})
}

func TestDocumentHasATag(t *testing.T) {
	t.Parallel()
	x := families[1].serve(t)
	for _, path := range []string{"/openapi.json", "/openapi.yaml", "/docs"} {
		first := x.send("GET", path, "", "Authorization", "-")
		again := x.send("GET", path, "", "Authorization", "-", "If-None-Match", first.header.Get("ETag"))
		if first.status != http.StatusOK || again.status != http.StatusNotModified {
			t.Errorf("%s: %d, then %d", path, first.status, again.status)
		}
	}
}

func TestMistakesAreRefusedAtRegistration(t *testing.T) {
	t.Parallel()
	type body struct {
		Tags []string `json:"tags" uniqueItems:"true"`
	}
	op := httpx.Operation{ID: "tag", Method: http.MethodPost, Path: "/tags"}
	for name, register := range map[string]func(httpx.Options){
		"a check in which huma panics": func(o httpx.Options) {
			httpx.RegisterEmpty(httpx.New(o), op, func(ctx, *struct{ Body body }) error { return nil })
		},
		"nobody to authenticate": func(o httpx.Options) {
			o.Authenticator = nil
			httpx.RegisterEmpty(httpx.New(o), op, func(ctx, *struct{}) error { return nil })
		},
		"raw without a media type": func(o httpx.Options) {
			httpx.RegisterRaw(httpx.New(o), op, func(ctx, *struct{}) (httpx.Raw, error) { return httpx.Raw{}, nil })
		},
	} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%s was accepted", name)
				}
			}()
			o := families[1].options()
			o.Logger = discard()
			register(o)
		}()
	}
}

// inlineScript is what the page's policy forbids.
var inlineScript = regexp.MustCompile(`<script(?:>| [^>]*>[^<])|\son\w+=|javascript:`)

func TestReferencePageLoadsOnlyItsOwnScripts(t *testing.T) {
	t.Parallel()
	files := fstest.MapFS{"standalone.js": {Data: []byte("/* script */" + strings.Repeat(" ", 2000))}, "standalone.js.gz": {Data: []byte("zipped")}}
	eachFamily(t, func(t *testing.T, f family) {
		x := f.serve(t, func(o *httpx.Options) { o.Reference = files })
		page := x.send("GET", "/docs", "", "Authorization", "-")
		policy := page.header.Get("Content-Security-Policy")
		// Relative addresses: a proxy may serve the page below a path.
		if !strings.Contains(page.body, `src="docs/standalone.js"`) || !strings.Contains(page.body, `src="docs/start.js"`) {
			t.Errorf("scripts of %s", page.body)
		}
		if page.status != http.StatusOK || inlineScript.MatchString(page.body) || strings.Contains(page.body, "//") {
			t.Errorf("%d %s", page.status, page.body)
		}
		if !strings.Contains(policy, "default-src 'none'; script-src 'self';") || strings.Contains(policy, "unsafe-eval") {
			t.Errorf("policy %s", policy)
		}
		start := x.send("GET", "/docs/start.js", "", "Authorization", "-")
		root := `location.pathname.replace(/` + strings.ReplaceAll(f.prefix, "/", `\/`) + `\/docs$/, '')`
		if !strings.Contains(start.body, `"url":"openapi.json"`) || !strings.Contains(start.body, root) || !strings.Contains(start.body, `"withDefaultFonts":false,"telemetry":false`) {
			t.Errorf("start.js: %s", start.body)
		}
		script := x.send("GET", "/docs/standalone.js", "", "Authorization", "-")
		if !strings.HasPrefix(script.body, "/* script */") || script.header.Get("Content-Type") != "text/javascript; charset=utf-8" {
			t.Errorf("standalone.js: %d %v", script.status, script.header)
		}
		if zipped := x.send("GET", "/docs/standalone.js", "", "Accept-Encoding", "gzip"); zipped.body != "zipped" {
			t.Errorf("the compressed twin was not used: %v", zipped.header)
		}
	})
}

func TestReferencePageWithoutItsScriptPointsToTheDocument(t *testing.T) {
	t.Parallel()
	for name, files := range map[string]fstest.MapFS{"nothing": nil, "another file": {"index.html": {}}} {
		x := families[0].serve(t, func(o *httpx.Options) {
			if files != nil {
				o.Reference = files
			}
		})
		if got := x.send("GET", "/docs", ""); got.status != http.StatusOK || !strings.Contains(got.body, `href="openapi.json"`) {
			t.Errorf("%s: %d %s", name, got.status, got.body)
		}
	}
}
