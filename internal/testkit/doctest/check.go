package doctest

import (
	"bytes"
	"encoding/json"
	"fmt"
	"mime"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/cairnstack/cairn/internal/fault"
)

// Check returns what about an answer is not as the document says: its status,
// its media type or its body.
func (o *Operation) Check(answer *httptest.ResponseRecorder) error {
	described, ok := o.responses[answer.Code]
	if !ok {
		return fmt.Errorf("%s does not document %d", o.ID, answer.Code)
	}
	body := answer.Body.Bytes()
	if len(described) == 0 {
		if len(body) > 0 {
			return fmt.Errorf("%s documents no body for %d", o.ID, answer.Code)
		}
		return nil
	}
	media, _, err := mime.ParseMediaType(answer.Header().Get("Content-Type"))
	if err != nil {
		return fmt.Errorf("%s returns %d without a media type: %w", o.ID, answer.Code, err)
	}
	schemaOf, ok := described.of(media)
	if !ok {
		return fmt.Errorf("%s documents no %s for %d", o.ID, media, answer.Code)
	}
	if media != "application/json" {
		return nil // a text of its own form
	}
	schema, err := schemaOf()
	if err != nil {
		return err
	}
	return o.checkBody(answer.Code, schema, body)
}

// CheckRefusal returns what is wrong with the answer to a request that was
// broken at random: that it is our fault, or not as the document says. A path
// that an id has made no route has the family's page.
func (o *Operation) CheckRefusal(r *http.Request, answer *httptest.ResponseRecorder) error {
	if answer.Code >= http.StatusInternalServerError {
		return fmt.Errorf("our fault: %s", tell(r, answer))
	}
	if answer.Code == http.StatusNotFound && strings.HasPrefix(answer.Header().Get("Content-Type"), "text/html") {
		return nil
	}
	if err := o.Check(answer); err != nil {
		return fmt.Errorf("%w; %s", err, tell(r, answer))
	}
	return nil
}

// of returns the schema of a media type, whatever its parameters.
func (r response) of(media string) (func() (*jsonschema.Schema, error), bool) {
	for name, schema := range r {
		if documented, _, _ := strings.Cut(name, ";"); documented == media {
			return schema, true
		}
	}
	return nil, false
}

func (o *Operation) checkBody(status int, schema *jsonschema.Schema, body []byte) error {
	value, err := jsonschema.UnmarshalJSON(bytes.NewReader(body))
	if err != nil {
		return fmt.Errorf("%s returns %d with what is no JSON: %w", o.ID, status, err)
	}
	if err := schema.Validate(value); err != nil {
		return fmt.Errorf("%s returns %d with another body than it documents: %w", o.ID, status, err)
	}
	return o.checkCodes(status, body)
}

// checkCodes holds that the details of a refusal have codes of the one table.
func (o *Operation) checkCodes(status int, body []byte) error {
	var refusal struct{ Details []fault.Detail }
	if status < http.StatusBadRequest || json.Unmarshal(body, &refusal) != nil {
		return nil
	}
	for _, d := range refusal.Details {
		if !slices.ContainsFunc(fault.Codes(), func(c fault.Code) bool { return c.Name == d.Code }) {
			return fmt.Errorf("%s returns %d with the code %q, which is none of fault.Codes", o.ID, status, d.Code)
		}
	}
	return nil
}
