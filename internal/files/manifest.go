// Package files keeps stack resources as files. It exports them from a
// running API, self-hosted or managed, and applies files to one: it compares,
// plans, and changes what differs. References between resources stand in the
// files by name, so that what was exported from one team can be applied to
// another.
package files

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
)

// Kind is a sort of resources. It is the name of its folder and of its path
// in the API.
type Kind string

// The kinds.
const (
	Connections   Kind = "connections"
	Sources       Kind = "sources"
	Webhooks      Kind = "webhooks"
	SavedSearches Kind = "saved-searches"
	Dashboards    Kind = "dashboards"
	Alerts        Kind = "alerts"
)

// Kinds lists the kinds so that each refers only to those before it and to
// its own. Connections are offered by the self-hosted API alone.
func Kinds() []Kind {
	return []Kind{Connections, Sources, Webhooks, SavedSearches, Dashboards, Alerts}
}

// Address names a resource in the files: dashboards/checkout.
type Address struct {
	Kind Kind
	Name string
}

func (a Address) String() string { return string(a.Kind) + "/" + a.Name }

func parseAddress(text string) (Address, bool) {
	kind, name, ok := strings.Cut(text, "/")
	return Address{Kind(kind), name}, ok && slices.Contains(Kinds(), Kind(kind)) && name != ""
}

// Own is the connection to a team's own tables. Every team has it; it has no
// file.
func Own() Address { return Address{Connections, "own"} }

// Resource is a resource as a body of the API, in a file or live.
type Resource struct {
	Address
	ID      string // live only
	created string // live only; empty where the API doesn't say
	Body    map[string]any
}

// text returns a field of the body.
func (r Resource) text(name string) string {
	text, _ := r.Body[name].(string)
	return text
}

// parseTree reads JSON and keeps numbers as they are written.
func parseTree(text []byte) (any, error) {
	reader := json.NewDecoder(bytes.NewReader(text))
	reader.UseNumber()
	var tree any
	err := reader.Decode(&tree)
	return tree, err
}

func encode(tree any) ([]byte, error) {
	text, err := json.Marshal(tree)
	if err != nil {
		return nil, fmt.Errorf("encode: %w", err)
	}
	return text, nil
}

// replaced returns a copy of the tree in which each text went through fn.
func replaced(tree any, fn func(text string) (string, error)) (any, error) {
	switch node := tree.(type) {
	case map[string]any:
		out := make(map[string]any, len(node))
		for name, item := range node {
			changed, err := replaced(item, fn)
			if err != nil {
				return nil, fmt.Errorf("%s: %w", name, err)
			}
			out[name] = changed
		}
		return out, nil
	case []any:
		out := make([]any, len(node))
		for i, item := range node {
			changed, err := replaced(item, fn)
			if err != nil {
				return nil, fmt.Errorf("%d: %w", i, err)
			}
			out[i] = changed
		}
		return out, nil
	case string:
		return fn(node)
	default:
		return tree, nil
	}
}
