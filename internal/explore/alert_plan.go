package explore

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/cairnstack/cairn/internal/ql"
	"github.com/cairnstack/cairn/internal/query"
)

// alertPlan is questions sorted by how they are answered.
type alertPlan struct {
	scans      []*sharedScan
	apart      []alertTask
	statements []alertTask
	refused    []AlertAnswer
	open       map[string]*sharedScan // the scan of a key that has room
}

// alertTask is a question and what it is about.
type alertTask struct {
	index    int
	question AlertQuestion
	what     watched
	groupBy  []string   // as texts, each of which may be a list
	scan     SeriesScan // without its series
	series   []ScannedSeries
	texts    []string // of the series, equal where they are
	places   []int    // of the series in their scan
}

// sharedScan is a scan for several questions: their series stand one
// behind the other.
type sharedScan struct {
	scan   SeriesScan
	places map[string]int // of series by their texts
	bytes  int            // of long texts
	tasks  []alertTask
}

func (r *AlertReads) planAlerts(ctx context.Context, questions []AlertQuestion) *alertPlan {
	plan := newAlertPlan()
	watches, tasks := newWatchReader(r), make([]alertTask, 0, len(questions))
	for i, question := range questions {
		task := alertTask{index: i, question: question}
		if err := task.watch(ctx, watches); err != nil {
			plan.refused = append(plan.refused, AlertAnswer{Index: i, Err: err})
			continue
		}
		tasks = append(tasks, task)
	}
	// A scan of metrics reads all points of each of them.
	slices.SortStableFunc(tasks, func(a, b alertTask) int { return cmp.Compare(a.metric(), b.metric()) })
	for _, task := range tasks {
		plan.add(task, shareKey)
	}
	return plan
}

func newAlertPlan() *alertPlan { return &alertPlan{open: map[string]*sharedScan{}} }

// planApart plans questions that could not be answered with others.
func planApart(tasks []alertTask) *alertPlan {
	plan := newAlertPlan()
	for _, task := range tasks {
		plan.add(task, scanKey)
	}
	return plan
}

// watch looks up what the task is about.
func (t *alertTask) watch(ctx context.Context, watches *watchReader) (err error) {
	t.what, err = watches.watched(ctx, t.question.Alert)
	if err != nil || t.what.isAsked() {
		return err
	}
	t.groupBy = t.what.GroupBy
	if t.what.GroupBy, err = groupNames(t.groupBy); err != nil {
		return err
	}
	if t.series, err = t.scanned(); err != nil {
		return err
	}
	for _, s := range t.what.series {
		t.texts = append(t.texts, seriesText(s, t.what.filters))
	}
	t.scan, err = t.newScan()
	return err
}

// metric returns the metric that the task is about, empty for none.
func (t alertTask) metric() string {
	if len(t.series) == 0 {
		return ""
	}
	return t.series[0].Metric
}

// add puts the task into a scan that has room, or begins one. Series with
// equal keys can be in one scan; a task whose series can't is read apart.
func (p *alertPlan) add(task alertTask, keyOf func(query.Series) string) {
	if task.what.isAsked() {
		p.statements = append(p.statements, task)
		return
	}
	for _, s := range task.what.series[1:] {
		if keyOf(s) != keyOf(task.what.series[0]) {
			p.apart = append(p.apart, task)
			return
		}
	}
	key := task.key(keyOf)
	shared := p.open[key]
	if shared == nil || !shared.hasRoom() {
		shared = newSharedScan(task.scan)
		p.open[key], p.scans = shared, append(p.scans, shared)
	}
	shared.add(task)
}

// scanned returns the series of a task with their parsed texts.
func (t alertTask) scanned() ([]ScannedSeries, error) {
	all := plannedScan{places: t.what.places}
	for i, s := range t.what.series {
		if err := all.take(i, s); err != nil {
			return nil, err
		}
	}
	all.narrow(t.what.filters)
	return all.scan.Series, nil
}

// withFilters returns the condition with others that must hold too.
func withFilters(where Expr, filters []Expr) Expr {
	items := []ql.Node{}
	for _, e := range append([]Expr{where}, filters...) {
		if _, all := e.Node.(*ql.All); e.Node != nil && !all {
			items = append(items, e.Node)
		}
	}
	switch len(items) {
	case 0:
		return where
	case 1:
		return Expr{Node: items[0], Path: where.Path}
	}
	return Expr{Node: &ql.And{Items: items}, Path: where.Path}
}

// key is equal for tasks that can be read together. Their sources may differ
// as long as the same rows are behind them.
func (t alertTask) key(keyOf func(query.Series) string) string {
	q, first := t.question, t.what.series[0]
	first.SourceID = ""
	during := fmt.Sprint(q.Range.From.UnixNano(), q.Range.To.UnixNano(), q.Step, q.Phase)
	return strings.Join(append([]string{during, targetText(t.scan.Target), keyOf(first)}, t.groupBy...), "\x00")
}

// shareKey is equal for series that the engine may be able to read together:
// those of scanKey, and those of metrics of the same type.
func shareKey(s query.Series) string {
	if s.MetricType != "" && s.Aggregate != query.None {
		s.MetricName, s.Where, s.Language = "", "", ""
	}
	return scanKey(s)
}

// targetText is equal for targets that are the same but for their time.
func targetText(t Target) string {
	parts := []string{t.TeamID, t.Table}
	for _, e := range append(slices.Clone(t.Implicit), t.Filter, t.SampleRate) {
		parts = append(parts, exprText(e))
	}
	return strings.Join(parts, "\x00")
}

func exprText(e Expr) string {
	if e.Node == nil {
		return ""
	}
	return e.Node.String()
}

func (t alertTask) newScan() (SeriesScan, error) {
	target, err := seriesTarget(t.what.source, "", t.what.series[0].MetricType)
	if err != nil {
		return SeriesScan{}, err
	}
	target.Range = t.question.Range
	groups, err := groupExprs("groupBy", t.groupBy)
	return SeriesScan{
		Target: target, Step: t.question.Step, Phase: t.question.Phase, GroupBy: groups, GroupsMax: AlertGroupsMax,
	}, err
}
