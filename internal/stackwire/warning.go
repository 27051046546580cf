package stackwire

import (
	"strconv"
	"strings"

	"github.com/cairnstack/cairn/internal/query"
)

// Warning says what an answer should be read with.
type Warning struct {
	Path        string   `json:"path" doc:"Place of the text in the request."`
	Name        string   `json:"name" doc:"A name of the text, as it was written, that no record of the time range has; nothing matches it."`
	Message     string   `json:"message"`
	Suggestions []string `json:"suggestions" doc:"Names that records have, the nearest first."`
}

// ShowWarnings returns the warnings of an answer, nil for none.
func ShowWarnings(warnings []query.Warning) []Warning {
	var shown []Warning
	for _, w := range warnings {
		shown = append(shown, Warning{
			Path: w.Path, Name: w.Name, Message: unknownName(w), Suggestions: append([]string{}, w.Suggestions...),
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
