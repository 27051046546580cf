package stack

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/cairnstack/cairn/internal/fault"
)

const (
	// ArrayItemsMax bounds every list of a body before its items are looked at.
	ArrayItemsMax = 1000
	// FieldNameCharsShown is how much of an unknown field's name an answer repeats.
	FieldNameCharsShown = 64
)

// decoder fills Go values from a JSON tree and records every place where the
// tree does not fit. A struct field is required unless its json tag says
// omitempty or omitzero, or it carries `required:"false"`; null fits only
// fields with `nullable:"true"` and those that read themselves.
type decoder struct {
	lenient bool // pass over unknown fields: for documents that we stored
	shapes  map[reflect.Type][]shapeField
}

// treeReader is a type that reads itself from a JSON tree.
type treeReader interface {
	readTree(d *decoder, p place, node any)
}

// presetter is a struct that has defaults for fields that are not sent. It may
// have them from one struct that is embedded in it.
type presetter interface{ preset() }

// decodeBody reads a JSON object strictly. Fields named by computed are what
// the server adds to its responses; they are passed over.
func decodeBody[T any](body []byte, computed ...string) (T, error) {
	var into T
	object, err := parseObject(body)
	if err != nil {
		return into, err
	}
	for _, name := range computed {
		delete(object, name)
	}
	p := root()
	newDecoder(false).value(p, object, reflect.ValueOf(&into).Elem())
	return into, p.log.err()
}

// computedFields are what records add to their bodies, by what they are of.
var computedFields = struct{ record, alert, silence, connection, dashboard, role, savedSearch, source, webhook []string }{
	record: []string{"id", "team", "teamId", "createdAt", "updatedAt"},
	alert: []string{
		"dashboard", "savedSearch", "state", "stateBeforeError", "silenced", "silence", "executionErrors", "lastEvaluatedThrough", "lagSeconds", "createdBy",
	},
	silence:     []string{"by", "at"},
	connection:  []string{"own"},
	dashboard:   []string{"removedAlerts", "missingSources", "missingConnections"},
	role:        []string{"isPredefined"},
	savedSearch: []string{"sourceMissing"},
	source:      []string{"connectionMissing"},
	webhook:     []string{"secret", "disabledAt"},
}

// ComputedFields returns what records of any resource add to their bodies.
func ComputedFields() []string {
	f := computedFields
	return slices.Concat(f.record, f.alert, f.connection, f.dashboard, f.role, f.savedSearch, f.source, f.webhook)
}

// decodeRecord reads the body of a resource as decodeBody does, and passes over
// what its record adds.
func decodeRecord[T any](body []byte, computed []string) (T, error) {
	return decodeBody[T](body, slices.Concat(computedFields.record, computed)...)
}

func newDecoder(lenient bool) *decoder {
	return &decoder{lenient: lenient, shapes: map[reflect.Type][]shapeField{}}
}

// CheckObject returns an Invalid fault unless a body is a JSON object, in the
// words that all APIs have for it.
func CheckObject(body []byte) error {
	_, err := parseObject(body)
	return err
}

func parseObject(body []byte) (map[string]any, error) {
	tree, err := parseTree(body)
	if err != nil {
		return nil, err
	}
	object, ok := tree.(map[string]any)
	if !ok {
		return nil, fault.InvalidAt("", "type", "must be an object")
	}
	return object, nil
}

func parseTree(body []byte) (tree any, err error) {
	var syntax *json.SyntaxError
	if err := json.Unmarshal(body, new(json.RawMessage)); errors.As(err, &syntax) {
		return nil, fault.InvalidAt("", "syntax", fmt.Sprintf("the request body is not valid JSON at byte %d", syntax.Offset))
	}
	reader := json.NewDecoder(bytes.NewReader(body))
	reader.UseNumber()
	return tree, reader.Decode(&tree)
}

func (d *decoder) value(p place, node any, into reflect.Value) {
	if reader, ok := into.Addr().Interface().(treeReader); ok {
		reader.readTree(d, p, node)
		return
	}
	if node == nil {
		p.breach("null", "must not be null")
		return
	}
	if into.Type() == reflect.TypeFor[time.Time]() {
		d.moment(p, node, into)
		return
	}
	d.kind(p, node, into)
}

