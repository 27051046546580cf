package read

import (
	"context"
	"regexp"
	"strings"

	"github.com/cairnstack/cairn/internal/clickhouse"
	"github.com/cairnstack/cairn/internal/clickhouse/compile"
	"github.com/cairnstack/cairn/internal/explore"
)

// SeriesSQL returns the statements that Series sends first, with literals in
// the places of their parameters. Where those answer too many groups, Series
// asks once more, for the largest. On a cluster they are those about the tables of all
// shards, which anybody can run.
func (r *Reads) SeriesSQL(ctx context.Context, scan explore.SeriesScan) ([]string, error) {
	c, err := r.compilerFor(ctx, scan.Target)
	if err != nil {
		return nil, err
	}
	c.Lacks = nil // what is shown may be kept, and run when there are other records
	statements, err := r.seriesSQL(c, scan)
	if err != nil {
		return nil, err
	}
	for i, sql := range statements {
		statements[i] = strings.TrimSpace(withLiterals(sql, c.Params))
	}
	return statements, nil
}

// CheckSeries compiles a scan and forgets what came of it.
func (r *Reads) CheckSeries(scan explore.SeriesScan) error {
	known := r.tables[scan.Table]
	if known == nil {
		return unknownTable()
	}
	_, err := r.seriesSQL(compile.New(known, scan.Target), scan)
	return err
}

func (r *Reads) seriesSQL(c *compile.Compiler, scan explore.SeriesScan) ([]string, error) {
	if c.Table.Points != compile.NoPoints {
		sql, err := metricSQL(c, scan, r.rowsMax())
		return []string{sql}, err
	}
	plan, err := planSeries(c, scan)
	if err != nil {
		return nil, err
	}
	plan.isSharded = r.isSharded()
	parts, ok := r.countParts(plan)
	if !ok {
		parts = []rowsFrom{r.source(plan)}
	}
	statements := make([]string, len(parts))
	for i, from := range parts {
		statements[i] = plan.sql(from, r.rowsMax())
	}
	return statements, nil
}

func metricSQL(c *compile.Compiler, scan explore.SeriesScan, rowsMax int) (string, error) {
	plan, err := planMetric(c, scan)
	if err != nil {
		return "", err
	}
	if from, ok := plan.numbersFrom(); ok {
		return plan.sql(rowsOf(from), rowsMax), nil
	}
	return plan.distributionsSQL(rowsMax), plan.checkDistribution()
}

// placeholder finds the parameters of a statement. Names and texts come
// first, so that what looks like a parameter inside of them is none.
var placeholder = regexp.MustCompile("(?s)`(?:[^`\\\\]|\\\\.)*`|'(?:[^'\\\\]|\\\\.)*'|\\{(\\w+):([\\w()]+)\\}")

// withLiterals writes the values of parameters into a statement. It is for
// people to read; the engine gets the parameters.
func withLiterals(sql string, params []clickhouse.Param) string {
	texts := make(map[string]string, len(params))
	for _, p := range params {
		texts[p.Name] = p.Text
	}
	return placeholder.ReplaceAllStringFunc(sql, func(found string) string {
		parts := placeholder.FindStringSubmatch(found)
		if parts[1] == "" {
			return found
		}
		return literal(texts[parts[1]], parts[2])
	})
}

// literal prints a bound value as one of its type: a number that stands alone
// would be of the narrowest one that holds it.
func literal(text, kind string) string {
	if kind == "String" {
		return "'" + strings.ReplaceAll(text, "'", "\\'") + "'"
	}
	return text + "::" + kind
}
