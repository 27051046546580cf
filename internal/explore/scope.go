package explore

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/cairnstack/cairn/internal/access"
	"github.com/cairnstack/cairn/internal/ql"
	"github.com/cairnstack/cairn/internal/query"
	"github.com/cairnstack/cairn/internal/stack"
)

// Scope is the rows of the tables of each kind that a question may see. It
// names all kinds, or none: then the question may see all rows.
type Scope map[stack.SourceKind]ql.Node

// scopedKinds are the kinds of telemetry that tables hold.
func scopedKinds() []stack.SourceKind {
	return []stack.SourceKind{stack.KindLog, stack.KindTrace, stack.KindMetric}
}

// Of returns the condition on the rows of a table, by its logical name; nil:
// none.
func (s Scope) Of(table string) ql.Node {
	switch table {
	case stack.TableLogs:
		return s[stack.KindLog]
	case stack.TableTraces:
		return s[stack.KindTrace]
	}
	return s[stack.KindMetric]
}

// text tells scopes apart.
func (s Scope) text() string {
	var parts []string
	for _, kind := range scopedKinds() {
		if node := s[kind]; node != nil {
			parts = append(parts, string(kind)+" "+node.String())
		}
	}
	return strings.Join(parts, "\x00")
}

// scopeOf returns what the caller of a context may see. Without a caller the
// server itself asks, such as for an alert: it sees what the team has.
func scopeOf(ctx context.Context) (Scope, error) {
	p, isSomebody := access.From(ctx)
	if !isSomebody || !p.IsScoped() {
		return nil, nil
	}
	scope := Scope{}
	for _, kind := range scopedKinds() {
		var all []ql.Node
		for _, role := range p.TeamRoles() {
			of, err := roleScope(role, kind)
			if err != nil {
				return nil, err
			}
			all = append(all, of...)
		}
		scope[kind] = joined(all, func(items []ql.Node) ql.Node { return &ql.And{Items: items} })
	}
	return scope, nil
}

// nothing matches no row.
func nothing() ql.Node { return &ql.Not{X: &ql.All{}} }

// roleScope returns conditions on the rows of a kind that a role may see, of
// which all must hold.
func roleScope(role stack.Role, kind stack.SourceKind) ([]ql.Node, error) {
	allowed, denied := role.Data(kind)
	some, err := parsed(allowed)
	if err != nil {
		return nil, err
	}
	if len(some) == 0 {
		return []ql.Node{nothing()}, nil
	}
	conditions := []ql.Node{joined(some, func(items []ql.Node) ql.Node { return &ql.Or{Items: items} })}
	none, err := parsed(denied)
	for _, node := range none {
		conditions = append(conditions, &ql.Not{X: node})
	}
	return conditions, err
}

func parsed(conditions []stack.DataCondition) ([]ql.Node, error) {
	nodes := make([]ql.Node, len(conditions))
	for i, condition := range conditions {
		node, err := condition.Parse("")
		if err != nil {
			// It was checked when it was stored, so that this is no fault of the caller's.
			return nil, fmt.Errorf("read the data scope of a role: %w", err)
		}
		nodes[i] = node
	}
	return nodes, nil
}

func joined(nodes []ql.Node, join func([]ql.Node) ql.Node) ql.Node {
	if len(nodes) == 1 {
		return nodes[0]
	}
	return join(nodes)
}

// Scoped returns an engine that shows the caller of a context only the telemetry
// that they may see. All questions go through it, so that none can forget it. Of
// what a question cost, somebody with a scope learns the time alone: how many
// rows were read says something about the others.
func Scoped(engine Engine, statements StatementEngine) ScopedEngine {
	return ScopedEngine{engine: engine, statements: statements}
}

// ScopedEngine is made by Scoped.
type ScopedEngine struct {
	engine     Engine
	statements StatementEngine
	// Sources keeps what the caller of a context may read of sources; without it,
	// who may not read all of them reads no table by raw SQL.
	Sources SourceStore
	// Prepare makes the tables of a team before conditions are tried on them; nil:
	// they are there.
	Prepare func(ctx context.Context, teamID string) error
	// Now is the time; nil: that of the machine.
	Now func() time.Time
	// Noted is told of every question under a scope before it is asked, which it
	// is not if that fails; nil: nobody is.
	Noted func(ctx context.Context, read ScopedRead) error
}

// ScopedRead is what somebody with a data scope asks.
type ScopedRead struct {
	TeamID    string
	Table     string // its logical name; empty: those of a statement
	Scope     string // the condition on its rows
	Condition string // what is asked for; empty: everything
}

// note tells of a question under a scope.
func (e ScopedEngine) note(ctx context.Context, target Target, asked ...Expr) error {
	if e.Noted == nil || target.Scope == nil {
		return nil
	}
	var conditions []string
	for _, expr := range asked {
		if expr.Node != nil && expr.Node.String() != "" {
			conditions = append(conditions, expr.Node.String())
		}
	}
	return e.Noted(ctx, ScopedRead{
		TeamID: target.TeamID, Table: target.Table, Scope: target.Scope.Of(target.Table).String(), Condition: strings.Join(conditions, "; "),
	})
}

func (e ScopedEngine) now() time.Time {
	if e.Now == nil {
		return time.Now()
	}
	return e.Now()
}

var (
	_ Engine          = ScopedEngine{}
	_ StatementEngine = ScopedEngine{}
)

// within puts the scope of the caller into a target.
func (e ScopedEngine) within(ctx context.Context, target *Target, asked ...Expr) (isScoped bool, err error) {
	if target.Scope, err = scopeOf(ctx); err != nil {
		return false, err
	}
	return target.Scope != nil, e.note(ctx, *target, asked...)
}

