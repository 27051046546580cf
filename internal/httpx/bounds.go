package httpx

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/danielgtaylor/huma/v2"
)

// boundsOf words a broken bound by both of its ends, where there are two.
func boundsOf(s *huma.Schema, code string) string {
	if s == nil {
		return ""
	}
	switch code {
	case "range":
		if s.Minimum != nil && s.Maximum != nil {
			return fmt.Sprintf("must be between %s and %s", plainNumber(*s.Minimum), plainNumber(*s.Maximum))
		}
	case "min_length", "max_length":
		return between(s.MinLength, s.MaxLength, "must be between %d and %d characters")
	case "min_items", "max_items":
		return between(s.MinItems, s.MaxItems, "must have between %d and %d items")
	}
	return ""
}

func between(low, high *int, rule string) string {
	if low == nil || high == nil {
		return ""
	}
	return fmt.Sprintf(rule, *low, *high)
}

// schemaAt finds the schema of the value at a location, nil when the location
// leads through something that is no plain object or array.
func (o *operation) schemaAt(location string) *huma.Schema {
	origin, path, _ := strings.Cut(itemIndex.ReplaceAllString(location, ".$1"), ".")
	if origin != "body" {
		return o.paramSchema(origin, path)
	}
	s := o.resolve(o.bodySchema())
	if path == "" {
		return s
	}
	for step := range strings.SplitSeq(path, ".") {
		s = o.resolve(child(s, step))
	}
	return s
}

func child(s *huma.Schema, step string) *huma.Schema {
	if s == nil {
		return nil
	}
	if property := s.Properties[step]; property != nil {
		return property
	}
	if _, err := strconv.Atoi(step); err == nil && s.Items != nil {
		return s.Items
	}
	values, _ := s.AdditionalProperties.(*huma.Schema)
	return values
}

func (o *operation) resolve(s *huma.Schema) *huma.Schema {
	for s != nil && s.Ref != "" {
		s = o.api.schemas.SchemaFromRef(s.Ref)
	}
	return s
}

func (o *operation) bodySchema() *huma.Schema {
	if o.described.RequestBody == nil || o.described.RequestBody.Content[mediaJSON] == nil {
		return nil
	}
	return o.described.RequestBody.Content[mediaJSON].Schema
}

func (o *operation) paramSchema(origin, name string) *huma.Schema {
	for _, p := range o.described.Parameters {
		if p.In == origin && p.Name == name {
			return p.Schema
		}
	}
	return nil
}
