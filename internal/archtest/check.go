package archtest

import (
	"fmt"
	"slices"
	"strings"
)

// Package is a package of the module with what it imports, tests left out.
type Package struct {
	Path     string   // import path
	Imports  []string // import paths
	Dir      string   // where its files are; only read by the clock check
	GoFiles  []string // names of its files
	Problems []string // why the package could not be read, if so
}

// Check returns one sentence for each arrow that the rules forbid, in the order
// of the packages. An empty answer means that the module keeps the rules.
func (r Rules) Check(packages []Package) []string {
	var broken []string
	for _, p := range packages {
		broken = append(broken, p.Problems...)
		broken = append(broken, r.checkPackage(p)...)
	}
	return broken
}

func (r Rules) checkPackage(p Package) []string {
	home, layer := r.place(p.Path)
	if layer == "" {
		return []string{fmt.Sprintf("%s has no layer: give it a layer in internal/archtest", r.short(p.Path))}
	}
	var broken []string
	for _, path := range p.Imports {
		if why := r.forbids(arrow{home, layer, path}); why != "" {
			broken = append(broken, fmt.Sprintf("%s must not import %s: %s", r.short(p.Path), r.short(path), why))
		}
	}
	return broken
}

// arrow is an import: from a package at home in a layer to a path.
type arrow struct {
	home  string
	layer Layer
	path  string
}

// forbids returns why the arrow is forbidden; empty when it is allowed.
func (r Rules) forbids(a arrow) string {
	if !within(a.path, r.Module) {
		return r.forbidsForeign(a)
	}
	home, layer := r.place(a.path)
	switch {
	case home == a.home:
		return ""
	case layer == "":
		return "it has no layer"
	case layer == a.layer:
		return r.forbidsSideways(a, home)
	case !slices.Contains(r.Below[a.layer], layer):
		return fmt.Sprintf("%s must not know %s", a.layer, layer)
	}
	return r.forbidsReserved(a, home)
}

func (r Rules) forbidsReserved(a arrow, home string) string {
	allowed, isReserved := r.Reserved[home]
	if !isReserved || a.layer != Adapter || slices.Contains(allowed, a.home) {
		return ""
	}
	return "of the adapters only " + strings.Join(allowed, " and ") + " may"
}

func (r Rules) forbidsSideways(a arrow, home string) string {
	if slices.Contains(r.Sideways[a.layer], home) || slices.Contains(r.Importers[home], a.home) || r.isBefore(a, home) {
		return ""
	}
	return fmt.Sprintf("packages of the layer %q do not import each other", a.layer)
}

// isBefore reports whether home stands before the arrow's package.
func (r Rules) isBefore(a arrow, home string) bool {
	at := slices.Index(r.Ordered[a.layer], home)
	return at >= 0 && at < slices.Index(r.Ordered[a.layer], a.home)
}

func (r Rules) forbidsForeign(a arrow) string {
	isPure := a.layer == Domain || a.layer == Fault
	switch {
	case isPure && !isStandard(a.path):
		return fmt.Sprintf("%s is standard library and fault only", a.layer)
	case isDenied(a.path, r.Denied[a.layer]):
		return fmt.Sprintf("%s does without it", a.layer)
	}
	return ""
}

// place returns the package that gives the path its layer, and the layer; both
// are empty for a path that no layer covers. The longest name wins, so that a
// package can leave the layer of its parent.
func (r Rules) place(path string) (string, Layer) {
	short, home := r.short(path), ""
	for folder := range r.Layers {
		if within(short, folder) && len(folder) > len(home) {
			home = folder
		}
	}
	return home, r.Layers[home]
}

func (r Rules) short(path string) string {
	return strings.TrimPrefix(path, r.Module+"/")
}

// isStandard reports whether the path belongs to the standard library, whose
// paths have no dot in their first element.
func isStandard(path string) bool {
	first, _, _ := strings.Cut(path, "/")
	return !strings.Contains(first, ".")
}
