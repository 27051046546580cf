package querytest_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"golang.org/x/sync/errgroup"

	"github.com/cairnstack/cairn/internal/ql"
	"github.com/cairnstack/cairn/internal/testkit/apptest"
)

// limited is a text that grows with n, and the greatest n that is allowed.
type limited struct {
	name  string
	place string // where the text stands in a request
	at    func(n int) string
	limit int
}

func joined(n int, item, separator string) string {
	return strings.TrimSuffix(strings.Repeat(item+separator, n), separator)
}

func nested(n int, opening, x, closing string) string {
	return strings.Repeat(opening, n) + x + strings.Repeat(closing, n)
}

// luceneLimits are searches at the limits of the Lucene-like language.
func luceneLimits() []limited {
	const nodes, depth = ql.NodesMax, ql.DepthMax
	of := func(name string, limit int, at func(n int) string) limited {
		return limited{"lucene " + name, "lucene", at, limit}
	}
	return []limited{
		of("bytes", ql.TextBytesMax, func(n int) string { return "a" + strings.Repeat(" ", n-1) }),
		of("words", nodes-1, func(n int) string { return joined(n, "a", " ") }),
		of("words with OR", nodes-1, func(n int) string { return joined(n, "a", " ||") }),
		of("wildcards", nodes-1, func(n int) string { return joined(n, "a*", " ") }),
		of("negated words", (nodes-1)/2, func(n int) string { return joined(n, "-a", " ") }),
		of("fields", 1000, func(n int) string { return joined(n, "Body:a", " ") + strings.Repeat(" ", 1192) }),
		of("names without a map", 1000, func(n int) string { return joined(n, "kkkk:a", " ") + strings.Repeat(" ", 1192) }),
		of("NOT", depth-1, func(n int) string { return nested(n, "NOT ", "a", "") }),
		of("AND within OR", (depth-1)/2, func(n int) string { return nested(n, "a OR (b (", "c", "))") }),
		of("NOT within groups", depth/2-1, func(n int) string { return nested(n, "-(a ", "b", ")") }),
		of("brackets", ql.BracketsMax, func(n int) string { return nested(n, "(", "a", ")") }),
		of("word", ql.StringBytesMax, func(n int) string { return strings.Repeat("x", n) }),
		of("phrase", ql.StringBytesMax, func(n int) string { return `"` + strings.Repeat("x", n) + `"` }),
		of("phrase of words", ql.StringBytesMax/2, func(n int) string { return `"` + strings.Repeat("x ", n) + `"` }),
		of("field name", ql.NameBytesMax-len("LogAttributes."), func(n int) string { return "LogAttributes." + strings.Repeat("x", n) + ":a" }),
	}
}

// sqlLimits are conditions at the limits of the SQL language.
func sqlLimits() []limited {
	const nodes, depth = ql.NodesMax, ql.DepthMax
	of := func(name string, limit int, at func(n int) string) limited {
		return limited{"sql " + name, "sql", at, limit}
	}
	return []limited{
		of("bytes", ql.TextBytesMax, func(n int) string { return "1 = 1" + strings.Repeat(" ", n-5) }),
		of("AND", (nodes-1)/3, func(n int) string { return joined(n, "1=1", " AND ") }),
		of("OR", (nodes-1)/3, func(n int) string { return joined(n, "1=1", " OR ") }),
		of("AND of columns", 630, func(n int) string { return joined(n, "Body='a'", " AND ") + strings.Repeat(" ", 7) }),
		of("AND of names without a map", 630, func(n int) string { return joined(n, "kkkk='a'", " AND ") + strings.Repeat(" ", 7) }),
		of("functions of a name without a map", depth-2, func(n int) string { return nested(n, "lower(", "kkkk", ")") + " = 'a'" }),
		of("NOT", depth-2, func(n int) string { return nested(n, "NOT ", "Body = 'a'", "") }),
		of("OR within AND", depth-2, func(n int) string { return alternating(n) }),
		of("sum", depth-2, func(n int) string { return joined(n+1, "1", "+") + " > 0" }),
		of("concatenation", depth-2, func(n int) string { return joined(n+1, "Body", "||") + " = 'a'" }),
		of("comparisons", depth-1, func(n int) string { return joined(n+1, "1", " = ") }),
		of("differences to the right", depth-2, func(n int) string { return nested(n, "1-(", "1", ")") + " > 0" }),
		of("negatives", depth-2, func(n int) string { return nested(n, "- ", "SeverityNumber", "") + " > 0" }),
		of("functions", depth-2, func(n int) string { return nested(n, "lower(", "Body", ")") + " = 'a'" }),
		of("choices", depth-3, func(n int) string { return nested(n, "if(1 = 1, ", "1", ", 0)") + " = 1" }),
		of("ternaries", depth-2, func(n int) string { return "(" + nested(n, "1 ? 1 : ", "1", "") + ") = 1" }),
		of("cases", (ql.TextBytesMax-19)/14, func(n int) string { return "CASE" + strings.Repeat(" WHEN 1 THEN 1", n) + " ELSE 0 end = 1" }),
		of("nested cases", depth-2, func(n int) string { return nested(n, "CASE WHEN 1 THEN ", "1", " ELSE 0 end") + " = 1" }),
		of("casts", depth-2, func(n int) string { return "1" + strings.Repeat("::Int8", n) + " = 1" }),
		of("arrays", depth-2, func(n int) string { return nested(n, "[", "1", "]") + " = []" }),
		of("lambdas", (depth-2)/2, func(n int) string { return nested(n, "arrayExists(x -> ", "x = 1", ", [1])") }),
		of("brackets", ql.BracketsMax-1, func(n int) string { return nested(n, "(", "1 = 1", ")") }),
		of("IN", ql.ListItemsMax, func(n int) string { return "SeverityNumber IN (" + joined(n, "1", ",") + ")" }),
		of("IN of texts", ql.ListItemsMax, func(n int) string { return "Body IN (" + joined(n, "'a'", ",") + ")" }),
		of("array", ql.ListItemsMax, func(n int) string { return "has([" + joined(n, "1", ",") + "], 1)" }),
		of("searched texts", ql.SearchTextsMax, func(n int) string { return "multiSearchAny(Body, [" + joined(n, "'a'", ",") + "])" }),
		of("arguments", ql.ListItemsMax, func(n int) string { return "concat(" + joined(n, "Body", ",") + ") = 'a'" }),
		of("string", ql.StringBytesMax, func(n int) string { return "Body = '" + strings.Repeat("x", n) + "'" }),
		of("pattern", ql.StringBytesMax, func(n int) string { return "Body LIKE '" + strings.Repeat("%", n) + "'" }),
		of("name", ql.NameBytesMax, func(n int) string { return "LogAttributes.`" + strings.Repeat("x", n) + "` = 'a'" }),
		of("growth", ql.GrowthMax, func(n int) string { return nested(n, "hex(", "'a'", ")") + " = 'a'" }),
		of("types", ql.TypeDepthMax, func(n int) string { return "[]::" + nested(n-1, "Array(", "Int8", ")") + " = []" }),
		of("fixed string", ql.FixedStringBytesMax, func(n int) string { return fmt.Sprintf("'a'::FixedString(%d) = 'a'", n) }),
	}
}

