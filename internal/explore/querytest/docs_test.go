package querytest_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/cairnstack/cairn/internal/clickhouse/compile"
	"github.com/cairnstack/cairn/internal/ql"
	"github.com/cairnstack/cairn/internal/stack"
	"github.com/cairnstack/cairn/internal/testkit"
)

// docsPath leads from testdata, where golden files are, to the page.
const docsPath = "../../../../docs/search-language.md"

// TestDocumentationIsTheCorpus holds the page about the languages to the
// examples that TestCorpus runs.
func TestDocumentationIsTheCorpus(t *testing.T) {
	t.Parallel()
	testkit.Golden(t, docsPath, []byte(page()))
}

const intro = `# The search languages

Conditions of searches, charts, alerts and saved searches are written in one of two
languages: a Lucene-like one for search boxes (` + "`whereLanguage: lucene`" + `, the default),
and SQL expressions (` + "`whereLanguage: sql`" + `), which also name columns, groups and orders.
Both are parsed by Cairn; nothing of a text reaches the engine but the values in it.

All examples of this page run against a real engine in Cairn's own tests, over the
records below. Each shows a text and the numbers of the records that it finds. Record
number *n* happened *n* - 1 minutes after nine in the morning.

`

func page() string {
	var out strings.Builder
	out.WriteString(intro)
	out.WriteString("## The records\n\n| | ServiceName | SeverityText | Body | LogAttributes |\n|---|---|---|---|---|\n")
	for i, row := range shopRows() {
		fmt.Fprintf(&out, "| %d | %s | %s | %s | %s |\n", i+1, row.service, row.severity, code(row.body), code(strings.ReplaceAll(row.attributes, ";", "; ")))
	}
	out.WriteString("\nRecords 3, 4 and 6 belong to the trace `" + shopTrace + "`. Resources have `host.name` and\n`deployment.environment`, SeverityNumber follows from SeverityText as OpenTelemetry has it.\nSeverityText is stored in lower case: `ERROR` arrives and is shown as `error`.\n")
	writeNames(&out)
	out.WriteString("\n## The Lucene-like language\n")
	writeSections(&out, luceneSections())
	writeSections(&out, spanSections())
	out.WriteString("\n## SQL expressions\n")
	writeSections(&out, sqlSections())
	writeFunctions(&out)
	writeLimits(&out)
	return out.String()
}

// writeNames writes what columns are also called.
func writeNames(out *strings.Builder) {
	out.WriteString("\n## Names\n\nColumns have the names of OpenTelemetry's tables, and these besides. Where a source has no such column, a name is a key of a map.\n\n| Column | Also known as |\n|---|---|\n")
	tables, seen := compile.Tables(), map[string]bool{}
	for _, table := range []string{stack.TableLogs, stack.TableTraces, stack.TableMetricsGauge} {
		for _, column := range tables[table].Columns {
			names := tables[table].Known(column.Name)
			if len(names) == 0 || seen[column.Name] {
				continue
			}
			seen[column.Name] = true
			fmt.Fprintf(out, "| `%s` | `%s` |\n", column.Name, strings.Join(names, "`, `"))
		}
	}
}

func code(text string) string {
	if text == "" {
		return ""
	}
	return "`" + strings.ReplaceAll(text, "|", "\\|") + "`"
}

// writeSections writes the examples as aligned lines.
func writeSections(out *strings.Builder, sections []section) {
	for _, s := range sections {
		fmt.Fprintf(out, "\n### %s\n\n%s\n", s.title, s.text)
		if s.title == "Lists" {
			out.WriteString("These examples are about the spans of two requests, which have numbers of their own.\n")
		}
		out.WriteString("\n```text\n")
		width := 0
		for _, e := range s.list() {
			width = max(width, len([]rune(shown(e.query))))
		}
		for _, e := range s.list() {
			query := shown(e.query)
			fmt.Fprintf(out, "%s%s   %s\n", query, strings.Repeat(" ", width-len([]rune(query))), answerText(e.answer))
		}
		out.WriteString("```\n")
	}
}

func shown(query string) string {
	if query == "" {
		return "(nothing)"
	}
	return inDay(query, time.Date(2026, 1, 15, 0, 0, 0, 0, time.UTC))
}

func answerText(answer string) string {
	if rest, inverted := strings.CutPrefix(answer, "!"); inverted {
		return "all but " + rest
	}
	if answer == "error" {
		return "is refused"
	}
	return answer
}

func writeFunctions(out *strings.Builder) {
	out.WriteString("\n### Functions\n\nThese are all functions that an expression may call. They are ClickHouse's,\nbut for `messagePattern`, which is Cairn's own. Aggregates stand only where a text\nis said to aggregate.\n\n| Function | Arguments | |\n|---|---|---|\n")
	for _, f := range ql.Functions() {
		note := f.Description
		if f.Class == ql.Aggregate {
			note = "Aggregate. " + note
		}
		fmt.Fprintf(out, "| `%s` | %s | %s |\n", f.Name, arity(f), note)
	}
}

func arity(f ql.Function) string {
	switch {
	case f.ArgsMin == f.ArgsMax:
		return fmt.Sprint(f.ArgsMin)
	case f.ArgsMax == ql.ListItemsMax:
		return fmt.Sprintf("%d or more", f.ArgsMin)
	}
	return fmt.Sprintf("%d to %d", f.ArgsMin, f.ArgsMax)
}

func writeLimits(out *strings.Builder) {
	out.WriteString("\n## Limits\n\nA text over a limit is refused with the place and the limit.\n\n| Limit | Value |\n|---|---|\n")
	for _, limit := range []struct {
		name  string
		value int
	}{
		{"Bytes of a text", ql.TextBytesMax}, {"Bytes of a word, phrase or string", ql.StringBytesMax}, {"Bytes of a name", ql.NameBytesMax},
		{"Levels of nesting: operators, calls, casts and lists within each other", ql.DepthMax}, {"Open brackets and prefix operators at one place", ql.BracketsMax},
		{"Parts of a text (nodes)", ql.NodesMax}, {"Items of a list", ql.ListItemsMax}, {"Texts in the list of multiSearchAny", ql.SearchTextsMax},
		{"Calls of functions that multiply their input", ql.GrowthMax},
	} {
		fmt.Fprintf(out, "| %s | %d |\n", limit.name, limit.value)
	}
}
