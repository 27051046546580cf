package read

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/ClickHouse/ch-go/proto"

	"github.com/cairnstack/cairn/internal/clickhouse/compile"
	"github.com/cairnstack/cairn/internal/explore"
	"github.com/cairnstack/cairn/internal/query"
)

// exemplarLag is how long after an exemplar its point may be: senders collect
// for some time.
const exemplarLag = 5 * time.Minute

// exemplarColumns are the physical columns of exemplars.
const exemplarColumns = "Timestamp, `Exemplars.TimeUnix`, `Exemplars.Value`, `Exemplars.TraceId`, `Exemplars.SpanId`, `Exemplars.FilteredAttributes`"

// exemplarTextSQL reads exemplars under names of ours from the points of a query.
// One without a time has that of its point. Some senders name a trace traceID,
// which is a label like others then.
const exemplarTextSQL = `SELECT if(toUnixTimestamp64Nano(et) = 0, Timestamp, et) AS at, ev AS v,
    if(tr = toFixedString('', 16), lower(JSONExtractString(a, 'traceID')), lower(hex(tr))) AS trace,
    if(sp = toFixedString('', 8), '', lower(hex(sp))) AS span, a AS own%s
FROM (%s)
ARRAY JOIN ` + "`Exemplars.TimeUnix` AS et, `Exemplars.Value` AS ev, `Exemplars.TraceId` AS tr, `Exemplars.SpanId` AS sp, `Exemplars.FilteredAttributes` AS a"

// spreadText chooses the greatest of each trace and group. Of those it takes as
// many of each bucket of time: first the greatest of each group, then the second
// ones, so that a group with small values has some too.
const spreadText = `SELECT ms AS at, v, trace, span, own{{kept}}{{groups}}
FROM (SELECT toUnixTimestamp64Milli(best.1) AS ms, best.2 AS v, trace, best.3 AS span, best.4 AS own{{named}}{{groups}},
    intDiv(ms - {{from}}, {{width}}) AS part,
    row_number() OVER (PARTITION BY part{{groups}} ORDER BY v DESC, ms, trace) AS place
FROM (SELECT trace{{groups}}, argMax((at, v, span, own{{kept}}), (v, at)) AS best
FROM ({{exemplars}})
WHERE at >= {{first}} AND at <= {{last}} AND isFinite(v) AND match(trace, '^[0-9a-f]{32}$')
GROUP BY trace{{groups}}))
ORDER BY place, v DESC, ms, trace
LIMIT {{count}} BY part
LIMIT {{most}}`

// exemplarPoints is a query of points, and the names of its columns that are
// kept of exemplars and that make groups of them.
type exemplarPoints struct {
	sql    string
	kept   []string
	groups []string
}

// spreadSQL returns the query that spreads exemplars over a range.
func spreadSQL(c *compile.Compiler, r query.TimeRange, spread explore.ExemplarSpread, points exemplarPoints) string {
	named, kept, groups := "", "", ""
	for i, name := range points.kept {
		named += fmt.Sprintf(", best.%d AS %s", 5+i, name)
		kept += ", " + name
	}
	for _, name := range points.groups {
		groups += ", " + name
	}
	return parts{
		"kept": kept, "named": named, "groups": groups, "exemplars": fmt.Sprintf(exemplarTextSQL, kept+groups, points.sql),
		"from": strconv.FormatInt(r.From.UnixMilli(), 10), "width": strconv.FormatInt(max(1, spread.Width.Milliseconds()), 10),
		"first": c.BindInstant(r.From.UnixNano()), "last": c.BindInstant(r.To.UnixNano()),
		"count": strconv.Itoa(spread.PerBucket), "most": strconv.Itoa(explore.ExemplarsMax),
	}.into(spreadText)
}

// withLag returns the range of the points of exemplars.
func withLag(r query.TimeRange) query.TimeRange {
	return query.TimeRange{From: r.From, To: r.To.Add(exemplarLag)}
}

