package httpx

import (
	"fmt"
	"strconv"
	"strings"
	"sync"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/validation"
)

// settleLibrary gives huma's package variables the values that this package
// relies on, once in a process and before any API is made. It is the only
// place that touches them. Errors need none: all dialects translate what
// huma reports, see binder.
var settleLibrary = sync.OnceFunc(func() {
	huma.ValidateStrictCasing = true // else {"w": 1, "W": 99} passes the check of w
	huma.DefaultArrayNullable = false
	huma.ErrorFormatter = formatRule
	wordRules()
})

// coded joins the code of a rule and its wording; violations takes them apart.
func coded(code, message string) string { return code + "|" + message }

// codes of rules that violations words itself.
const (
	codeRequired  = "required"
	codeDependent = "dependent"
)

// codes of rules of which one says enough.
const (
	codeFormat  = "format"
	codePattern = "pattern"
)

// wordRules replaces huma's messages, some of which repeat what was sent.
func wordRules() {
	validation.MsgUnexpectedProperty = coded("unknown_field", "is not a known field")
	validation.MsgExpectedRFC3339DateTime = coded(codeFormat, "must be an RFC 3339 date-time such as 2026-01-31T08:00:00Z")
	validation.MsgExpectedRFC1123DateTime = coded(codeFormat, "must be an HTTP date")
	validation.MsgExpectedRFC3339Date = coded(codeFormat, "must be a date, YYYY-MM-DD")
	validation.MsgExpectedRFC3339Time = coded(codeFormat, "must be a time of day, HH:MM:SS")
	validation.MsgExpectedRFC5322Email = coded(codeFormat, "must be an e-mail address of the form name@domain")
	validation.MsgExpectedRFC5890Hostname = coded(codeFormat, "must be a host name")
	validation.MsgExpectedRFC2673IPv4 = coded(codeFormat, "must be an IPv4 address")
	validation.MsgExpectedRFC2373IPv6 = coded(codeFormat, "must be an IPv6 address")
	validation.MsgExpectedRFCIPAddr = coded(codeFormat, "must be an IP address")
	validation.MsgExpectedRFC3986URI = coded(codeFormat, "must be a URI")
	validation.MsgExpectedRFC4122UUID = coded(codeFormat, "must be a UUID")
	validation.MsgExpectedRFC6570URITemplate = coded(codeFormat, "must be a URI template")
	validation.MsgExpectedRFC6901JSONPointer = coded(codeFormat, "must be a JSON pointer")
	validation.MsgExpectedRFC6901RelativeJSONPointer = coded(codeFormat, "must be a relative JSON pointer")
	validation.MsgExpectedRegexp = coded(codeFormat, "must be a regular expression")
	validation.MsgExpectedDuration = coded(codeFormat, "must be a duration")
	validation.MsgExpectedBase64String = coded(codeFormat, "must be base64")
	validation.MsgExpectedMatchAtLeastOneSchema = coded("shape", "has none of the allowed shapes")
	validation.MsgExpectedMatchExactlyOneSchema = coded("shape", "has none of the allowed shapes")
	validation.MsgExpectedNotMatchSchema = coded("shape", "has a shape that is not allowed")
	validation.MsgExpectedPropertyNameInObject = coded(codeRequired, "")
	wordTypes()
	wordBounds()
}

func wordTypes() {
	validation.MsgExpectedBoolean = coded("type", "must be true or false")
	validation.MsgExpectedNumber = coded("type", "must be a number")
	validation.MsgExpectedInteger = coded("type", "must be a whole number")
	validation.MsgExpectedString = coded("type", "must be a string")
	validation.MsgExpectedArray = coded("type", "must be an array")
	validation.MsgExpectedObject = coded("type", "must be an object")
	validation.MsgExpectedOneOf = coded("enum", "must be one of %s")
	validation.MsgExpectedBePattern = coded(codePattern, "must be %s")
	validation.MsgExpectedMatchPattern = coded(codePattern, "must match %s")
	validation.MsgExpectedRequiredProperty = coded(codeRequired, "%s")
	validation.MsgExpectedDependentRequiredProperty = coded(codeDependent, "%s|%s")
}

func wordBounds() {
	validation.MsgExpectedMinimumNumber = coded("range", "must be at least %s")
	validation.MsgExpectedExclusiveMinimumNumber = coded("range", "must be greater than %s")
	validation.MsgExpectedMaximumNumber = coded("range", "must be at most %s")
	validation.MsgExpectedExclusiveMaximumNumber = coded("range", "must be less than %s")
	validation.MsgExpectedNumberBeMultipleOf = coded("multiple_of", "must be a multiple of %s")
	validation.MsgExpectedMinLength = coded("min_length", "must be at least %s characters")
	validation.MsgExpectedMaxLength = coded("max_length", "must be at most %s characters")
	validation.MsgExpectedMinItems = coded("min_items", "must have at least %s items")
	validation.MsgExpectedMaxItems = coded("max_items", "must have at most %s items")
	validation.MsgExpectedMinProperties = coded("min_items", "must have at least %s fields")
	validation.MsgExpectedMaxProperties = coded("max_items", "must have at most %s fields")
	validation.MsgExpectedArrayItemsUnique = coded("unique", "must not hold an item twice")
}

// formatRule is how huma fills in messages. Errors are left out, because they
// repeat the value that caused them.
func formatRule(format string, args ...any) string {
	var texts []any
	for _, arg := range args {
		switch v := arg.(type) {
		case error:
		case string:
			texts = append(texts, v)
		case float64:
			texts = append(texts, plainNumber(v))
		default:
			texts = append(texts, fmt.Sprint(v))
		}
	}
	if len(texts) == 0 {
		return format
	}
	return fmt.Sprintf(format, texts...)
}

func plainNumber(v float64) string { return strconv.FormatFloat(v, 'f', -1, 64) }

// uncoded takes apart what coded joined.
func uncoded(s string) (code, message string, ok bool) { return strings.Cut(s, "|") }

// placed adds to a message where it applies, when the location that huma will
// report is not precise.
func placed(path, message string) string { return "@" + path + "|" + message }

// unplaced takes apart what placed joined.
func unplaced(s string) (path, message string, ok bool) {
	rest, ok := strings.CutPrefix(s, "@")
	path, message, _ = strings.Cut(rest, "|")
	return path, message, ok
}