// alternating nests AND and OR in turn.
func alternating(n int) string {
	text := "1=1"
	for i := range n {
		text = "1=0 " + []string{"OR", "AND"}[i%2] + " (" + text + ")"
	}
	return text
}

// expressionLimits are what charts aggregate at the limits of aggregates.
func expressionLimits() []limited {
	of := func(name string, limit int, at func(n int) string) limited {
		return limited{"field " + name, "field", at, limit}
	}
	return []limited{
		of("levels", ql.LevelsMax, func(n int) string { return "quantiles(" + joined(n, "0.5", ",") + ")(SeverityNumber)[1]" }),
		of("size", ql.ParamSizeMax, func(n int) string { return fmt.Sprintf("length(topK(%d)(Body))", n) }),
		of("sum of aggregates", ql.DepthMax-1, func(n int) string { return "count()" + strings.Repeat("+count()", n) }),
	}
}

// statementLimits are statements at their limits.
func statementLimits() []limited {
	of := func(name string, limit int, at func(n int) string) limited {
		return limited{"statement " + name, "statement", at, limit}
	}
	return []limited{
		of("bytes", ql.StatementBytesMax, func(n int) string { return strings.Repeat(" ", n-29) + "SELECT count() FROM otel_logs" }),
		of("selects", ql.StatementsMax, func(n int) string {
			return nested(n-1, "SELECT * FROM (", "SELECT Body FROM otel_logs", ") AS t") + " LIMIT 1"
		}),
		of("rows", ql.LimitMax, func(n int) string { return fmt.Sprintf("SELECT Body FROM otel_logs LIMIT %d", n) }),
		of("offset", ql.LimitMax, func(n int) string { return fmt.Sprintf("SELECT Body FROM otel_logs LIMIT 1 OFFSET %d", n) }),
		of("columns", ql.ListItemsMax, func(n int) string {
			columns := make([]string, n)
			for i := range columns {
				columns[i] = fmt.Sprintf("%d AS c%d", i, i)
			}
			return "SELECT " + strings.Join(columns, ", ") + " FROM otel_logs LIMIT 1"
		}),
		of("AND", 600, func(n int) string {
			return "SELECT count() FROM otel_logs WHERE " + joined(n, "Body = 'a'", " AND ") + strings.Repeat(" AND 1", ql.NodesMax-2-1800)
		}),
	}
}

func (s *shop) limitedBody(l limited, connection string, n int) (path, body string) {
	text, _ := json.Marshal(l.at(n))
	switch l.place {
	case "lucene", "sql":
		return "/search", `{"sourceId":"SOURCE","startTime":"START","endTime":"END","where":` + string(text) + `,"whereLanguage":"` + l.place + `"}`
	case "field":
		return "/charts/series", chartBody(`{"sourceId":"SOURCE","where":"","groupBy":[],"aggFn":"none","field":` + string(text) + `}`)
	default:
		return "/charts/sql", sqlBody(connection, l.at(n))
	}
}

// TestEveryLimitHoldsFromBothSides sends each language's longest, deepest and
// widest texts to the engine: what is at a limit works, and what is above it
// is refused with the limit's name.
func TestEveryLimitHoldsFromBothSides(t *testing.T) {
	t.Parallel()
	s := newShopOf(t, 10, apptest.Options{Adjust: allowRawSQL})
	own := s.connection(t)
	var sending errgroup.Group
	sending.SetLimit(3)
	for _, list := range [][]limited{luceneLimits(), sqlLimits(), expressionLimits(), statementLimits()} {
		for _, l := range list {
			for n, status := range map[int]int{l.limit: http.StatusOK, l.limit + 1: http.StatusBadRequest} {
				sending.Go(func() error {
					path, body := s.limitedBody(l, own, n)
					if answer := s.send(t, http.MethodPost, path, body); answer.Status != status {
						t.Errorf("%s %d of %d: %d %.300s", l.name, n, l.limit, answer.Status, answer.Body)
					}
					return nil
				})
			}
		}
	}
	_ = sending.Wait()
}
