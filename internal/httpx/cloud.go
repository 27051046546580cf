package httpx

import (
	"net/http"
	"strconv"

	"github.com/danielgtaylor/huma/v2"

	"github.com/cairnstack/cairn/internal/fault"
)

// Cloud is the dialect of the cloud management API: {requestId, result,
// status} and {requestId, error, status}.
type Cloud struct{}

type cloudAnswer struct {
	RequestID string `json:"requestId"`
	Result    any    `json:"result"`
	Status    int    `json:"status"`
}

type cloudReceipt struct {
	RequestID string `json:"requestId"`
	Status    int    `json:"status"`
}

type cloudError struct {
	RequestID string         `json:"requestId"`
	Error     string         `json:"error"`
	Status    int            `json:"status"`
	Details   []fault.Detail `json:"details,omitempty"`
}

func (Cloud) success(requestID string, c content) any {
	if c.empty {
		return cloudReceipt{requestID, c.status}
	}
	return cloudAnswer{requestID, c.value, c.status}
}

func (Cloud) failure(requestID string, p problem) any {
	return cloudError{requestID, reason(p.status) + ": " + p.message, p.status, shown(p.details)}
}

func (Cloud) describe(_ huma.Registry, c contentSchema) *huma.Schema {
	properties := map[string]*huma.Schema{
		"requestId": {Type: huma.TypeString, Format: "uuid", Description: "Unique for each request."},
		"status":    {Type: huma.TypeInteger, Description: "The HTTP status code."},
	}
	if c.empty {
		return object(properties, "requestId", "status")
	}
	properties["result"] = c.value
	return object(properties, "requestId", "result", "status")
}

func (Cloud) describeFailure(r huma.Registry) *huma.Schema {
	return described(r, "Error", object(map[string]*huma.Schema{
		"requestId": {Type: huma.TypeString, Format: "uuid", Description: "Unique for each request."},
		"error":     text("A reason in upper case, a colon, and what is wrong."),
		"status":    {Type: huma.TypeInteger, Description: "The HTTP status code."},
		"details":   detailList(r),
	}, "requestId", "error", "status"))
}

func (Cloud) security() (string, *huma.SecurityScheme) {
	return "basicAuth", &huma.SecurityScheme{Type: "http", Scheme: "basic", Description: "The key's id is the user name, its secret the password."}
}

func (Cloud) challenge() string { return `Basic realm="cairn"` }

func (Cloud) quirks() quirks {
	return quirks{missingRoutePage: missingRoutePage, rateHeaders: cloudRateHeaders}
}

// missingRoutePage is HTML because clients of this family tell a path that is
// no route from a thing that is not there by the type of the body.
const missingRoutePage = "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>Not found</title></head>" +
	"<body><h1>Not found</h1><p>There is no such route.</p></body></html>\n"

func cloudRateHeaders(rate Rate) func(http.Header, usage) {
	limit := []string{strconv.Itoa(rate.Max)}
	policy := []string{limit[0] + ";w=" + wholeSeconds(rate.Window) + `;comment="fixed window"`}
	return func(h http.Header, u usage) {
		h["X-Ratelimit-Limit"] = limit
		h["X-Ratelimit-Policy"] = policy
		h["X-Ratelimit-Remaining"] = []string{strconv.Itoa(u.remaining)}
		h["X-Ratelimit-Reset"] = []string{wholeSeconds(u.reset)}
	}
}
