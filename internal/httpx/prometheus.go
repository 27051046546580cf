package httpx

import (
	"net/http"

	"github.com/danielgtaylor/huma/v2"
)

// Prometheus is the dialect of the Prometheus HTTP API: {status, data} and
// {status, errorType, error}.
type Prometheus struct{}

type prometheusAnswer struct {
	Status   string   `json:"status"`
	Data     any      `json:"data"`
	Warnings []string `json:"warnings,omitempty"`
}

// Warner is what an answer of Prometheus says of itself, if it warns.
type Warner interface{ Warned() []string }

type prometheusError struct {
	Status    string `json:"status"`
	ErrorType string `json:"errorType"`
	Error     string `json:"error"`
}

// The words of status.
const (
	prometheusSuccess = "success"
	prometheusFailure = "error"
)

func (Prometheus) success(_ string, c content) any {
	answer := prometheusAnswer{Status: prometheusSuccess, Data: c.value}
	if said, ok := c.meta.(Warner); ok {
		answer.Warnings = said.Warned()
	}
	return answer
}

// failure repeats the request id where it is all that the client gets to
// know, because this family's body has no field for it.
func (Prometheus) failure(requestID string, p problem) any {
	message := p.message
	if p.status == http.StatusInternalServerError {
		message += " (request id " + requestID + ")"
	}
	if p.word == "" {
		p.word = prometheusWord(p.status)
	}
	return prometheusError{prometheusFailure, p.word, message}
}

// prometheusWord returns the type of an error with the status. Prometheus knows
// neither credentials nor rates; those words are ours.
func prometheusWord(status int) string {
	switch status {
	case http.StatusUnauthorized:
		return "unauthorized"
	case http.StatusForbidden:
		return "forbidden"
	case http.StatusNotFound, http.StatusMethodNotAllowed:
		return "not_found"
	case http.StatusNotAcceptable:
		return "not_acceptable"
	case http.StatusTooManyRequests:
		return "too_many_requests"
	case http.StatusUnprocessableEntity:
		return "execution"
	case http.StatusServiceUnavailable:
		return "unavailable"
	case http.StatusInternalServerError:
		return "internal"
	}
	return "bad_data"
}

func (Prometheus) describe(_ huma.Registry, c contentSchema) *huma.Schema {
	properties := map[string]*huma.Schema{"status": {Type: huma.TypeString, Enum: []any{prometheusSuccess}}, "data": c.value}
	if c.meta != nil {
		texts := func(doc string) *huma.Schema {
			return &huma.Schema{Type: huma.TypeArray, Items: &huma.Schema{Type: huma.TypeString}, Description: doc}
		}
		properties["warnings"] = texts("Why the result may not be what was meant; absent when there are none.")
		properties["infos"] = texts("Hints about the expression; absent when there are none.")
	}
	return object(properties, "status", "data")
}

func (Prometheus) describeFailure(r huma.Registry) *huma.Schema {
	return described(r, "Error", object(map[string]*huma.Schema{
		"status":    {Type: huma.TypeString, Enum: []any{prometheusFailure}},
		"errorType": text("The kind of failure: bad_data, execution, timeout, canceled, unavailable, internal, not_found, not_acceptable, unauthorized, forbidden or too_many_requests."),
		"error":     text("What is wrong."),
	}, "status", "errorType", "error"))
}

func (Prometheus) security() (string, *huma.SecurityScheme) {
	return "bearerAuth", &huma.SecurityScheme{Type: "http", Scheme: "bearer", Description: "A personal API access key, or the same as the password of HTTP Basic with any user name."}
}

func (Prometheus) challenge() string { return `Bearer realm="cairn", Basic realm="cairn"` }

func (Prometheus) quirks() quirks { return quirks{rateHeaders: stackRateHeaders} }
