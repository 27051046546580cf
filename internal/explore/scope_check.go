package explore

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/cairnstack/cairn/internal/fault"
	"github.com/cairnstack/cairn/internal/ql"
	"github.com/cairnstack/cairn/internal/query"
	"github.com/cairnstack/cairn/internal/stack"
)

// scopeTried is how far back rows are read to try a condition.
const scopeTried = time.Hour

// scopeWhere is where a condition of a role stands in its body.
const scopeWhere = "permissions.%d.conditions.where"

// CheckScope returns an Invalid fault unless every condition on data can
// restrict all tables that it is about. Words need a field there: which columns
// they would be looked for in is up to sources, which are no doors. It does not
// ask the engine.
func (e ScopedEngine) CheckScope(permissions []stack.RolePermission) error {
	return eachCondition(permissions, func(target Target) error { return e.engine.CheckSeries(countOf(target)) })
}

// TryScope returns an Invalid fault unless the engine can compute every condition
// on data. It asks about the rows of the last hour, or about none for a caller
// with a scope: a failure would tell of rows that are not theirs.
func (e ScopedEngine) TryScope(ctx context.Context, teamID string, permissions []stack.RolePermission) error {
	during := query.TimeRange{From: e.now().Add(-scopeTried), To: e.now()}
	if scope, err := scopeOf(ctx); err != nil || scope != nil {
		during = noTime()
	}
	ask := func(target Target) error {
		target.TeamID, target.Range = teamID, during
		return e.tryTarget(ctx, target)
	}
	whole, err := wholeScope(permissions)
	if err != nil || len(whole) == 0 {
		return err
	}
	if e.Prepare != nil {
		if err := e.Prepare(ctx, teamID); err != nil {
			return err
		}
	}
	failed := eachTable(whole, ask)
	if fault.KindOf(failed) != fault.Invalid {
		return failed
	}
	if err := eachCondition(permissions, ask); err != nil {
		return err
	}
	return fault.InvalidAt("permissions", codeCondition, "the conditions on data are too much for one question")
}

// tryTarget asks for the rows of a scope.
func (e ScopedEngine) tryTarget(ctx context.Context, target Target) error {
	if target.isOfMetrics() {
		_, err := e.engine.Metrics(ctx, MetricScan{Target: target, Limit: 1})
		return err
	}
	_, err := e.engine.Series(ctx, countOf(target))
	return err
}

func (t Target) isOfMetrics() bool { return t.Table != stack.TableLogs && t.Table != stack.TableTraces }

// noTime is a time of which there are no rows.
func noTime() query.TimeRange { return query.TimeRange{From: time.Unix(0, 0), To: time.Unix(3600, 0)} }

// codeCondition is the code of a detail for a condition that restricts nothing.
const codeCondition = "field"

// wholeScope returns all conditions of a role on the tables of each kind at once.
func wholeScope(permissions []stack.RolePermission) (Scope, error) {
	whole := Scope{}
	role := stack.Role{RoleSpec: stack.RoleSpec{Permissions: permissions}}
	for _, kind := range scopedKinds() {
		nodes, err := conditionsOn(role, kind)
		if err != nil {
			return nil, err
		}
		if len(nodes) > 0 {
			whole[kind] = joined(nodes, func(items []ql.Node) ql.Node { return &ql.And{Items: items} })
		}
	}
	return whole, nil
}

// eachCondition asks about every condition alone, and says at which one the
// answer is Invalid.
func eachCondition(permissions []stack.RolePermission, ask func(Target) error) error {
	for i, permission := range permissions {
		alone := stack.Role{RoleSpec: stack.RoleSpec{Permissions: []stack.RolePermission{permission}}}
		for _, kind := range scopedKinds() {
			nodes, err := conditionsOn(alone, kind)
			for _, node := range nodes {
				if err == nil {
					err = eachTable(Scope{kind: node}, ask)
				}
			}
			if fault.KindOf(err) == fault.Invalid {
				return fault.InvalidAt(fmt.Sprintf(scopeWhere, i), codeCondition,
					fmt.Sprintf("can't restrict the tables of the kind %s: %s", kind, fault.From(err).Message))
			}
			if err != nil {
				return err
			}
		}
	}
	return nil
}

// conditionsOn returns the conditions of a role on the rows of a kind.
func conditionsOn(role stack.Role, kind stack.SourceKind) ([]ql.Node, error) {
	allowed, denied := role.Data(kind)
	isAll := func(d stack.DataCondition) bool { return d.Where == "" }
	return parsed(slices.DeleteFunc(slices.Concat(allowed, denied), isAll))
}

// eachTable asks about every table that a scope restricts.
func eachTable(scope Scope, ask func(Target) error) error {
	for _, kind := range scopedKinds() {
		if scope[kind] == nil {
			continue
		}
		for _, table := range tablesOf(kind) {
			target := Target{Table: table, Scope: scope, Range: noTime()}
			if err := ask(target); err != nil {
				return err
			}
		}
	}
	return nil
}

// countOf counts the rows of a target.
func countOf(target Target) SeriesScan {
	counted := ScannedSeries{Aggregate: query.Count}
	if target.isOfMetrics() {
		counted.Metric = "any" // points are those of a metric
	}
	return SeriesScan{Target: target, Step: time.Hour, Series: []ScannedSeries{counted}, GroupsMax: 1}
}

func tablesOf(kind stack.SourceKind) []string {
	switch kind {
	case stack.KindLog:
		return []string{stack.TableLogs}
	case stack.KindTrace:
		return []string{stack.TableTraces}
	case stack.KindMetric, stack.KindSession, stack.KindPromQL:
	}
	return []string{
		stack.TableMetricsGauge, stack.TableMetricsSum, stack.TableMetricsHistogram, stack.TableMetricsExponentialHistogram, stack.TableMetricsSummary,
	}
}
