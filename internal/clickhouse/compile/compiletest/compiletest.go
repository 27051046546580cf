// Package compiletest gives tests texts of users, hostile ones too, and looks
// for what does not belong in the SQL that is made of them.
package compiletest

import (
	"bufio"
	_ "embed" // hostile.txt
	"regexp"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/cairnstack/cairn/internal/clickhouse/tables"
	"github.com/cairnstack/cairn/internal/explore"
	"github.com/cairnstack/cairn/internal/ql"
	"github.com/cairnstack/cairn/internal/query"
	"github.com/cairnstack/cairn/internal/stack"
)

// LogTarget is a team's logs of an hour.
func LogTarget() explore.Target {
	at := time.Date(2026, 1, 15, 9, 0, 0, 0, time.UTC)
	return explore.Target{
		TeamID: "0123456789abcdef01234567", Table: stack.TableLogs,
		Implicit: []explore.Expr{{Node: &ql.Column{Path: []string{"Body"}}, Path: "implicit"}},
		Range:    query.TimeRange{From: at, To: at.Add(time.Hour)},
	}
}

// SpanTarget is a team's spans of an hour.
func SpanTarget() explore.Target {
	target := LogTarget()
	target.Table = stack.TableTraces
	target.Implicit = []explore.Expr{{Node: &ql.Column{Path: []string{"SpanName"}}, Path: "implicit"}}
	return target
}

// Parsed returns a condition of a text, which begins with "sql: " in the second
// language.
func Parsed(t testing.TB, text string) explore.Expr {
	t.Helper()
	if body, isSQL := strings.CutPrefix(text, "sql: "); isSQL {
		node, err := ql.ParseCondition(body, ql.ParseOptions{Path: "where"})
		if err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		return explore.Expr{Node: node, Path: "where"}
	}
	node, err := ql.ParseLucene("where", text)
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return explore.Expr{Node: node, Path: "where"}
}

// HotKeys are columns of attribute keys.
func HotKeys() []tables.HotColumn {
	return []tables.HotColumn{
		tables.NewHotColumn("http.route", tables.HotName),
		tables.NewHotColumn("took", tables.HotNumber),
		{Key: "waited", Name: "a_waited", Type: tables.HotNumber}, // of an earlier version
	}
}

//go:embed hostile.txt
var hostileFile string

// HostileTexts are payloads of people who want to do harm.
func HostileTexts(t testing.TB) []string {
	t.Helper()
	var texts []string
	lines := bufio.NewScanner(strings.NewReader(hostileFile))
	for lines.Scan() {
		text, err := strconv.Unquote(lines.Text())
		if err != nil {
			t.Fatalf("%s: %v", lines.Text(), err)
		}
		texts = append(texts, text)
	}
	return texts
}

var sqlToken = regexp.MustCompile("^(?:\\s+|\\{p\\d+:[A-Za-z0-9()]+\\}|`[^`\\\\]*`|'(?:[^'\\\\]|\\\\.)*'|[A-Za-z_][A-Za-z0-9_]*|\\d+(?:\\.\\d+)?(?:e[+-]?\\d+)?|->|[<>!=|]+|[-+*/%(),\\[\\].])")

// ForeignWord returns the first part of a text of SQL that our compiler has no
// reason to print.
func ForeignWord(sql string) string {
	known := knownWords()
	for rest := sql; rest != ""; {
		token := sqlToken.FindString(rest)
		if token == "" {
			return rest
		}
		rest = rest[len(token):]
		switch {
		case token[0] == '`' && !known[strings.Trim(token, "`")], token[0] == '\'' && !isOwnText(token):
			return token
		case isLetter(token[0]) && !known[token] && !lambdaWord.MatchString(token):
			return token
		}
	}
	return ""
}

func isLetter(b byte) bool { return b == '_' || b >= 'a' && b <= 'z' || b >= 'A' && b <= 'Z' }

var (
	lambdaWord = regexp.MustCompile(`^(v\d+|x|k|v|t|s|n|a)$`)
	typeText   = regexp.MustCompile(`^'[A-Z][A-Za-z0-9(), \\'/_+-]*'$`)
)

// isOwnText reports whether a literal is one that the compiler prints by
// itself: types, zones, separators.
func isOwnText(literal string) bool {
	switch literal {
	case "''", "';'", "' '", "'T'", "'Z'", "'UTC'", "'String'":
		return true
	}
	return typeText.MatchString(literal)
}

// knownWords are made once: the fuzzer asks for them all the time.
var knownWords = sync.OnceValue(func() map[string]bool {
	words := KnownWords()
	for _, f := range ql.Functions() {
		words[f.Name] = true
	}
	for _, hot := range HotKeys() {
		for _, name := range hot.Names() {
			words[name] = true
		}
	}
	for word := range strings.FieldsSeq(`AND OR NOT IN LIKE ILIKE NULL CAST true false
		negate tuple unhex toFixedString greatest JSONExtract mapUpdate arrayMap
		toIntervalNanosecond toIntervalMicrosecond toIntervalMillisecond toIntervalSecond toIntervalMinute toIntervalHour
		toIntervalDay toIntervalWeek toIntervalMonth toIntervalQuarter toIntervalYear`) {
		words[word] = true
	}
	return words
})
