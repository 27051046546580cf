package files

import (
	"bytes"
	"encoding/json"
	"maps"
	"regexp"
	"slices"
	"strings"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/lexer"
	"github.com/goccy/go-yaml/parser"
	"github.com/goccy/go-yaml/token"
)

// bareExponent are numbers such as 1e-9, which YAML 1.2 has and many readers
// take for texts: they want a point before the exponent.
var bareExponent = regexp.MustCompile(`^[-+]?[0-9]+[eE][-+]?[0-9]+$`)

// withPoint returns a number with a point before its exponent. The point also
// keeps the sign of a zero.
func withPoint(number string) string {
	if number == "-0" {
		return "-0.0"
	}
	if !bareExponent.MatchString(number) {
		return number
	}
	at := strings.IndexAny(number, "eE")
	return number[:at] + ".0" + number[at:]
}

// yamlToJSON returns the first document of a text as JSON.
func yamlToJSON(text []byte) ([]byte, error) {
	tokens := lexer.Tokenize(string(text))
	for _, t := range tokens {
		if t.Type == token.StringType && bareExponent.MatchString(t.Value) {
			t.Type, t.Value = token.FloatType, withPoint(t.Value)
		}
	}
	file, err := parser.Parse(tokens, 0)
	if err != nil {
		return nil, err
	}
	var tree any
	if len(file.Docs) > 0 && file.Docs[0].Body != nil {
		if err := yaml.NodeToValue(file.Docs[0].Body, &tree, yaml.UseOrderedMap()); err != nil {
			return nil, err
		}
	}
	return yaml.MarshalWithOptions(tree, yaml.JSON())
}

// plainForm are texts that mean themselves in YAML without quotes; all others
// are written in quotes, as in JSON.
var plainForm = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9_./-]*( [A-Za-z0-9_./-]+)*$`)

// reservedWords lists plain texts that some readers of YAML take for
// something else.
func reservedWords() []string {
	return []string{"true", "false", "null", "yes", "no", "on", "off", "y", "n", "True", "False", "Null", "Yes", "No", "On", "Off",
		"TRUE", "FALSE", "NULL", "YES", "NO", "ON", "OFF", "Y", "N"}
}

// yamlText writes a tree in blocks, with the fields of mappings in order.
func yamlText(tree any) ([]byte, error) {
	w := &yamlWriter{}
	if err := w.value(tree, 0, true); err != nil {
		return nil, err
	}
	return w.out.Bytes(), nil
}

type yamlWriter struct{ out bytes.Buffer }

// value writes a node; atStart says that the line is empty so far.
func (w *yamlWriter) value(tree any, indent int, atStart bool) error {
	switch node := tree.(type) {
	case map[string]any:
		if len(node) > 0 {
			return w.mapping(node, indent, atStart)
		}
	case []any:
		if len(node) > 0 {
			return w.sequence(node, indent, atStart)
		}
	}
	text, err := scalar(tree)
	if !atStart {
		w.out.WriteByte(' ')
	}
	w.out.WriteString(text + "\n")
	return err
}

func (w *yamlWriter) mapping(node map[string]any, indent int, atStart bool) error {
	for i, name := range slices.Sorted(maps.Keys(node)) {
		w.beginLine(indent, i == 0 && atStart)
		key, err := scalar(name)
		if err != nil {
			return err
		}
		w.out.WriteString(key + ":")
		if err := w.value(node[name], indent+1, false); err != nil {
			return err
		}
	}
	return nil
}

func (w *yamlWriter) sequence(node []any, indent int, atStart bool) error {
	for i, item := range node {
		w.beginLine(indent, i == 0 && atStart)
		w.out.WriteString("- ")
		if err := w.value(item, indent+1, true); err != nil {
			return err
		}
	}
	return nil
}

// beginLine begins an item on a line of its own, unless the line is there.
func (w *yamlWriter) beginLine(indent int, isThere bool) {
	if isThere {
		return
	}
	if text := w.out.Bytes(); len(text) > 0 && text[len(text)-1] != '\n' {
		w.out.WriteByte('\n')
	}
	for range indent {
		w.out.WriteString("  ")
	}
}

func scalar(v any) (string, error) {
	switch value := v.(type) {
	case string:
		if plainForm.MatchString(value) && !slices.Contains(reservedWords(), value) {
			return value, nil
		}
	case json.Number:
		return withPoint(value.String()), nil
	}
	var out bytes.Buffer
	encoder := json.NewEncoder(&out)
	encoder.SetEscapeHTML(false)
	err := encoder.Encode(v)
	return string(bytes.TrimRight(out.Bytes(), "\n")), err
}