func (d *decoder) kind(p place, node any, into reflect.Value) {
	switch into.Kind() {
	case reflect.Pointer:
		into.Set(reflect.New(into.Type().Elem()))
		d.value(p, node, into.Elem())
	case reflect.Struct:
		d.object(p, node, into)
	case reflect.Slice:
		d.list(p, node, into)
	case reflect.Map:
		d.textMap(p, node, into)
	case reflect.Interface:
		into.Set(reflect.ValueOf(node))
	default:
		d.scalar(p, node, into)
	}
}

func (d *decoder) scalar(p place, node any, into reflect.Value) {
	switch into.Kind() {
	case reflect.String:
		into.SetString(text(p, node))
	case reflect.Bool:
		flag, ok := node.(bool)
		p.check(ok, "type", "must be true or false")
		into.SetBool(flag)
	case reflect.Int:
		into.SetInt(integer(p, node))
	case reflect.Float64:
		into.SetFloat(number(p, node))
	default:
		panic("stack: no decoding for " + into.Type().String())
	}
}

// text returns the string of node. NUL is refused because not every store
// can hold it.
func text(p place, node any) string {
	v, ok := node.(string)
	p.check(ok, "type", "must be a string")
	p.check(strings.IndexByte(v, 0) < 0, "text", "must not contain U+0000")
	return v
}

func number(p place, node any) float64 {
	literal, ok := node.(json.Number)
	if !ok {
		p.breach("type", "must be a number")
		return 0
	}
	v, err := strconv.ParseFloat(string(literal), 64)
	p.check(err == nil, "range", "must be a number of double precision")
	return v
}

func integer(p place, node any) int64 {
	v := number(p, node)
	if v != math.Trunc(v) || math.Abs(v) > 1<<53 {
		p.breach("type", "must be a whole number")
		return 0
	}
	return int64(v)
}

func (d *decoder) moment(p place, node any, into reflect.Value) {
	written, ok := node.(string)
	if !ok {
		p.breach("type", "must be a string")
		return
	}
	at, err := time.Parse(time.RFC3339, written)
	if err != nil || !strings.HasSuffix(written, "Z") {
		p.breach("format", "must be an RFC 3339 date-time in UTC such as 2026-01-31T08:00:00Z")
		return
	}
	into.Set(reflect.ValueOf(at.UTC().Truncate(time.Millisecond)))
}

func (d *decoder) list(p place, node any, into reflect.Value) {
	nodes, ok := node.([]any)
	if !ok {
		p.breach("type", "must be an array")
		return
	}
	if len(nodes) > ArrayItemsMax {
		p.breach("max_items", "must have at most %d items", ArrayItemsMax)
		return
	}
	into.Set(reflect.MakeSlice(into.Type(), len(nodes), len(nodes)))
	for i, item := range nodes {
		d.value(p.item(i), item, into.Index(i))
	}
}

// textMap fills a map of strings. Its keys are the client's own words, so
// that breaches name the map and not the key.
func (d *decoder) textMap(p place, node any, into reflect.Value) {
	nodes, ok := node.(map[string]any)
	if !ok {
		p.breach("type", "must be an object")
		return
	}
	filled := make(map[string]string, min(len(nodes), ArrayItemsMax))
	for _, key := range slices.Sorted(maps.Keys(nodes)) {
		filled[text(p, key)] = text(p, nodes[key])
	}
	into.Set(reflect.ValueOf(filled))
}

// shown returns an unknown field's name in a form that is fit for a message.
func shown(name string) string {
	clean := strings.Map(func(r rune) rune {
		if r < ' ' || r == utf8.RuneError || r == 0x7f {
			return '?'
		}
		return r
	}, name)
	if utf8.RuneCountInString(clean) > FieldNameCharsShown {
		return string([]rune(clean)[:FieldNameCharsShown]) + "…"
	}
	return clean
}
