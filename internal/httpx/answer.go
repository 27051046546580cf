package httpx

import (
	"bytes"
	"encoding/json"
	"net/http"
	"strconv"
)

// answer is a finished answer on its way to the client or to the idempotency
// store.
type answer struct {
	status      int
	contentType string
	etag        string
	total       string // X-Total-Count
	replayed    bool
	body        []byte
	zipped      []byte // the body compressed, when it is known beforehand
	stream      func(*Stream) error
}

// marshal encodes v on one line. HTML is not escaped: no answer is ever read
// as a page, see nosniff.
func marshal(v any) ([]byte, error) {
	var buf bytes.Buffer
	enc := json.NewEncoder(&buf)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		return nil, err
	}
	return buf.Bytes(), nil
}

// send writes a whole answer, or 304 when the client has it already.
func (e *Edge) send(w http.ResponseWriter, r *http.Request, a *answer) {
	h := w.Header()
	a.describe(h)
	if a.etag != "" && isRead(r.Method) && tagListed(r.Header.Values("If-None-Match"), a.etag) {
		w.WriteHeader(http.StatusNotModified)
		return
	}
	h["Content-Type"] = []string{a.contentType}
	h["Vary"] = append(h["Vary"], "Accept-Encoding")
	body := a.body
	if len(body) >= e.gzipBytesMin && wantsGzip(r.Header.Get("Accept-Encoding")) {
		h["Content-Encoding"] = []string{"gzip"}
		body = a.zipped
		if body == nil {
			body = e.gzip.compress(a.body)
		}
	}
	h["Content-Length"] = []string{strconv.Itoa(len(body))}
	w.WriteHeader(a.status)
	// The client's going away is no failure of ours.
	_, _ = w.Write(body)
}

func (a *answer) describe(h http.Header) {
	if a.etag != "" {
		h["Etag"] = []string{a.etag}
	}
	if a.total != "" {
		h["X-Total-Count"] = []string{a.total}
	}
	if a.replayed {
		h["Idempotent-Replayed"] = []string{"true"}
	}
}

func isRead(method string) bool {
	return method == http.MethodGet || method == http.MethodHead
}
