package explore

import (
	"context"
	"fmt"
	"slices"

	"github.com/cairnstack/cairn/internal/fault"
	"github.com/cairnstack/cairn/internal/query"
)

// readShared runs a scan and returns an answer for each of its questions, but
// for those that have to be read apart. A scan that breaks a rule, has too
// many groups, or fails for good is cut in two, so that one bad question does
// not spoil the others.
func (r *AlertReads) readShared(ctx context.Context, s *sharedScan) (read []AlertAnswer, apart []alertTask) {
	result, err := r.Engine.Series(ctx, s.scan)
	if err == nil {
		err = checkGroups(result)
	}
	if err == nil {
		apart = s.takeApart(result.Apart)
		return s.results(result), apart
	}
	if kind := fault.KindOf(err); len(s.tasks) == 1 || kind == fault.Unavailable || kind == fault.Limited || ctx.Err() != nil {
		return s.failed(err), nil
	}
	for _, half := range s.halves() {
		answered, left := r.readShared(ctx, half)
		read, apart = append(read, answered...), append(apart, left...)
	}
	return read, apart
}

// takeApart takes the tasks off the scan that have series at the places.
func (s *sharedScan) takeApart(places []int) []alertTask {
	if len(places) == 0 {
		return nil
	}
	isApart := make([]bool, len(s.scan.Series))
	for _, at := range places {
		isApart[at] = true
	}
	var apart, kept []alertTask
	for _, task := range s.tasks {
		if slices.ContainsFunc(task.places, func(at int) bool { return isApart[at] }) {
			apart = append(apart, task)
		} else {
			kept = append(kept, task)
		}
	}
	s.tasks = kept
	return apart
}

// checkGroups returns an Invalid fault when groups were left out: one of them
// might breach.
func checkGroups(result SeriesResult) error {
	if result.Remainder == nil || result.Remainder.Groups == 0 {
		return nil
	}
	return fault.New(fault.Invalid, "there are more than %d groups: group by less", AlertGroupsMax)
}

// add puts a task into the scan. Series that are there already are read once.
func (s *sharedScan) add(task alertTask) {
	task.places = make([]int, len(task.series))
	for i, series := range task.series {
		key := task.texts[i]
		at, known := s.places[key]
		if !known {
			at = len(s.scan.Series)
			s.places[key] = at
			s.bytes += max(0, len(key)-AlertTextBytes)
			s.scan.Series = append(s.scan.Series, series)
		}
		task.places[i] = at
	}
	s.tasks = append(s.tasks, task)
}

func (s *sharedScan) hasRoom() bool {
	width := AlertScanWidth
	if len(s.scan.GroupBy) > 0 {
		width = AlertGroupedWidth
	}
	return len(s.scan.Series) < width && len(s.tasks) < AlertScanTasksMax && s.bytes < AlertScanBytes
}

func newSharedScan(scan SeriesScan) *sharedScan {
	scan.Series = nil
	return &sharedScan{scan: scan, places: map[string]int{}}
}

func (s *sharedScan) halves() [2]*sharedScan {
	halves := [2]*sharedScan{newSharedScan(s.scan), newSharedScan(s.scan)}
	for i, task := range s.tasks {
		halves[2*i/len(s.tasks)].add(task)
	}
	return halves
}

func (s *sharedScan) failed(err error) []AlertAnswer {
	results := make([]AlertAnswer, len(s.tasks))
	for i, task := range s.tasks {
		results[i] = AlertAnswer{Index: task.index, Err: err, Watch: task.what.AlertWatch}
	}
	return results
}

func (s *sharedScan) results(result SeriesResult) []AlertAnswer {
	results := make([]AlertAnswer, len(s.tasks))
	for i, task := range s.tasks {
		results[i] = AlertAnswer{
			Index: task.index, Watch: task.what.AlertWatch, Points: task.points(result.Points),
			NonFinite: task.nonFinite(result.Points), Stats: result.Stats, SharedBy: len(s.tasks),
		}
	}
	return results
}

// points returns the values of a task among the points of its scan.
func (t alertTask) points(points []query.Point) []AlertPoint {
	var own []AlertPoint
	values := make([]float64, len(t.places))
	for _, p := range points {
		for i, at := range t.places {
			values[i] = p.Values[at]
		}
		if !hasNumbers(values) {
			continue
		}
		for i := range t.what.empties {
			if p.IsEmpty(t.places[i]) {
				values[i] = t.what.empties[i]
			}
		}
		if value, ok := t.what.value(values); ok {
			own = append(own, AlertPoint{Window: p.Bucket, Group: p.Group, Value: value})
		}
	}
	return own
}

// nonFinite returns how many values of a task were not finite, by the second
// in which their window begins; nil for none.
func (t alertTask) nonFinite(points []query.Point) map[int64]uint64 {
	var counts map[int64]uint64
	for _, p := range points {
		if p.NonFinite == nil {
			continue
		}
		for _, at := range t.places {
			counts = withCount(counts, p.Bucket.Unix(), p.NonFinite[at])
		}
	}
	return counts
}

// withCount adds a count to what a window has.
func withCount(counts map[int64]uint64, window int64, count uint64) map[int64]uint64 {
	if count == 0 {
		return counts
	}
	if counts == nil {
		counts = map[int64]uint64{}
	}
	counts[window] += count
	return counts
}

// readAlone reads for a question that shares its scan with no other.
func (r *AlertReads) readAlone(ctx context.Context, task alertTask) AlertAnswer {
	if task.what.raw != nil {
		return r.readStatement(ctx, task)
	}
	if task.what.prom != nil {
		return r.readPromQL(ctx, task)
	}
	return r.readApart(ctx, task)
}

// readApart reads for a question whose series can't be in one scan: it reads
// them one after the other and puts their points together.
func (r *AlertReads) readApart(ctx context.Context, task alertTask) AlertAnswer {
	answer := AlertAnswer{Index: task.index, Watch: task.what.AlertWatch, SharedBy: 1}
	joined := newJoin(query.SeriesQuery{Series: task.what.series})
	task.places = nil
	for i := range task.series {
		result, err := r.readOne(ctx, task, i)
		if err != nil {
			answer.Err = err
			return answer
		}
		joined.add(&plannedScan{series: []int{i}}, result)
		answer.Stats.Add(result.Stats)
		task.places = append(task.places, i)
	}
	points := joined.points()
	answer.Points, answer.NonFinite = task.points(points), task.nonFinite(points)
	return answer
}

// readOne reads one series of a task.
func (r *AlertReads) readOne(ctx context.Context, task alertTask, i int) (SeriesResult, error) {
	target, err := seriesTarget(task.what.source, "", task.what.series[i].MetricType)
	if err != nil {
		return SeriesResult{}, err
	}
	target.Range = task.question.Range
	scan := task.scan
	scan.Target, scan.Series = target, task.series[i:i+1]
	result, err := r.Engine.Series(ctx, scan)
	if err != nil {
		return SeriesResult{}, err
	}
	return result, checkGroups(result)
}

// seriesText is equal for series that are the same.
func seriesText(s query.Series, filters []Expr) string {
	text := fmt.Sprintf("%q %q %g %q %q %q %q", s.Aggregate, s.Field, s.QuantileLevel(), s.Where, s.Language, s.MetricType, s.MetricName)
	for _, f := range filters {
		text += " " + exprText(f)
	}
	return text
}
