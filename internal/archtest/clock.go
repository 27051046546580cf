package archtest

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"slices"
	"strconv"
)

// clockCalls are the functions of package time that read the clock or wait for it.
func clockCalls() []string {
	return []string{"After", "AfterFunc", "NewTicker", "NewTimer", "Now", "Since", "Sleep", "Tick", "Until"}
}

// CheckClock returns one sentence for each place where a package of the domain
// reads the clock instead of being told the time.
func (r Rules) CheckClock(packages []Package) ([]string, error) {
	var broken []string
	for _, p := range packages {
		if _, layer := r.place(p.Path); layer != Domain && layer != Fault {
			continue
		}
		for _, name := range p.GoFiles {
			found, err := clockReads(filepath.Join(p.Dir, name))
			if err != nil {
				return nil, err
			}
			broken = append(broken, found...)
		}
	}
	return broken, nil
}

// clockReads returns where the file reads the clock.
func clockReads(file string) ([]string, error) {
	files := token.NewFileSet()
	parsed, err := parser.ParseFile(files, file, nil, parser.SkipObjectResolution)
	if err != nil {
		return nil, fmt.Errorf("read %s: %w", file, err)
	}
	name := localName(parsed, "time")
	var found []string
	ast.Inspect(parsed, func(node ast.Node) bool {
		if call, ok := selected(node, name); ok && slices.Contains(clockCalls(), call) {
			found = append(found, fmt.Sprintf("%s: the domain is told the time, it does not call time.%s", files.Position(node.Pos()), call))
		}
		return true
	})
	return found, nil
}

// localName returns the name under which the file knows an imported package;
// empty when it does not import it.
func localName(file *ast.File, path string) string {
	for _, spec := range file.Imports {
		if unquoted, err := strconv.Unquote(spec.Path.Value); err != nil || unquoted != path {
			continue
		}
		if spec.Name != nil {
			return spec.Name.Name
		}
		return path
	}
	return ""
}

// selected returns the name that the node selects from the package.
func selected(node ast.Node, name string) (string, bool) {
	selector, ok := node.(*ast.SelectorExpr)
	if !ok || name == "" {
		return "", false
	}
	from, ok := selector.X.(*ast.Ident)
	return selector.Sel.Name, ok && from.Name == name
}
