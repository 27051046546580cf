package archtest_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/cairnstack/cairn/internal/fault"
)

// codeArguments says which argument of a function is the code of a rule.
func codeArguments() map[string]int {
	return map[string]int{"Break": 1, "Check": 2, "breach": 0, "check": 1, "InvalidAt": 1, "coded": 0}
}

// codesIn returns the literal codes of rules in a file, with their places.
func codesIn(t *testing.T, path string) map[string]token.Position {
	t.Helper()
	files := token.NewFileSet()
	file, err := parser.ParseFile(files, path, nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	found := map[string]token.Position{}
	note := func(e ast.Expr) {
		if literal, ok := e.(*ast.BasicLit); ok && literal.Kind == token.STRING {
			code, _ := strconv.Unquote(literal.Value)
			found[code] = files.Position(e.Pos())
		}
	}
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CallExpr:
			if at, known := codeArguments()[calledName(n)]; known && at < len(n.Args) {
				note(n.Args[at])
			}
		case *ast.KeyValueExpr:
			if key, ok := n.Key.(*ast.Ident); ok && key.Name == "Code" {
				note(n.Value)
			}
		}
		return true
	})
	return found
}

func calledName(call *ast.CallExpr) string {
	switch called := call.Fun.(type) {
	case *ast.Ident:
		return called.Name
	case *ast.SelectorExpr:
		return called.Sel.Name
	default:
		return ""
	}
}

// TestCodesOfRulesAreDeclaredOnce reads the sources: every code that is written
// somewhere is one of the table, and the page of the API has the table.
func TestCodesOfRulesAreDeclaredOnce(t *testing.T) {
	t.Parallel()
	var names []string
	page, err := os.ReadFile("../../docs/api/index.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, code := range fault.Codes() {
		names = append(names, code.Name)
		if !strings.Contains(string(page), "| `"+code.Name+"` | "+code.Meaning+" |\n") {
			t.Errorf("docs/api/index.md does not explain %s as %q", code.Name, code.Meaning)
		}
	}
	if !slices.IsSorted(names) {
		t.Error("the table is not sorted")
	}
	internal := []string{"dependent", "pattern"} // httpx replaces them before they leave
	err = filepath.WalkDir("..", func(path string, entry fs.DirEntry, err error) error {
		isConfig := strings.HasPrefix(path, "../app/") // options of the command line are no fields of a body
		if err != nil || isConfig || entry.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		for code, at := range codesIn(t, path) {
			if code != "" && !slices.Contains(names, code) && !slices.Contains(internal, code) {
				t.Errorf("%s: the code %q is not one of fault.Codes", at, code)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}
