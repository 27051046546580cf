package httpx

import (
	"net/http"
	"strconv"

	"github.com/danielgtaylor/huma/v2"

	"github.com/cairnstack/cairn/internal/fault"
)

// Stack is the dialect of the observability stack API: {data} and {message}.
type Stack struct{}

type stackAnswer struct {
	Data any `json:"data"`
	Meta any `json:"meta,omitempty"`
}

type stackError struct {
	Message string         `json:"message"`
	Details []fault.Detail `json:"details,omitempty"`
}

func (Stack) success(_ string, c content) any {
	if c.empty {
		return struct{}{}
	}
	return stackAnswer{c.value, c.meta}
}

// failure repeats the request id where it is all that the client gets to
// know, because this family's body has no field for it.
func (Stack) failure(requestID string, p problem) any {
	message := p.message
	if p.status == http.StatusInternalServerError {
		message += " (request id " + requestID + ")"
	}
	return stackError{message, shown(p.details)}
}

func (Stack) describe(_ huma.Registry, c contentSchema) *huma.Schema {
	if c.empty {
		return object(nil)
	}
	properties, required := map[string]*huma.Schema{"data": c.value}, []string{"data"}
	if c.meta != nil {
		properties["meta"], required = c.meta, append(required, "meta")
	}
	if c.rows {
		properties["rows"], required = &huma.Schema{Type: huma.TypeInteger, Description: "How many rows there are in the response."}, append(required, "rows")
	}
	return object(properties, required...)
}

func (Stack) describeFailure(r huma.Registry) *huma.Schema {
	return described(r, "Error", object(map[string]*huma.Schema{
		"message": text("What is wrong."),
		"details": detailList(r),
	}, "message"))
}

func (Stack) security() (string, *huma.SecurityScheme) {
	return "bearerAuth", &huma.SecurityScheme{Type: "http", Scheme: "bearer", Description: "A personal API access key."}
}

func (Stack) challenge() string { return `Bearer realm="cairn"` }

func (Stack) quirks() quirks { return quirks{rateHeaders: stackRateHeaders} }

func stackRateHeaders(rate Rate) func(http.Header, usage) {
	limit := []string{strconv.Itoa(rate.Max)}
	return func(h http.Header, u usage) {
		h["Ratelimit-Limit"] = limit
		h["Ratelimit-Remaining"] = []string{strconv.Itoa(u.remaining)}
		h["Ratelimit-Reset"] = []string{wholeSeconds(u.reset)}
	}
}
