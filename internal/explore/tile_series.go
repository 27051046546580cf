package explore

import (
	"context"
	"slices"

	"github.com/cairnstack/cairn/internal/query"
	"github.com/cairnstack/cairn/internal/stack"
)

// chartRead is a chart that is being read.
type chartRead struct {
	chart
	asked    TileQuestion
	shown    []shownValue
	grouped  []TileColumn // what it is grouped by
	arranged *arrangement
}

// chart returns what a builder tile over series shows.
func (t *Tiles) chart(ctx context.Context, asked TileQuestion, c chart) (TileAnswer, error) {
	r, err := newChartRead(asked, c)
	if err != nil {
		return TileAnswer{}, err
	}
	answer, err := t.readChart(ctx, r)
	if err != nil {
		return TileAnswer{}, err
	}
	if c.DisplayType == stack.DisplayNumber && len(answer.Rows) == 0 {
		answer.Rows = r.ofNothing()
	}
	answer.Columns = r.columns()
	if c.compare {
		err = t.compare(ctx, r, &answer)
	}
	if err == nil && c.background {
		err = t.background(ctx, asked, c, &answer)
	}
	return answer, err
}

// ofNothing returns what a number shows where there are no rows: a number of
// rows is 0, as it is for alerts, and anything else is nothing.
func (r *chartRead) ofNothing() []TileRow {
	row := TileRow{Values: noValues(len(r.shown))}
	hasValue := false
	for i, v := range r.shown {
		if v.item >= 0 && r.isCounted(v) {
			row.Values[i], hasValue = v.empty, true
		}
	}
	if !hasValue {
		return nil
	}
	return []TileRow{row}
}

func newChartRead(asked TileQuestion, c chart) (*chartRead, error) {
	shown, err := c.values()
	if err != nil {
		return nil, err
	}
	groupBy, err := groupColumns(c.groupBy)
	if err != nil {
		return nil, err
	}
	arranged, err := c.arrange(groupBy, shown)
	return &chartRead{chart: c, asked: asked, shown: shown, grouped: groupBy, arranged: arranged}, err
}

func (r *chartRead) columns() []TileColumn {
	var columns []TileColumn
	if r.overTime {
		columns = append(columns, TileColumn{Name: "time", Role: RoleTime, Type: typeTime})
	}
	columns = append(columns, r.grouped...)
	for _, v := range r.shown {
		columns = append(columns, v.column)
	}
	return columns
}

// query returns the question about the series of the chart.
func (r *chartRead) query() query.SeriesQuery {
	q := query.SeriesQuery{Range: r.asked.Range, Granularity: query.GranularityTotal, Series: append(r.series(), r.arranged.series(r.chart)...)}
	if r.overTime {
		q.Granularity = r.asked.Granularity
	}
	return q
}

// readChart reads the rows of a chart.
func (t *Tiles) readChart(ctx context.Context, r *chartRead) (TileAnswer, error) {
	q := r.query()
	if err := q.CheckUpTo(stack.SelectMax + ArrangeAggregatesMax); err != nil {
		return TileAnswer{}, err
	}
	scans, err := t.Queries.plan(ctx, q)
	if err != nil {
		return TileAnswer{}, err
	}
	filters, left, err := t.conditions(ctx, r.asked, r.SourceID, scans[0].scan.Target)
	if err != nil {
		return TileAnswer{}, err
	}
	for _, s := range scans {
		s.narrow(filters)
	}
	if r.isCutByEngine(scans) {
		scans[0].scan.GroupsMax = min(scans[0].scan.GroupsMax, r.groups)
	}
	read, exemplars, err := t.readScans(ctx, r, scans)
	if err != nil {
		return TileAnswer{}, err
	}
	answer := TileAnswer{Step: read.Step, NonFinite: read.NonFinite, Stats: read.Stats, Warnings: append(left, read.Warnings...)}
	if read.Remainder != nil {
		answer.GroupsLeft = read.Remainder.Groups
	}
	r.lay(read, q.Buckets(), &answer)
	answer.addExemplars(exemplars)
	if r.asked.SQL {
		answer.Statements, err = t.statementsOf(ctx, scans)
	}
	return answer, err
}

