package httpx

import (
	"fmt"
	"net/http"
	"strings"

	"github.com/cairnstack/cairn/internal/http1"
)

// statusClientGone is what the log and the metrics say of a request whose
// client went away before the answer.
const statusClientGone = 499

// refusal is a failure of the protocol rather than of the request's meaning:
// it has a status of its own instead of a fault's kind.
type refusal struct {
	status  int
	message string
	name    string // a header that goes with it
	value   string
}

func (e *refusal) Error() string { return e.message }

func refuseRoute() *refusal {
	return &refusal{status: http.StatusNotFound, message: "no such route"}
}

func refuseMethod(allowed []string) *refusal {
	return &refusal{http.StatusMethodNotAllowed, "the method is not allowed here", "Allow", strings.Join(allowed, ", ")}
}

func refuseAccept(offered []string) *refusal {
	return &refusal{status: http.StatusNotAcceptable, message: "the answer is only available as " + strings.Join(offered, " or ")}
}

func refuseType(message string) *refusal {
	return &refusal{http.StatusUnsupportedMediaType, message, "Accept", mediaJSON}
}

func refuseForm() *refusal {
	return &refusal{http.StatusUnsupportedMediaType, "the request body must be " + mediaForm + " in UTF-8", "Accept", mediaForm}
}

func refuseSize(bytesMax int64) *refusal {
	return &refusal{http.StatusRequestEntityTooLarge, fmt.Sprintf("the request body is larger than %d bytes", bytesMax), "Connection", "close"}
}

func refuseSlowBody() *refusal {
	return &refusal{http.StatusRequestTimeout, "the request body came too slowly", "Connection", "close"}
}

func refuseAmbiguous() *refusal {
	return &refusal{http.StatusBadRequest, http1.Refusal, "Connection", "close"}
}

// reason is the upper-case word that stands for a status in messages.
func reason(status int) string {
	switch status {
	case http.StatusRequestEntityTooLarge:
		return "PAYLOAD_TOO_LARGE"
	case http.StatusInternalServerError:
		return "INTERNAL_ERROR"
	default:
		return strings.ToUpper(strings.ReplaceAll(http.StatusText(status), " ", "_"))
	}
}

// responseName is the name of a status among the document's components.
func responseName(status int) string {
	var name strings.Builder
	for word := range strings.SplitSeq(reason(status), "_") {
		name.WriteString(word[:1])
		name.WriteString(strings.ToLower(word[1:]))
	}
	return name.String()
}