// Within puts the scope of the caller into a target, for questions that are not
// of this package. Asked is what they are about.
func (e ScopedEngine) Within(ctx context.Context, target *Target, asked string) error {
	var err error
	if target.Scope, err = scopeOf(ctx); err != nil || target.Scope == nil || e.Noted == nil {
		return err
	}
	return e.Noted(ctx, ScopedRead{
		TeamID: target.TeamID, Table: target.Table, Scope: target.Scope.Of(target.Table).String(), Condition: asked,
	})
}

// conditionsOf returns the conditions of series.
func conditionsOf(scan SeriesScan) []Expr {
	conditions := make([]Expr, len(scan.Series))
	for i, series := range scan.Series {
		conditions[i] = series.Where
	}
	return conditions
}

// cost returns what a caller may learn of the cost.
func cost(stats query.Stats, isScoped bool) query.Stats {
	if isScoped {
		return query.Stats{Elapsed: stats.Elapsed}
	}
	return stats
}

// Series implements Engine.
func (e ScopedEngine) Series(ctx context.Context, scan SeriesScan) (SeriesResult, error) {
	isScoped, err := e.within(ctx, &scan.Target, conditionsOf(scan)...)
	if err != nil {
		return SeriesResult{}, err
	}
	result, err := e.engine.Series(ctx, scan)
	result.Stats = cost(result.Stats, isScoped)
	return result, err
}

// SeriesSQL implements Engine.
func (e ScopedEngine) SeriesSQL(ctx context.Context, scan SeriesScan) ([]string, error) {
	var err error
	if scan.Scope, err = scopeOf(ctx); err != nil {
		return nil, err
	}
	return e.engine.SeriesSQL(ctx, scan)
}

// CheckSeries implements Engine. It reads nothing.
func (e ScopedEngine) CheckSeries(scan SeriesScan) error { return e.engine.CheckSeries(scan) }

// Rows implements Engine.
func (e ScopedEngine) Rows(ctx context.Context, scan RowScan) (RowResult, error) {
	isScoped, err := e.within(ctx, &scan.Target, scan.Where)
	if err != nil {
		return RowResult{}, err
	}
	result, err := e.engine.Rows(ctx, scan)
	result.Stats = cost(result.Stats, isScoped)
	return result, err
}

// Fields implements Engine.
func (e ScopedEngine) Fields(ctx context.Context, scan FieldScan) (FieldResult, error) {
	isScoped, err := e.within(ctx, &scan.Target, scan.Where)
	if err != nil {
		return FieldResult{}, err
	}
	result, err := e.engine.Fields(ctx, scan)
	result.Stats = cost(result.Stats, isScoped)
	return result, err
}

// Values implements Engine.
func (e ScopedEngine) Values(ctx context.Context, scan ValueScan) (ValueResult, error) {
	isScoped, err := e.within(ctx, &scan.Target, scan.Where)
	if err != nil {
		return ValueResult{}, err
	}
	result, err := e.engine.Values(ctx, scan)
	result.Stats = cost(result.Stats, isScoped)
	return result, err
}

// BareNames implements Engine. It reads nothing.
func (e ScopedEngine) BareNames(ctx context.Context, scan NameScan) ([]BareName, error) {
	return e.engine.BareNames(ctx, scan)
}

// HasName implements Engine.
func (e ScopedEngine) HasName(ctx context.Context, target Target, name string) (bool, error) {
	var err error
	if target.Scope, err = scopeOf(ctx); err != nil {
		return false, err
	}
	return e.engine.HasName(ctx, target, name)
}

// Metrics implements Engine.
func (e ScopedEngine) Metrics(ctx context.Context, scan MetricScan) (MetricResult, error) {
	isScoped, err := e.within(ctx, &scan.Target, scan.Where)
	if err != nil {
		return MetricResult{}, err
	}
	result, err := e.engine.Metrics(ctx, scan)
	result.Stats = cost(result.Stats, isScoped)
	return result, err
}

// Exemplars implements Engine.
func (e ScopedEngine) Exemplars(ctx context.Context, scan ExemplarScan) (ExemplarResult, error) {
	isScoped, err := e.within(ctx, &scan.Target, scan.Where)
	if err != nil {
		return ExemplarResult{}, err
	}
	result, err := e.engine.Exemplars(ctx, scan)
	result.Stats = cost(result.Stats, isScoped)
	return result, err
}

// CheckStatement implements StatementEngine. It reads nothing.
func (e ScopedEngine) CheckStatement(ctx context.Context, scan StatementScan) error {
	var err error
	if scan.Tables, err = e.tables(ctx, scan.TeamID); err != nil {
		return err
	}
	return e.statements.CheckStatement(ctx, scan)
}

// Statement implements StatementEngine.
func (e ScopedEngine) Statement(ctx context.Context, scan StatementScan) (StatementResult, error) {
	var err error
	if scan.Scope, err = scopeOf(ctx); err != nil {
		return StatementResult{}, err
	}
	if scan.Tables, err = e.tables(ctx, scan.TeamID); err != nil {
		return StatementResult{}, err
	}
	if e.Noted != nil && scan.Scope != nil {
		if err := e.Noted(ctx, ScopedRead{TeamID: scan.TeamID, Scope: scan.Scope.text(), Condition: scan.Statement.String()}); err != nil {
			return StatementResult{}, err
		}
	}
	result, err := e.statements.Statement(ctx, scan)
	result.Stats = cost(result.Stats, scan.Scope != nil || scan.Tables != nil)
	return result, err
}
