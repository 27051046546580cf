package prom

import (
	"context"
	"errors"
	"log/slog"
	"runtime"
	"strings"
	"time"

	"github.com/prometheus/prometheus/promql"
	"github.com/prometheus/prometheus/promql/parser"
	"github.com/prometheus/prometheus/util/annotations"

	"github.com/cairnstack/cairn/internal/access"
	"github.com/cairnstack/cairn/internal/explore/promtext"
	"github.com/cairnstack/cairn/internal/fault"
)

// Limits bound what a question may take. Zero fields take their defaults.
type Limits struct {
	Series   int           // that one selector may have
	Samples  int           // that are in memory at once
	Time     time.Duration // of an evaluation
	LookBack time.Duration // how old the last sample of a series may be
}

// The limits unless the operator says otherwise.
const (
	SeriesMax  = 500_000
	SamplesMax = 8_000_000
	TimeMax    = 2 * time.Minute
	LookBack   = 5 * time.Minute
)

func (l Limits) complete() Limits {
	if l.Series == 0 {
		l.Series = SeriesMax
	}
	if l.Samples == 0 {
		l.Samples = SamplesMax
	}
	if l.Time == 0 {
		l.Time = TimeMax
	}
	if l.LookBack == 0 {
		l.LookBack = LookBack
	}
	return l
}

// subqueryStep is the step of a subquery that states none.
const subqueryStep = time.Minute

// Service is PromQL over the points of teams.
type Service struct {
	Points Points
	Limits Limits
	Now    func() time.Time
	// Far says that the engine of points is on another machine: functions over many
	// samples are computed there, if it has them.
	Far bool
	// Version changes when a team has new series; nil: it is not known when.
	Version func(teamID string) uint64
	// NoPush makes Prometheus' engine compute everything, PushMin is how many samples
	// are computed without it at least, and NearMax how many of them are in memory at
	// once; tests set them.
	NoPush  bool
	PushMin int
	NearMax int

	engine  *promql.Engine
	parser  parser.Parser
	foreign memo[days, []Metric]
	known   memo[selection, []seen]
}

var _ Questions = (*Service)(nil)

// New makes a service. Run Close at its end.
func New(points Points, limits Limits, now func() time.Time, logger *slog.Logger) *Service {
	limits = limits.complete()
	parse := promtext.NewParser()
	return &Service{
		Points: points, Limits: limits, Now: now, parser: parse, PushMin: pushSamplesMin, NearMax: nearSamples,
		engine: promql.NewEngine(promql.EngineOpts{
			Logger: logger, MaxSamples: limits.Samples, Timeout: limits.Time, LookbackDelta: limits.LookBack,
			NoStepSubqueryIntervalFn: func(int64) int64 { return subqueryStep.Milliseconds() },
			EnableAtModifier:         true, EnableNegativeOffset: true,
			EnableDelayedNameRemoval: true, UseStartTimestamps: true, Parser: parse,
		}),
	}
}

// Close ends the engine.
func (s *Service) Close() error { return s.engine.Close() }

// Query implements Questions.
func (s *Service) Query(ctx context.Context, q Question) (Result, error) {
	teamID, err := caller(ctx)
	if err != nil {
		return Result{}, err
	}
	return s.QueryTeam(ctx, teamID, q)
}

// caller returns the team whose telemetry the caller may read.
func caller(ctx context.Context) (teamID string, err error) {
	principal, err := access.RequireMetrics(ctx)
	return principal.TeamID, err
}

// QueryTeam evaluates an expression over the metrics of a team, for the caller of
// the context or, without one, for the server itself.
func (s *Service) QueryTeam(ctx context.Context, teamID string, q Question) (Result, error) {
	expr, err := s.parser.ParseExpr(q.Expr)
	if err != nil {
		return Result{}, &ParseError{err}
	}
	timeout := s.Limits.Time
	if q.Timeout > 0 {
		timeout = min(timeout, q.Timeout)
	}
	ctx, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	e := &evaluation{Service: s, teamID: teamID, question: q, expr: expr}
	result, err := e.run(ctx, q.From, q.To)
	if err != nil {
		return Result{}, explained(err)
	}
	return limited(result, q.Limit), nil
}

// explained returns what an error of the engine is about.
func explained(err error) error {
	var stored promql.ErrStorage
	if errors.As(err, &stored) {
		err = stored.Err
	}
	var tooMany promql.ErrTooManySamples
	if errors.Is(err, ErrTooManySamples) || errors.As(err, &tooMany) {
		return fault.Wrap(fault.Invalid, ErrTooManySamples,
			"the query would load too many samples into memory; select fewer series, a shorter time or a larger step")
	}
	return err
}

