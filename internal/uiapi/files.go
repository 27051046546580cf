package uiapi

import (
	"bytes"
	"io"
	"io/fs"
	"mime"
	"net/http"
	"path"
	"strings"
	"sync"
	"time"
)

// pagePolicy lets the interface run its own scripts and talk to this server
// only. The component library writes style elements, hence the one exception.
const pagePolicy = "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; " +
	"font-src 'self'; connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"

const (
	indexFile = "index.html"
	assetsDir = "assets/" // file names carry a hash of the content
	sharedDir = "shared/" // pages of share links, which search engines must not keep
)

// missingPage is shown by a build without the web interface.
const missingPage = "<!DOCTYPE html><title>Cairn</title><p>This build has no web interface; the APIs are served as usual.</p>\n"

// Files serves the interface, which browsers see below base, without the slash
// at its end: a path that is no file is one of the interface's own pages and
// returns index.html.
func Files(files fs.FS, base string) http.Handler {
	index := sync.OnceValue(func() page { return readPage(files, base) })
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method != http.MethodGet && r.Method != http.MethodHead {
			w.Header().Set("Allow", "GET, HEAD")
			w.Header().Set("Content-Type", "application/json")
			w.WriteHeader(http.StatusMethodNotAllowed)
			_, _ = io.WriteString(w, `{"message":"the method is not allowed here"}`+"\n")
			return
		}
		w.Header().Set("Content-Security-Policy", pagePolicy)
		name := strings.TrimPrefix(path.Clean("/"+r.URL.Path), "/")
		if strings.HasPrefix(name, sharedDir) {
			w.Header().Set("X-Robots-Tag", "noindex, nofollow, noarchive")
		}
		switch {
		case name == indexFile || name == "":
			servePage(w, r, index())
		case isFile(files, name):
			serveFile(w, r, files, name)
		case strings.HasPrefix(name, assetsDir):
			// An old tab after an upgrade: it must not take a page for a script.
			http.NotFound(w, r)
		default:
			servePage(w, r, index())
		}
	})
}

func isFile(files fs.FS, name string) bool {
	stat, err := fs.Stat(files, name)
	return err == nil && !stat.IsDir()
}

func serveFile(w http.ResponseWriter, r *http.Request, files fs.FS, name string) {
	body, zipped, err := readFile(files, name, acceptsGzip(r))
	if err != nil { // it was there when it was looked for
		http.NotFound(w, r)
		return
	}
	serveBody(w, r, name, file{body, zipped})
}

// file is what is sent of a file.
type file struct {
	body   []byte
	zipped bool
}

func serveBody(w http.ResponseWriter, r *http.Request, name string, f file) {
	h := w.Header()
	h.Set("Content-Type", mime.TypeByExtension(path.Ext(name)))
	h.Set("Cache-Control", caching(name))
	h.Add("Vary", "Accept-Encoding")
	if f.zipped {
		h.Set("Content-Encoding", "gzip")
	}
	http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(f.body))
}

func caching(name string) string {
	if strings.HasPrefix(name, assetsDir) {
		return "public, max-age=31536000, immutable"
	}
	return "no-cache"
}

// readFile prefers the file that was compressed when the interface was built.
func readFile(files fs.FS, name string, gzip bool) (body []byte, zipped bool, err error) {
	if gzip {
		if body, err := fs.ReadFile(files, name+".gz"); err == nil {
			return body, true, nil
		}
	}
	body, err = fs.ReadFile(files, name)
	return body, false, err
}

func acceptsGzip(r *http.Request) bool {
	return strings.Contains(r.Header.Get("Accept-Encoding"), "gzip")
}
