package httpx

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/danielgtaylor/huma/v2"

	"github.com/cairnstack/cairn/internal/fault"
)

// decode reads a JSON body into v. It is called twice for each body: with an
// *any to check it, and with the input's own type once it is known to fit.
// The errors are worded for the client.
func (o *operation) decode(data []byte, v any) error {
	if !utf8.Valid(data) {
		return errors.New(coded("encoding", "the request body must be UTF-8"))
	}
	data, err := settleLiterals(data)
	if err != nil {
		return err
	}
	if raw, ok := v.(verbatim); ok {
		raw.take(data)
		return nil
	}
	if err := json.Unmarshal(data, v); err != nil {
		return decodeRule(err)
	}
	if tree, checking := v.(*any); checking {
		return o.preen(data, *tree)
	}
	return nil
}

// preen makes a tree ready for the check: what the server computes is dropped,
// and null stays only where the document allows it.
func (o *operation) preen(data []byte, tree any) error {
	for _, path := range o.ignore {
		prune(tree, path)
	}
	if bytes.Contains(data, []byte(`\u0000`)) && holdsNUL(tree) {
		return errors.New(coded("text", "strings must not contain U+0000"))
	}
	if bytes.Contains(data, []byte("null")) {
		o.markNulls(o.bodySchema(), tree)
	}
	return nil
}

// misplacedNull stands in a tree for a null that the document does not allow.
// It has no JSON type, so that every check refuses it.
type misplacedNull struct{}

// markNulls finds the nulls of fields and items that may not be null. The library
// passes them over where a field is optional.
func (o *operation) markNulls(s *huma.Schema, tree any) {
	s = o.resolve(s)
	if s == nil {
		return
	}
	switch node := tree.(type) {
	case []any:
		items := o.resolve(s.Items)
		for i, item := range node {
			if item == nil && refusesNull(items) {
				node[i] = misplacedNull{}
				continue
			}
			o.markNulls(items, item)
		}
	case map[string]any:
		for name, value := range node {
			field := o.resolve(s.Properties[name])
			if value == nil && refusesNull(field) {
				node[name] = misplacedNull{}
				continue
			}
			o.markNulls(field, value)
		}
	}
}

// refusesNull reports whether a value of the schema may not be null.
func refusesNull(s *huma.Schema) bool { return s != nil && s.Type != "" && !s.Nullable }

// decodeRule words a decoder's error without what it says of the input.
func decodeRule(err error) error {
	var (
		syntax *json.SyntaxError
		kind   *json.UnmarshalTypeError
		f      *fault.Error
	)
	switch {
	case errors.As(err, &syntax):
		return errors.New(coded("syntax", fmt.Sprintf("the request body is not valid JSON at byte %d", syntax.Offset)))
	case errors.As(err, &kind):
		return errors.New(coded("type", placed(wirePath(kind.Field), "must be "+wordOf(kind.Type))))
	case errors.As(err, &f):
		return errors.New(coded("invalid", f.Message))
	default:
		return errors.New(coded("invalid", "the request body is not valid"))
	}
}

// wirePath returns a path of the decoder without the types that a struct embeds:
// no request has them. Names of fields begin small.
func wirePath(path string) string {
	names := slices.DeleteFunc(strings.Split(path, "."), func(name string) bool {
		return name != "" && name[0] >= 'A' && name[0] <= 'Z'
	})
	return strings.Join(names, ".")
}

// wordOf names what fits into a type. Integers come here when they are
// written with a fraction or are too large.
func wordOf(t reflect.Type) string {
	switch t.Kind() {
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		return "a whole number in range"
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		return "a whole number in range, not negative"
	case reflect.Float32, reflect.Float64:
		return "a number in range"
	default:
		return "a " + strings.ToLower(t.Kind().String())
	}
}

// prune removes the field at path; * steps into each item.
func prune(tree any, path []string) {
	switch node := tree.(type) {
	case map[string]any:
		if len(path) == 1 {
			delete(node, path[0])
			return
		}
		prune(node[path[0]], path[1:])
	case []any:
		if path[0] != "*" || len(path) == 1 {
			return
		}
		for _, item := range node {
			prune(item, path[1:])
		}
	}
}

func holdsNUL(tree any) bool {
	switch node := tree.(type) {
	case string:
		return strings.IndexByte(node, 0) >= 0
	case []any:
		for _, item := range node {
			if holdsNUL(item) {
				return true
			}
		}
	case map[string]any:
		for name, item := range node {
			if strings.IndexByte(name, 0) >= 0 || holdsNUL(item) {
				return true
			}
		}
	}
	return false
}
