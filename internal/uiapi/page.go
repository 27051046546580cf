package uiapi

import (
	"bytes"
	"html"
	"io/fs"
	"net/http"

	"github.com/klauspost/compress/gzip"
)

// page is index.html as browsers get it.
type page struct{ plain, zipped []byte }

// readPage makes the page for the path below which it is served. The build has
// relative addresses in it, which would lead nowhere from an address such as
// /dashboards/1; and the scripts read the path from it.
func readPage(files fs.FS, base string) page {
	text, err := fs.ReadFile(files, indexFile)
	if err != nil {
		return page{plain: []byte(missingPage)}
	}
	at := html.EscapeString(base)
	text = bytes.ReplaceAll(text, []byte(`="./`), []byte(`="`+at+`/`))
	text = bytes.Replace(text, []byte("<head>"), []byte(`<head><meta name="base-path" content="`+at+`" />`), 1)
	return page{plain: text, zipped: zip(text)}
}

// zip returns the text compressed; nil where that can't be done.
func zip(text []byte) []byte {
	var b bytes.Buffer
	w, err := gzip.NewWriterLevel(&b, gzip.BestCompression)
	if err != nil {
		return nil
	}
	if _, err := w.Write(text); err != nil || w.Close() != nil {
		return nil
	}
	return b.Bytes()
}

func servePage(w http.ResponseWriter, r *http.Request, p page) {
	if p.zipped != nil && acceptsGzip(r) {
		serveBody(w, r, indexFile, file{p.zipped, true})
		return
	}
	serveBody(w, r, indexFile, file{p.plain, false})
}
