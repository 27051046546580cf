package httpx

import (
	"io"
	"net/http"
	"net/url"
	"slices"

	"github.com/cairnstack/cairn/internal/fault"
)

const mediaForm = "application/x-www-form-urlencoded"

// takesForm reports whether the parameters of the request may be in its body.
func (o *operation) takesForm(r *http.Request) bool { return o.Form && r.Method == http.MethodPost }

// joinForm puts the parameters of a form before those of the address: where one
// value is meant, that of the form counts.
func (c *call) joinForm() error {
	if !c.op.takesForm(c.r) {
		return nil
	}
	body, _ := io.ReadAll(&c.body) // c.body knows why it stopped
	if err := c.body.failure(c.op.bodyBytesMax); err != nil {
		return err
	}
	form, err := wellFormed(string(body), "the form")
	if err != nil {
		return err
	}
	for name, values := range c.query {
		form[name] = append(form[name], values...)
	}
	c.query = form
	return nil
}

// wellFormed reads parameters, or returns an Invalid fault about what holds
// them.
func wellFormed(raw, what string) (url.Values, error) {
	values, err := url.ParseQuery(raw)
	if err != nil {
		return nil, fault.New(fault.Invalid, "%s is not well formed", what)
	}
	for name, list := range values {
		if !printable(name) || slices.ContainsFunc(list, unprintable) {
			return nil, fault.New(fault.Invalid, "%s must be UTF-8 without U+0000", what)
		}
	}
	return values, nil
}
