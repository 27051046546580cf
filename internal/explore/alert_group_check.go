package explore

import (
	"github.com/cairnstack/cairn/internal/query"
	"github.com/cairnstack/cairn/internal/stack"
)

// CheckGroupBy returns an Invalid fault unless rows of the source can be counted
// by the text, which is a list of expressions. It does not ask the engine: keys of
// attributes may come later. A source that can't be queried anyway passes.
func (q *Queries) CheckGroupBy(source stack.Source, text string) error {
	target, err := targetOf(source)
	if err != nil {
		return nil
	}
	target.Range = q.checkRange()
	scan := SeriesScan{Target: target, Step: sourceCheckRange, Series: []ScannedSeries{{Aggregate: query.Count}}, GroupsMax: AlertGroupsMax}
	if q.Engine.CheckSeries(scan) != nil {
		return nil
	}
	if scan.GroupBy, err = expressions("groupBy", text); err != nil {
		return err
	}
	return q.Engine.CheckSeries(scan)
}
