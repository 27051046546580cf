package httpx

import (
	"bytes"
	"encoding/json"
	"fmt"
	"html"
	"io/fs"
	"net/http"
	"strings"
	"sync"
)

// referenceScript is the file of Options.Reference that draws the page; with
// .gz behind it, the same file compressed.
const referenceScript = "standalone.js"

// referencePolicy lets the page run its own two scripts and talk to this
// server only. The script writes style elements, so styles can't be as strict.
const referencePolicy = "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; " +
	"font-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

// referenceSettings keeps the script from everything that would reach for
// another host.
type referenceSettings struct {
	URL              string         `json:"url"`
	DefaultFonts     bool           `json:"withDefaultFonts"`
	Telemetry        bool           `json:"telemetry"`
	HideClientButton bool           `json:"hideClientButton"`
	DeveloperTools   string         `json:"showDeveloperTools"`
	Agent            map[string]any `json:"agent"`
	MCP              map[string]any `json:"mcp"`
}

// serveReference adds the reference page and its scripts.
func (a *API) serveReference(o Options) {
	base, complete := o.Prefix+"/docs", hasReference(o.Reference)
	a.serveAsset(base, mediaHTML, func() asset { return asset{body: referencePage(o, complete)} })
	if !complete {
		return
	}
	const javascript = "text/javascript; charset=utf-8"
	a.serveAsset(base+"/start.js", javascript, func() asset { return asset{body: referenceStart(o)} })
	a.serveAsset(base+"/"+referenceScript, javascript, func() asset { return loadReference(o.Reference) })
}

func hasReference(files fs.FS) bool {
	if files == nil {
		return false
	}
	_, err := fs.Stat(files, referenceScript)
	return err == nil
}

// loadReference reads the script, which is in the program.
func loadReference(files fs.FS) (script asset) {
	script.body, _ = fs.ReadFile(files, referenceScript)
	script.zipped, _ = fs.ReadFile(files, referenceScript+".gz")
	return script
}

// referencePage has relative addresses: a proxy may serve it below a path.
func referencePage(o Options, complete bool) []byte {
	content := `<p>This build has no reference page. The API is described in <a href="openapi.json">openapi.json</a> and <a href="openapi.yaml">openapi.yaml</a>.</p>`
	if complete {
		content = fmt.Sprintf(`<div id="reference"></div><script src="docs/%s"></script><script src="docs/start.js"></script>`, referenceScript)
	}
	return fmt.Appendf(nil, "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">"+
		"<link rel=\"icon\" href=\"data:,\"><title>%s</title></head><body>%s</body></html>\n", html.EscapeString(o.Title), content)
}

// referenceStart is a file of its own, because the page allows no script
// within itself.
func referenceStart(o Options) []byte {
	disabled := map[string]any{"disabled": true}
	settings := referenceSettings{URL: "openapi.json", HideClientButton: true, DeveloperTools: "never", Agent: disabled, MCP: disabled}
	var b bytes.Buffer
	b.WriteString("const settings = ")
	// A bytes.Buffer takes everything, and the settings are plain.
	_ = json.NewEncoder(&b).Encode(settings)
	fmt.Fprintf(&b, "const root = location.pathname.replace(/%s\\/docs$/, '');\n", strings.ReplaceAll(o.Prefix, "/", `\/`))
	b.WriteString("settings.servers = [{url: location.origin + root}];\nScalar.createApiReference('#reference', settings);\n")
	return b.Bytes()
}

// asset is a file that is the same until the next release.
type asset struct {
	body   []byte
	zipped []byte // the same, compressed beforehand
	tag    string
}

// serveAsset adds a file. It is large, and few people read it: it is not loaded
// before the first of them does.
func (a *API) serveAsset(path, contentType string, load func() asset) {
	loaded := sync.OnceValue(func() asset {
		file := load()
		file.tag = contentTag(file.body)
		return file
	})
	a.route(Route{Method: http.MethodGet, Pattern: path}, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		requestOf(r.Context()).route = path
		h := w.Header()
		h.Set("Cache-Control", "no-cache")
		h.Set("Content-Security-Policy", referencePolicy)
		file := loaded()
		out := answer{status: http.StatusOK, contentType: contentType, etag: file.tag, body: file.body, zipped: file.zipped}
		a.edge.send(w, r, &out)
	}))
}
