package cli

import (
	"reflect"
	"strings"

	"github.com/cairnstack/cairn/internal/app"
)

// exampleHead begins the file of options.
const exampleHead = `# Configuration of Cairn. Every option is here with its default; to change one,
# remove the # before it. The server reads this file when it starts, and
# cairn config shows what holds. Environment variables win over this file.`

// exampleConfig returns the lines of a configuration file that explains itself.
func exampleConfig(c app.Config) []string {
	lines, kind := strings.Split(exampleHead, "\n"), reflect.TypeFor[app.Config]()
	for i, line := range describeConfig(c) {
		field := kind.Field(i)
		if isDefault(reflect.ValueOf(c).Field(i), field.Tag.Get("default")) {
			line = "#" + line
		}
		lines = append(lines, "", "# "+field.Tag.Get("help"), line)
	}
	return lines
}

func isDefault(value reflect.Value, text string) bool {
	if text == "" {
		return value.IsZero()
	}
	return strings.Trim(configText(value.Interface()), `"`) == text
}
