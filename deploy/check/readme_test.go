package check_test

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"go.yaml.in/yaml/v3"
)

var update = flag.Bool("update", false, "write the table of values into the README of the chart")

const (
	tableBegin = "<!-- values: made of values.yaml by go test -run Readme -update -->\n"
	tableEnd   = "<!-- end of values -->\n"
)

// TestReadmeListsEveryValue holds the table of values in the chart's README to
// values.yaml.
func TestReadmeListsEveryValue(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile(filepath.Join(chartFolder, "values.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	var document yaml.Node
	if err := yaml.Unmarshal(text, &document); err != nil {
		t.Fatal(err)
	}
	var table strings.Builder
	table.WriteString("| Value | Default | Meaning |\n|---|---|---|\n")
	writeRows(t, &table, "", document.Content[0])
	path := filepath.Join(chartFolder, "README.md")
	page, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	before, rest, _ := strings.Cut(string(page), tableBegin)
	_, after, ok := strings.Cut(rest, tableEnd)
	if !ok {
		t.Fatal("the README has no place for the table")
	}
	want := before + tableBegin + "\n" + table.String() + "\n" + tableEnd + after
	if *update {
		if err := os.WriteFile(path, []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
	} else if diff := cmp.Diff(want, string(page)); diff != "" {
		t.Errorf("the README (+) is not that of values.yaml (-): go test -run Readme -update\n%s", diff)
	}
}

// writeRows writes a row for each value below a mapping. One in braces is one value.
func writeRows(t *testing.T, table *strings.Builder, prefix string, mapping *yaml.Node) {
	t.Helper()
	for i := 0; i < len(mapping.Content); i += 2 {
		key, value := mapping.Content[i], mapping.Content[i+1]
		name := prefix + key.Value
		if value.Kind == yaml.MappingNode && value.Style&yaml.FlowStyle == 0 {
			writeRows(t, table, name+".", value)
			continue
		}
		fmt.Fprintf(table, "| `%s` | %s | %s |\n", name, shown(t, value), meaning(key))
	}
}

func shown(t *testing.T, value *yaml.Node) string {
	t.Helper()
	if value.Kind == yaml.AliasNode {
		return "as `api`"
	}
	plain := *value
	plain.HeadComment, plain.LineComment, plain.FootComment, plain.Anchor = "", "", "", ""
	text, err := yaml.Marshal(&plain)
	if err != nil {
		t.Fatal(err)
	}
	return "`" + strings.TrimSpace(string(text)) + "`"
}

// meaning returns the comment of a value that begins with two dashes.
func meaning(key *yaml.Node) string {
	_, text, _ := strings.Cut(key.HeadComment, "# -- ")
	return strings.Join(strings.Fields(strings.ReplaceAll(text, "\n#", " ")), " ")
}
