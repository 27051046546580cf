package httpx

import (
	"cmp"
	"regexp"
	"slices"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"github.com/cairnstack/cairn/internal/fault"
)

// violations makes one fault of the rules that huma found broken. What huma
// says is taken only where its wording is known; a text of unknown origin
// might repeat what was sent.
func (o *operation) violations(c *call, model *huma.ErrorModel) error {
	if err := c.body.failure(o.bodyBytesMax); err != nil {
		return err
	}
	broken := slices.Concat(c.misplaced, model.Errors)
	if len(broken) == 0 {
		return fault.InvalidDetails([]fault.Detail{{Code: codeRequired, Message: "the request body is required"}})
	}
	details := make([]fault.Detail, 0, len(broken))
	for _, e := range broken {
		details = append(details, o.violation(e))
	}
	slices.SortStableFunc(details, func(a, b fault.Detail) int { return cmp.Compare(a.Path, b.Path) })
	details = distinctRules(details)
	return fault.InvalidDetails(details[:min(len(details), DetailsMax)])
}

// distinctRules drops repeated details of a sorted list. A value that has not
// the pattern of its place need not be told its format as well.
func distinctRules(details []fault.Detail) []fault.Detail {
	patterns := map[string]bool{}
	for _, d := range details {
		patterns[d.Path] = patterns[d.Path] || d.Code == codePattern
	}
	details = slices.DeleteFunc(details, func(d fault.Detail) bool { return d.Code == codeFormat && patterns[d.Path] })
	for i := range details {
		if details[i].Code == codePattern {
			details[i].Code = codeFormat
		}
	}
	return slices.Compact(details)
}

func (o *operation) violation(e *huma.ErrorDetail) fault.Detail {
	path := pathOf(e.Location)
	code, message, known := uncoded(e.Message)
	if !known {
		code, message = paramRule(e.Message)
	}
	switch code {
	case codeRequired:
		return fault.Detail{Path: join(path, message), Code: code, Message: "is required"}
	case codeDependent:
		missing, given, _ := strings.Cut(message, "|")
		return fault.Detail{Path: join(path, missing), Code: codeRequired, Message: "is required when " + given + " is given"}
	}
	if place, rule, ok := unplaced(message); ok {
		return fault.Detail{Path: place, Code: code, Message: rule}
	}
	if _, isNull := e.Value.(misplacedNull); isNull {
		return fault.Detail{Path: path, Code: "null", Message: "must not be null"}
	}
	if code == "enum" && !strings.Contains(message, ",") { // there is one allowed word
		message = strings.Replace(message, "one of ", "", 1)
	}
	if bounds := boundsOf(o.schemaAt(e.Location), code); bounds != "" {
		message = bounds
	}
	return fault.Detail{Path: path, Code: code, Message: message}
}

// paramRule words what huma says of parameters in texts that can't be
// replaced at their source.
func paramRule(huma string) (code, message string) {
	switch {
	case strings.HasSuffix(huma, "parameter is missing"):
		return codeRequired, ""
	case huma == "invalid integer":
		return "type", "must be a whole number"
	case strings.HasPrefix(huma, "invalid float"):
		return "type", "must be a number"
	case huma == "invalid boolean":
		return "type", "must be true or false"
	case strings.HasPrefix(huma, "invalid date/time"):
		return "format", "must be a date and time in the documented format"
	case strings.Contains(huma, "matched multiple"):
		return "shape", "has more than one of the allowed shapes"
	default:
		return "invalid", "is not valid"
	}
}

// itemIndex is how huma writes the place of an item.
var itemIndex = regexp.MustCompile(`\[(\d+)\]`)

// pathOf makes a dotted path of a location: body.tiles[0].w becomes
// tiles.0.w, query.limit becomes limit.
func pathOf(location string) string {
	_, path, _ := strings.Cut(location, ".")
	if strings.HasPrefix(location, "body[") {
		path = strings.TrimPrefix(location, "body")
	}
	path = strings.TrimPrefix(itemIndex.ReplaceAllString(path, ".$1"), ".")
	if len(path) > PathBytesMax {
		path = strings.ToValidUTF8(path[:PathBytesMax], "") + "…"
	}
	return path
}

func join(path, field string) string {
	if path == "" || field == "" {
		return path + field
	}
	return path + "." + field
}
