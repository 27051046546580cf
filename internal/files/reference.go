package files

import (
	"fmt"
	"regexp"
	"strings"
)

// A reference in a file is ${sources/logs}; to a tile of a dashboard,
// ${dashboards/checkout/tiles/errors}; to a variable of the environment, for
// secrets, ${env:NAME}.
var referenceForm = regexp.MustCompile(`^\$\{([^}]+)\}$`)

const (
	envPrefix = "env:"
	tilesPart = "/tiles/"
)

func reference(at string) string { return "${" + at + "}" }

// unresolved says that a reference leads to what is not there yet.
type unresolved struct{ to Address }

func (u *unresolved) Error() string { return "refers to " + u.to.String() + ", which is not there" }

// resolver turns references into ids.
type resolver struct {
	ids       map[Address]string
	parts     map[Address]pairs // of dashboards
	lookupEnv func(string) (string, bool)
}

// resolve returns the body with ids in place of references.
func (r *resolver) resolve(body map[string]any) (map[string]any, error) {
	tree, err := replaced(body, r.text)
	if err != nil {
		return nil, err
	}
	return tree.(map[string]any), nil
}

func (r *resolver) text(text string) (string, error) {
	match := referenceForm.FindStringSubmatch(text)
	if match == nil {
		return text, nil
	}
	if name, ok := strings.CutPrefix(match[1], envPrefix); ok {
		value, ok := r.lookupEnv(name)
		if !ok {
			return "", fmt.Errorf("the environment has no %s", name)
		}
		return value, nil
	}
	at, tile, isTile := strings.Cut(match[1], tilesPart)
	address, ok := parseAddress(at)
	switch {
	case !ok || isTile && address.Kind != Dashboards:
		return text, nil // a text that looks like a reference, such as a template
	case isTile:
		return r.tile(address, tile)
	}
	id, ok := r.ids[address]
	if !ok {
		return "", &unresolved{address}
	}
	return id, nil
}

func (r *resolver) tile(dashboard Address, tile string) (string, error) {
	if _, ok := r.ids[dashboard]; !ok {
		return "", &unresolved{dashboard}
	}
	id := r.parts[dashboard].byID("tiles", tile)
	if id == "" {
		return "", fmt.Errorf("%s has no tile with the id %s", dashboard, tile)
	}
	return id, nil
}

// namer turns ids into references.
type namer struct {
	names map[string]string // id to the inside of a reference
}

func (n *namer) name(body map[string]any) (map[string]any, error) {
	tree, err := replaced(body, func(text string) (string, error) {
		if at, ok := n.names[text]; ok {
			return reference(at), nil
		}
		return text, nil
	})
	if err != nil {
		return nil, err
	}
	return tree.(map[string]any), nil
}
