package cli

import (
	"fmt"
	"net/url"
	"reflect"
	"strings"

	"github.com/cairnstack/cairn/internal/app"
)

type configCmd struct {
	Example bool `help:"Print a file to start from: every option with what it means, and as a comment where it has its default."`
}

// Run prints every option and its effective value as YAML that --config reads
// back, passwords masked.
func (c configCmd) Run(env *environment) error {
	lines := describeConfig(env.Config)
	if c.Example {
		lines = exampleConfig(env.Config)
	}
	for _, line := range lines {
		if _, err := fmt.Fprintln(env.Stdout, line); err != nil {
			return err
		}
	}
	return nil
}

// describeConfig returns a line "name: value" for each option, in the order
// in which they are documented.
func describeConfig(c app.Config) []string {
	value, kind := reflect.ValueOf(c), reflect.TypeFor[app.Config]()
	lines := make([]string, 0, kind.NumField())
	for i := range kind.NumField() {
		field := kind.Field(i)
		text := configText(value.Field(i).Interface())
		if _, secret := field.Tag.Lookup("secret"); secret {
			text = configText(maskURL(value.Field(i).String()))
		}
		lines = append(lines, optionName(field)+": "+text)
	}
	return lines
}

func configText(value any) string {
	switch v := value.(type) {
	case string:
		return fmt.Sprintf("%q", v)
	case []string:
		return fmt.Sprintf("%q", strings.Join(v, ","))
	default:
		return fmt.Sprint(v)
	}
}

// maskURL hides the password of an address, and all of what can't be parsed.
func maskURL(text string) string {
	if text == "" {
		return ""
	}
	u, err := url.Parse(text)
	if err != nil {
		return "****"
	}
	if _, has := u.User.Password(); has {
		u.User = url.UserPassword(u.User.Username(), "****")
	}
	masked := strings.Replace(u.String(), "%2A%2A%2A%2A", "****", 1)
	if u.Query().Has("password") {
		return "****"
	}
	return masked
}

// optionName returns the flag's name: the tag's, or the field's in kebab case.
func optionName(field reflect.StructField) string {
	if name, ok := field.Tag.Lookup("name"); ok {
		return name
	}
	var name strings.Builder
	for i, r := range field.Name {
		if i > 0 && r >= 'A' && r <= 'Z' {
			name.WriteByte('-')
		}
		name.WriteRune(r)
	}
	return strings.ToLower(name.String())
}
