package archtest_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/cairnstack/cairn/internal/org"
	"github.com/cairnstack/cairn/internal/query"
	"github.com/cairnstack/cairn/internal/sqlstore"
	"github.com/cairnstack/cairn/internal/stack"
)

// TestWordsOfTheWireAreThoseOfTheCode holds the enum tags of bodies, parameters
// and flags to the lists and constants of the code: a word that is added to one
// has to be added to the other.
func TestWordsOfTheWireAreThoseOfTheCode(t *testing.T) {
	t.Parallel()
	known := map[string]bool{}
	for _, list := range slices.Concat(listedWords(), constantWords(t), wordsOfTheWireAlone()) {
		known[inOrder(list)] = true
	}
	tags := enumTags(t)
	if len(tags) < 40 {
		t.Fatalf("%d tags were found", len(tags))
	}
	for place, words := range tags {
		if !known[inOrder(words)] {
			t.Errorf("%s: no list of the code has the words %s", place, strings.Join(words, ", "))
		}
	}
}

// listedWords returns the lists that are not simply all constants of a type.
func listedWords() [][]string {
	return [][]string{
		plain(query.TileGranularities()), plain(query.Granularities()), plain(query.WhereLanguages()),
		plain(stack.SavedQueryLanguages()), stack.Legends(), stack.Scales(), stack.StackShapes(), stack.Axes(), plain(org.ReverseStatuses()), plain(org.Tiers()),
		{sqlstore.KindSQLite, sqlstore.KindPostgres}, {stack.ConfigPromQL},
	}
}

// wordsOfTheWireAlone returns words that mean nothing further in: they are
// accepted for older clients, chosen in a handler, or checked as a number.
func wordsOfTheWireAlone() [][]string {
	return [][]string{
		{"true", "false"}, {"events", "metrics"}, {"asc", "desc"}, {"ratio", "column"}, // accepted, without effect
		{"active", "pending"}, {"team", "organization"}, {"embedded", "external"}, {"yaml", "json"}, {"json", "ndjson"}, {"access", "ingestion", "cloud"},
		{"https", "nativesecure", "mysql"}, {"0", "6", "12", "18"}, {"6"}, {"breached", "ok", "no_data", "failed"},
		{"JSONEachRow", "JSON", "JSONCompact", "CSV", "CSVWithNames", "TabSeparated", "TSV", "TabSeparatedWithNames", "TSVWithNames"},
		// Kinds of values as the compiler names them, which keeps its kinds to itself.
		{"text", "number", "boolean", "time", "map", "list"}, {"text", "number", "boolean", "time", "map", "list", "any"},
		// Prometheus'.
		{"matrix", "vector", "scalar", "string"}, {"alert", "record"}, {"alerting"}, {"inactive", "pending", "firing"}, {"pending", "firing"}, {"ok", "err", "unknown"},
	}
}

func plain[T ~string](list []T) []string {
	words := make([]string, len(list))
	for i, word := range list {
		words[i] = string(word)
	}
	return words
}

func inOrder(words []string) string { return strings.Join(slices.Sorted(slices.Values(words)), ",") }

// constantWords returns, for every type of texts, the words of its constants.
func constantWords(t *testing.T) [][]string {
	t.Helper()
	byType := map[string][]string{}
	eachFile(t, []string{"access", "org", "query", "stack", "alerting", "explore", "sqlstore"}, func(dir string, file *ast.File, _ *token.FileSet) {
		ast.Inspect(file, func(n ast.Node) bool {
			spec, ok := n.(*ast.ValueSpec)
			if !ok || len(spec.Values) != 1 {
				return true
			}
			name, typed := spec.Type.(*ast.Ident)
			value, isText := spec.Values[0].(*ast.BasicLit)
			if typed && isText && value.Kind == token.STRING {
				word, _ := strconv.Unquote(value.Value)
				byType[dir+"."+name.Name] = append(byType[dir+"."+name.Name], word)
			}
			return true
		})
	})
	var lists [][]string
	for _, words := range byType {
		lists = append(lists, words)
	}
	return lists
}

// enumTags returns the words of every enum tag by its place.
func enumTags(t *testing.T) map[string][]string {
	t.Helper()
	tags := map[string][]string{}
	eachFile(t, []string{"stackapi", "cloudapi", "uiapi", "promapi", "stackwire", "stack", "app"}, func(_ string, file *ast.File, files *token.FileSet) {
		ast.Inspect(file, func(n ast.Node) bool {
			field, ok := n.(*ast.Field)
			if !ok || field.Tag == nil {
				return true
			}
			text, _ := strconv.Unquote(field.Tag.Value)
			if words, ok := reflect.StructTag(text).Lookup("enum"); ok {
				tags[files.Position(field.Pos()).String()] = strings.Split(words, ",")
			}
			return true
		})
	})
	return tags
}

// eachFile parses the files of packages, tests left out.
func eachFile(t *testing.T, packages []string, do func(dir string, file *ast.File, files *token.FileSet)) {
	t.Helper()
	for _, dir := range packages {
		paths, err := filepath.Glob(filepath.Join("..", dir, "*.go"))
		if err != nil {
			t.Fatal(err)
		}
		for _, path := range paths {
			if strings.HasSuffix(path, "_test.go") {
				continue
			}
			files := token.NewFileSet()
			file, err := parser.ParseFile(files, path, nil, 0)
			if err != nil {
				t.Fatal(err)
			}
			do(dir, file, files)
		}
	}
}
