package httpx

import (
	"mime"
	"net/http"
	"net/url"
	"strings"
	"unicode/utf8"

	"github.com/cairnstack/cairn/internal/fault"
)

// screen refuses what can be refused before the body is read, and returns the
// query.
func (o *operation) screen(r *http.Request) (url.Values, error) {
	if !acceptable(r.Header.Get("Accept"), o.produces) {
		return nil, refuseAccept(o.produces)
	}
	if (o.takesBody || o.takesForm(r)) && hasBody(r) {
		if err := o.screenBody(r); err != nil {
			return nil, err
		}
	}
	if !printable(r.URL.Path) {
		return nil, fault.New(fault.Invalid, "the path must be UTF-8 without U+0000")
	}
	return o.screenQuery(r.URL.RawQuery)
}

// hasBody is also true for a body whose length is not known.
func hasBody(r *http.Request) bool { return r.ContentLength != 0 }

func (o *operation) screenBody(r *http.Request) error {
	if r.ContentLength > o.bodyBytesMax {
		return refuseSize(o.bodyBytesMax)
	}
	if coding := r.Header.Get("Content-Encoding"); coding != "" && !strings.EqualFold(coding, "identity") {
		return refuseType("the request body must not be compressed")
	}
	if o.takesForm(r) {
		return screenForm(r)
	}
	if contentType := r.Header.Get("Content-Type"); !isJSON(contentType) && (!o.TextBody || !isText(contentType)) {
		return refuseType("the request body must be " + mediaJSON + " in UTF-8")
	}
	return nil
}

func screenForm(r *http.Request) error {
	if !isUTF8(r.Header.Get("Content-Type"), mediaForm) {
		return refuseForm()
	}
	return nil
}

func isJSON(contentType string) bool {
	return contentType == mediaJSON || isUTF8(contentType, mediaJSON)
}

func isText(contentType string) bool { return isUTF8(contentType, "text/plain") }

func isUTF8(contentType, want string) bool {
	media, params, err := mime.ParseMediaType(contentType)
	if err != nil || media != want {
		return false
	}
	charset, given := params["charset"]
	return !given || strings.EqualFold(charset, "utf-8")
}

// screenQuery refuses a query that is not well formed, and a parameter that
// is given twice where one value is meant.
func (o *operation) screenQuery(raw string) (url.Values, error) {
	if raw == "" {
		return nil, nil
	}
	query, err := wellFormed(raw, "the query string")
	if err != nil || o.Form { // of a form, the first value counts
		return query, err
	}
	var rules fault.Rules
	for _, name := range o.scalars {
		rules.Check(len(query[name]) <= 1, name, "unique", "must be given once")
	}
	return query, rules.Err()
}

// printable reports whether every store can keep s.
func printable(s string) bool {
	return utf8.ValidString(s) && strings.IndexByte(s, 0) < 0
}

func unprintable(s string) bool { return !printable(s) }
