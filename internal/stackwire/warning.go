package stackwire

import (
	"cmp"
	"strconv"
	"strings"

	"github.com/cairnstack/cairn/internal/query"
)

// Warning says what an answer should be read with.
type Warning struct {
	Path        string   `json:"path" doc:"Where the text is in the request."`
	Name        string   `json:"name" doc:"A name in the text, as it was written, that no record in the time range has, so that nothing matches it. Empty when the message is about something else."`
	Message     string   `json:"message"`
	LeftOut     bool     `json:"leftOut,omitempty" doc:"The filter at path does not narrow the tile, whose source can't answer it."`
	Suggestions []string `json:"suggestions" doc:"Names that records do have, the closest first."`
}

// ShowWarnings returns the warnings of an answer, nil for none.
func ShowWarnings(warnings []query.Warning) []Warning {
	var shown []Warning
	for _, w := range warnings {
		shown = append(shown, Warning{
			Path: w.Path, Name: w.Name, Message: cmp.Or(w.Reason, unknownName(w)), LeftOut: w.LeftOut,
			Suggestions: append([]string{}, w.Suggestions...),
		})
	}
	return shown
}

func unknownName(w query.Warning) string {
	text := "no record in this time range has " + strconv.Quote(w.Name)
	if len(w.Suggestions) > 0 {
		text += "; did you mean " + strings.Join(w.Suggestions, " or ") + "?"
	}
	return text
}
