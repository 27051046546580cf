package clickhouse_test

import (
	"bufio"
	"os"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/cairnstack/cairn/internal/clickhouse"
	"github.com/cairnstack/cairn/internal/fault"
	"github.com/cairnstack/cairn/internal/observe"
	"github.com/cairnstack/cairn/internal/search"
)

// hostileTexts are payloads of people who want to do harm.
func hostileTexts(t testing.TB) []string {
	t.Helper()
	file, err := os.Open("testdata/hostile.txt")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = file.Close() }()
	var texts []string
	lines := bufio.NewScanner(file)
	for lines.Scan() {
		text, err := strconv.Unquote(lines.Text())
		if err != nil {
			t.Fatalf("%s: %v", lines.Text(), err)
		}
		texts = append(texts, text)
	}
	return texts
}

const hostileMin = 200

func TestHostileTextsBecomeNoSQL(t *testing.T) {
	t.Parallel()
	texts := hostileTexts(t)
	if len(texts) < hostileMin {
		t.Fatalf("%d payloads, want at least %d", len(texts), hostileMin)
	}
	for _, text := range texts {
		checkCompiled(t, text)
	}
}

func FuzzCompile(f *testing.F) {
	for _, text := range hostileTexts(f) {
		f.Add(text)
	}
	for _, text := range conditions() {
		f.Add(strings.TrimPrefix(text, "sql: "))
	}
	f.Fuzz(func(t *testing.T, text string) { checkCompiled(t, text) })
}

// checkCompiled holds whatever is made of a text to words that are ours.
func checkCompiled(t *testing.T, text string) {
	t.Helper()
	for _, target := range []observe.Target{logTarget(), spanTarget()} {
		if node, err := search.ParseLucene("where", text); err == nil {
			checkNode(t, target, text, node)
		}
		if node, err := search.ParseCondition(text, search.ParseOptions{Aggregates: true}); err == nil {
			checkNode(t, target, text, node)
		}
		if list, err := search.ParseSelect(text, search.ParseOptions{}); err == nil {
			for _, item := range list {
				c, err := clickhouse.CompileValue(target, hotKeys(), observe.Expr{Node: item.Expression})
				checkSQL(t, text, c, err)
			}
		}
	}
}

func checkNode(t *testing.T, target observe.Target, text string, node search.Node) {
	t.Helper()
	c, err := clickhouse.CompileCondition(target, hotKeys(), observe.Expr{Node: node})
	checkSQL(t, text, c, err)
}

func checkSQL(t *testing.T, text string, c clickhouse.Compiled, err error) {
	t.Helper()
	if err != nil {
		if fault.KindOf(err) != fault.Invalid {
			t.Fatalf("%q: %v, want a refusal", text, err)
		}
		return
	}
	if word := foreignWord(c.SQL); word != "" {
		t.Fatalf("%q became %q with the foreign %q", text, c.SQL, word)
	}
}

var sqlToken = regexp.MustCompile("^(?:\\s+|\\{p\\d+:[A-Za-z0-9()]+\\}|`[^`\\\\]*`|'(?:[^'\\\\]|\\\\.)*'|[A-Za-z_][A-Za-z0-9_]*|\\d+(?:\\.\\d+)?(?:e[+-]?\\d+)?|->|[<>!=|]+|[-+*/%(),\\[\\].])")

// foreignWord returns the first part of a text of SQL that our compiler has no
// reason to print.
func foreignWord(sql string) string {
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
	words := clickhouse.KnownWords()
	for _, f := range search.Functions() {
		words[f.Name] = true
	}
	for _, hot := range hotKeys() {
		words[hot.Name] = true
	}
	for word := range strings.FieldsSeq(`AND OR NOT IN LIKE ILIKE NULL CAST true false
		negate tuple unhex toFixedString greatest JSONExtract mapUpdate arrayMap
		toIntervalNanosecond toIntervalMicrosecond toIntervalMillisecond toIntervalSecond toIntervalMinute toIntervalHour
		toIntervalDay toIntervalWeek toIntervalMonth toIntervalQuarter toIntervalYear`) {
		words[word] = true
	}
	return words
})