// unevaluated returns why an expression has no value: an Invalid fault where that
// is a rule of the language, such as that series must be told apart by their labels.
func unevaluated(err error) error {
	var (
		stored   promql.ErrStorage
		known    *fault.Error
		samples  promql.ErrTooManySamples
		timeout  promql.ErrQueryTimeout
		canceled promql.ErrQueryCanceled
		crash    runtime.Error
	)
	switch {
	case errors.As(err, &stored):
		return stored.Err
	case errors.As(err, &known), errors.As(err, &samples), errors.As(err, &timeout), errors.As(err, &canceled),
		errors.Is(err, ErrTooManySamples), errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded),
		errors.As(err, &crash), strings.HasPrefix(err.Error(), readFailure):
		return err
	}
	return fault.New(fault.Invalid, "%s", err)
}

// readFailure begins the engine's errors about what it could not read.
const readFailure = "expanding series: "

// limited cuts a result to so many series.
func limited(r Result, limit int) Result {
	if limit <= 0 {
		return r
	}
	switch value := r.Value.(type) {
	case promql.Vector:
		r.Truncated = len(value) > limit
		r.Value = value[:min(limit, len(value))]
	case promql.Matrix:
		r.Truncated = len(value) > limit
		r.Value = value[:min(limit, len(value))]
	}
	return r
}

// evaluation is one question on its way.
type evaluation struct {
	*Service
	teamID   string
	question Question
	expr     parser.Expr
}

// run evaluates the expression from a time to another. When it needs more samples
// than may be in memory, it does so in pieces: what an expression is at one step
// does not depend on the others.
func (e *evaluation) run(ctx context.Context, from, to time.Time) (Result, error) {
	result, err := e.once(ctx, from, to)
	step := e.question.Step
	if step <= 0 || !errors.Is(err, ErrTooManySamples) || to.Sub(from) < step || !isSplittable(e.expr) {
		return result, err
	}
	half := int64(to.Sub(from)/step) / 2
	middle := from.Add(time.Duration(half) * step)
	first, err := e.run(ctx, from, middle)
	if err != nil {
		return Result{}, err
	}
	second, err := e.run(ctx, middle.Add(step), to)
	if err != nil {
		return Result{}, err
	}
	return joined(first, second), nil
}

// once evaluates the expression with all its samples in memory.
func (e *evaluation) once(ctx context.Context, from, to time.Time) (Result, error) {
	r := &reading{Service: e.Service, teamID: e.teamID, budget: e.Limits.Samples, warnings: annotations.Annotations{}}
	text, err := e.push(ctx, r, from, to)
	if err != nil {
		return Result{}, err
	}
	opts := promql.NewPrometheusQueryOpts(false, e.question.LookBack)
	var query promql.Query
	if e.question.Step > 0 {
		query, err = e.engine.NewRangeQuery(ctx, r, opts, text, from, to, e.question.Step)
	} else {
		query, err = e.engine.NewInstantQuery(ctx, r, opts, text, from)
	}
	if err != nil {
		return Result{}, &ParseError{err}
	}
	if stmt, ok := query.Statement().(*parser.EvalStmt); ok {
		if err := checkSubqueries(stmt.Expr, to.Sub(from)); err != nil {
			return Result{}, err
		}
	}
	// The value is the engine's until the query is closed, and it is not closed: its
	// memory goes with it.
	got := query.Exec(ctx)
	if got.Err != nil {
		return Result{}, unevaluated(got.Err)
	}
	return Result{Value: got.Value, Warnings: r.warnings.Merge(got.Warnings), Samples: r.read}, nil
}

// joined returns the values of two pieces of time as one.
func joined(first, second Result) Result {
	head, isMatrix := first.Value.(promql.Matrix)
	tail, alsoMatrix := second.Value.(promql.Matrix)
	if !isMatrix || !alsoMatrix {
		return first
	}
	places := make(map[string]int, len(head))
	for i, series := range head {
		places[string(series.Metric.Bytes(nil))] = i
	}
	for _, series := range tail {
		at, known := places[string(series.Metric.Bytes(nil))]
		if !known {
			head = append(head, series)
			continue
		}
		head[at].Floats = append(head[at].Floats, series.Floats...)
		head[at].Histograms = append(head[at].Histograms, series.Histograms...)
	}
	first.Value = head
	first.Warnings.Merge(second.Warnings)
	first.Samples += second.Samples
	return first
}

// isSplittable reports whether steps of an expression may be evaluated apart:
// nothing in it looks at the ends of the time.
func isSplittable(expr parser.Expr) bool {
	splittable := true
	parser.Inspect(expr, func(node parser.Node, _ []parser.Node) error {
		switch n := node.(type) {
		case *parser.VectorSelector:
			splittable = splittable && n.StartOrEnd == 0
		case *parser.SubqueryExpr:
			splittable = splittable && n.StartOrEnd == 0
		case *parser.DurationExpr:
			splittable = false
		case *parser.Call:
			switch n.Func.Name {
			case "start", "end", "range", "step":
				splittable = false
			}
		}
		return nil
	})
	return splittable
}
