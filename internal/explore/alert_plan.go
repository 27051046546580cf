package explore

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/cairnstack/cairn/internal/ql"
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
	plan := &alertPlan{open: map[string]*sharedScan{}}
	watches := newWatchReader(r)
	for i, question := range questions {
		task := alertTask{index: i, question: question}
		if err := plan.add(ctx, watches, task); err != nil {
			plan.refused = append(plan.refused, AlertAnswer{Index: i, Err: err})
		}
	}
	return plan
}

func (p *alertPlan) add(ctx context.Context, watches *watchReader, task alertTask) error {
	what, err := watches.watched(ctx, task.question.Alert)
	if err != nil {
		return err
	}
	task.what = what
	if what.raw != nil {
		p.statements = append(p.statements, task)
		return nil
	}
	if task.what.GroupBy, err = groupNames(what.GroupBy); err != nil {
		return err
	}
	if task.series, err = task.scanned(); err != nil {
		return err
	}
	if task.scan, err = task.newScan(what.GroupBy); err != nil {
		return err
	}
	p.place(task, what.GroupBy)
	return nil
}

// place puts the task into a scan that has room, or begins one. Series that
// can't be in one scan, such as those of two metrics, are read apart.
func (p *alertPlan) place(task alertTask, groupBy []string) {
	for _, s := range task.what.series[1:] {
		if scanKey(s) != scanKey(task.what.series[0]) {
			p.apart = append(p.apart, task)
			return
		}
	}
	for _, s := range task.what.series {
		task.texts = append(task.texts, seriesText(s, task.what.filters))
	}
	key := task.key(groupBy)
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
func (t alertTask) key(groupBy []string) string {
	q, first := t.question, t.what.series[0]
	first.SourceID = ""
	during := fmt.Sprint(q.Range.From.UnixNano(), q.Range.To.UnixNano(), q.Step, q.Phase)
	return strings.Join(append([]string{during, targetText(t.scan.Target), scanKey(first)}, groupBy...), "\x00")
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

func (t alertTask) newScan(groupBy []string) (SeriesScan, error) {
	target, err := seriesTarget(t.what.source, "", t.what.series[0].MetricType)
	if err != nil {
		return SeriesScan{}, err
	}
	target.Range = t.question.Range
	groups, err := groupExprs("groupBy", groupBy)
	return SeriesScan{
		Target: target, Step: t.question.Step, Phase: t.question.Phase, GroupBy: groups, GroupsMax: AlertGroupsMax,
	}, err
}