// readScans reads the scans of a chart, and its exemplars beside them.
func (t *Tiles) readScans(ctx context.Context, r *chartRead, scans []*plannedScan) (query.SeriesAnswer, exemplarsFound, error) {
	reads := r.exemplarReads(scans)
	if len(reads) == 0 {
		answer, err := t.Queries.read(ctx, r.query(), scans)
		return answer, exemplarsFound{}, err
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	wait := readBeside(ctx, func(ctx context.Context) exemplarsFound { return t.Queries.readExemplars(ctx, reads) })
	answer, err := t.Queries.read(ctx, r.query(), scans)
	if err != nil {
		cancel()
	}
	return answer, wait(), err
}

// isCutByEngine reports whether the engine itself finds the largest groups: it
// knows the first series of one scan, and no ratio, formula or order.
func (r *chartRead) isCutByEngine(scans []*plannedScan) bool {
	return len(scans) == 1 && r.shown[0].item == 0 && r.arranged.isEmpty()
}

func (t *Tiles) statementsOf(ctx context.Context, scans []*plannedScan) ([]string, error) {
	list, err := t.Queries.statements(ctx, scans)
	texts := make([]string, len(list))
	for i, s := range list {
		texts[i] = s.SQL
	}
	return texts, err
}

// lay makes rows of points: it computes what is shown, leaves out what is too
// much, and fills what is empty.
func (r *chartRead) lay(read query.SeriesAnswer, buckets query.Buckets, answer *TileAnswer) {
	var rows []TileRow
	for i := range read.Points {
		if row, ok := r.row(&read.Points[i]); ok {
			rows = append(rows, row)
		}
	}
	left := 0
	if r.overTime {
		rows, left = cutGroups(rows, r.groups, r.shown[0].empty == 0)
		if r.fill {
			rows = fillRows(rows, buckets, r.shown)
		}
	} else {
		rows, left = r.cutTotal(rows)
	}
	answer.Rows, answer.GroupsLeft = rows, answer.GroupsLeft+left
}

// cutTotal puts groups in order and leaves out those behind the last that is
// shown.
func (r *chartRead) cutTotal(rows []TileRow) (kept []TileRow, left int) {
	rows = r.arranged.apply(rows)
	left = max(0, len(rows)-r.groups)
	rows = rows[:len(rows)-left]
	for i := range rows {
		rows[i].Values = rows[i].Values[:len(r.shown)]
	}
	return rows, left
}

// row returns what is shown of a point; false where the select items have
// nothing there. Behind the values are those that the arrangement needs.
func (r *chartRead) row(p *query.Point) (TileRow, bool) {
	items := len(r.Select)
	numbers := p.Values[:items]
	isEmpty := true
	for i := range numbers {
		isEmpty = isEmpty && p.IsEmpty(i)
	}
	if isEmpty {
		return TileRow{}, false
	}
	row := TileRow{Bucket: p.Bucket, Group: p.Group, Values: noValues(len(r.shown))}
	for i, v := range r.shown {
		row.Values[i] = r.value(p, v, numbers)
	}
	row.Values = append(row.Values, p.Values[items:]...)
	return row, true
}

func (r *chartRead) value(p *query.Point, v shownValue, numbers []float64) float64 {
	if hasNumbers(numbers) {
		if number, ok := v.at(numbers); ok {
			return number
		}
	}
	if r.fillsItems() && v.item >= 0 && p.IsEmpty(v.item) {
		return v.empty
	}
	return query.NoValue()
}

// compare adds the period before, its buckets moved to those of this one.
func (t *Tiles) compare(ctx context.Context, r *chartRead, answer *TileAnswer) error {
	before := *r
	before.asked = r.asked.before()
	before.asked.SQL, before.asked.Exemplars = false, false
	read, err := t.readChart(ctx, &before)
	if err != nil {
		return err
	}
	now, then := r.query().Buckets(), before.query().Buckets()
	answer.Previous = moved(read.Rows, then, now)
	answer.Stats.Add(read.Stats)
	return nil
}

// moved returns rows in the buckets that have the same places among others.
func moved(rows []TileRow, from, to query.Buckets) []TileRow {
	kept := make([]TileRow, 0, len(rows))
	for _, row := range rows {
		place := int(row.Bucket.Sub(from.First) / from.Step)
		if place < to.Count {
			row.Bucket = to.At(place)
			kept = append(kept, row)
		}
	}
	return kept
}

// background adds the course of a number's first value.
func (t *Tiles) background(ctx context.Context, asked TileQuestion, c chart, answer *TileAnswer) error {
	r, err := newChartRead(asked, c.course())
	if err != nil {
		return err
	}
	read, err := t.readChart(ctx, r)
	if err != nil {
		return err
	}
	for i := range read.Rows {
		read.Rows[i].Values = read.Rows[i].Values[:1]
	}
	answer.Background, answer.BackgroundStep = slices.Concat([]TileRow{}, read.Rows), read.Step
	answer.Statements = append(answer.Statements, read.Statements...)
	answer.Stats.Add(read.Stats)
	return nil
}