// Exemplars returns exemplars of the points of a metric.
func (r *Reads) Exemplars(ctx context.Context, scan explore.ExemplarScan) (explore.ExemplarResult, error) {
	c, err := r.compilerFor(ctx, scan.Target)
	if err != nil || c.Table.Points == compile.NoPoints || c.Table.Points == compile.SummaryPoints {
		return explore.ExemplarResult{}, err
	}
	plan := &seriesPlan{c: c, scan: explore.SeriesScan{Target: scan.Target, GroupBy: scan.GroupBy}}
	plan.addGroups()
	where := compile.Both("MetricName = "+c.BindText(scan.Metric), compile.Both(c.Condition(scan.Filter), c.Condition(scan.Where)))
	if c.Err != nil {
		return explore.ExemplarResult{}, c.Err
	}
	points := fmt.Sprintf("SELECT %s FROM %s WHERE %s",
		strings.Join(append([]string{exemplarColumns, "CAST(Attributes, 'String') AS labels"}, plan.inner...), ", "), c.From(""),
		compile.Both(c.During(withLag(scan.Range)), compile.Both(where, "notEmpty(`Exemplars.TimeUnix`)")))
	read := exemplarPoints{sql: points, kept: []string{"labels"}}
	for i := range plan.groups {
		read.groups = append(read.groups, "k"+strconv.Itoa(i))
	}
	sql := spreadSQL(c, scan.Range, scan.ExemplarSpread, read)
	return r.readExemplars(ctx, plan, fmt.Sprintf("SELECT at, v, trace, span, own, labels%s FROM (%s)", groupTexts(plan), sql))
}

// groupTexts returns the groups of exemplars as texts.
func groupTexts(plan *seriesPlan) string {
	texts := ""
	for i, text := range plan.groups {
		texts += ", " + text + " AS g" + strconv.Itoa(i)
	}
	return texts
}

func (r *Reads) readExemplars(ctx context.Context, plan *seriesPlan, sql string) (explore.ExemplarResult, error) {
	var result explore.ExemplarResult
	var columns exemplarReader
	var labels proto.ColStr
	groups := make([]proto.ColStr, len(plan.groups))
	shown := append(columns.results(), proto.ResultColumn{Name: "labels", Data: &labels})
	for i := range groups {
		shown = append(shown, proto.ResultColumn{Name: "g" + strconv.Itoa(i), Data: &groups[i]})
	}
	var err error
	result.Stats, err = r.read(ctx, reading{teamID: plan.scan.TeamID, params: plan.c.Params, paths: plan.c.Computes, sql: sql, result: shown, onBlock: func(rows int) error {
		for i := range rows {
			e := explore.GroupedExemplar{Exemplar: columns.exemplar(i, labels.Row(i)), Group: []string{}}
			for g := range groups {
				e.Group = append(e.Group, validText(groups[g].Row(i)))
			}
			result.Exemplars = append(result.Exemplars, e)
		}
		return nil
	}})
	slices.SortStableFunc(result.Exemplars, func(a, b explore.GroupedExemplar) int { return a.Time.Compare(b.Time) })
	return result, err
}

// exemplarReader is the columns of exemplars in a result.
type exemplarReader struct {
	at               proto.ColInt64
	value            proto.ColFloat64
	trace, span, own proto.ColStr
}

func (c *exemplarReader) results() proto.Results {
	return proto.Results{
		{Name: "at", Data: &c.at}, {Name: "v", Data: &c.value}, {Name: "trace", Data: &c.trace}, {Name: "span", Data: &c.span}, {Name: "own", Data: &c.own},
	}
}

// exemplar returns the exemplar of a row, whose series has labels.
func (c *exemplarReader) exemplar(i int, labels string) explore.Exemplar {
	return explore.Exemplar{
		Time: time.UnixMilli(c.at.Row(i)).UTC(), Value: c.value.Row(i), TraceID: c.trace.Row(i), SpanID: c.span.Row(i),
		Labels: exemplarLabels(c.own.Row(i), labels),
	}
}

// exemplarLabels returns the labels of JSON objects, those of the first ones
// before others, and no more than an exemplar has.
func exemplarLabels(objects ...string) map[string]string {
	all := map[string]string{}
	for _, object := range objects {
		var members map[string]any
		if json.Unmarshal([]byte(object), &members) != nil {
			continue
		}
		for _, name := range slices.Sorted(maps.Keys(members)) {
			if _, isThere := all[name]; !isThere && len(all) < explore.ExemplarLabelsMax {
				all[validText(name)] = labelText(members[name])
			}
		}
	}
	return all
}

func labelText(value any) string {
	text, isText := value.(string)
	if !isText {
		encoded, _ := json.Marshal(value)
		text = string(encoded)
	}
	return validText(explore.CutLabel(text))
}
