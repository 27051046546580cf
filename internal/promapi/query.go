package promapi

import (
	"context"
	"slices"
	"strings"
	"time"

	"github.com/prometheus/prometheus/util/annotations"

	"github.com/cairnstack/cairn/internal/httpx"
	"github.com/cairnstack/cairn/internal/prom"
)

// Evaluating is what both kinds of evaluation are asked with.
type Evaluating struct {
	httpx.Wholeness
	Query    string `query:"query" maxLength:"65536" doc:"The expression."`
	Timeout  string `query:"timeout" maxLength:"64" doc:"How long the evaluation may take, in seconds or as a duration such as 30s; never more than the server allows."`
	LookBack string `query:"lookback_delta" maxLength:"64" doc:"How old the last sample of a series may be, in seconds or as a duration."`
	Limit    string `query:"limit" maxLength:"20" doc:"How many series the result has at most; 0 for all."`
	Stats    string `query:"stats" maxLength:"20" doc:"With all or true, the result says what it cost."`
}

type instantInput struct {
	Evaluating
	Time string `query:"time" maxLength:"64" doc:"When: seconds since 1970 or RFC 3339; now when absent."`
}

type rangeInput struct {
	Evaluating
	Start string `query:"start" maxLength:"64" doc:"First instant: seconds since 1970 or RFC 3339."`
	End   string `query:"end" maxLength:"64" doc:"Last instant; it is included."`
	Step  string `query:"step" maxLength:"64" doc:"From one instant to the next, in seconds or as a duration such as 15s."`
}

// queryData describes the result of an evaluation.
type queryData struct {
	ResultType string `json:"resultType" enum:"matrix,vector,scalar,string"`
	Result     any    `json:"result" doc:"Series of a matrix or vector; [seconds, text] of a scalar or string. Numbers are texts."`
	Stats      any    `json:"stats,omitempty" doc:"What the evaluation cost, if stats was given."`
}

func (a *API) queryInstant(ctx context.Context, in *instantInput) (body, error) {
	q, err := in.question()
	if err != nil {
		return nil, err
	}
	if q.From, err = readInstant("time", in.Time, a.Now()); err != nil {
		return nil, err
	}
	q.To = q.From
	return a.evaluate(ctx, q, in.Evaluating)
}

func (a *API) queryRange(ctx context.Context, in *rangeInput) (body, error) {
	q, err := in.question()
	if err != nil {
		return nil, err
	}
	if in.Start == "" || in.End == "" || in.Step == "" {
		return nil, missing(map[string]string{"start": in.Start, "end": in.End, "step": in.Step}, "start", "end", "step")
	}
	if q.From, err = readInstant("start", in.Start, time.Time{}); err != nil {
		return nil, err
	}
	if q.To, err = readInstant("end", in.End, time.Time{}); err != nil {
		return nil, err
	}
	if q.Step, err = readPositive("step", in.Step); err != nil {
		return nil, err
	}
	if err := checkRange(q); err != nil {
		return nil, err
	}
	return a.evaluate(ctx, q, in.Evaluating)
}

// missing returns an Invalid fault about the first parameter that is not given.
func missing(given map[string]string, names ...string) error {
	for _, name := range names {
		if given[name] == "" {
			return refuse(name, "the parameter is required")
		}
	}
	return nil
}

func checkRange(q prom.Question) error {
	switch {
	case q.To.Before(q.From):
		return refuse("end", "the end must not be before the start")
	case q.Step < time.Millisecond:
		return refuse("step", "the step must be a millisecond at least")
	case q.To.Sub(q.From)/q.Step > PointsMax:
		return refuse("step", "the range has more than %d points per series; take a longer step", PointsMax)
	}
	return nil
}

// question reads what both kinds of evaluation are asked with.
func (in Evaluating) question() (prom.Question, error) {
	q := prom.Question{Expr: in.Query}
	var err error
	if q.Limit, err = readLimit(in.Limit); err != nil {
		return q, err
	}
	if q.Timeout, err = readPositive("timeout", in.Timeout); err != nil {
		return q, err
	}
	q.LookBack, err = readPositive("lookback_delta", in.LookBack)
	return q, err
}

func (a *API) evaluate(ctx context.Context, q prom.Question, in Evaluating) (body, error) {
	began := a.Now()
	ctx, gaps := reading(ctx, in.Wholeness)
	result, err := a.Questions.Query(ctx, q)
	if err != nil {
		return nil, failed(err)
	}
	said := notesOf(q.Expr, result.Warnings, result.Truncated).lacking(gaps)
	cost := queryCost{}
	if in.Stats != "" {
		cost = queryCost{shown: true, took: a.Now().Sub(began), samples: result.Samples}
	}
	return func(w *writer) { w.result(result.Value, cost); w.notes(said) }, nil
}

// truncated is the words of Prometheus, which clients look for.
const truncated = "results truncated due to limit"

// notesOf returns what is to be said beside a result.
func notesOf(expr string, said annotations.Annotations, isTruncated bool) notes {
	warnings, infos := said.AsStrings(expr, 0, 0)
	cut := slices.DeleteFunc(warnings, func(text string) bool { return strings.HasSuffix(text, truncated) })
	if isTruncated || len(cut) < len(warnings) {
		cut = append(cut, truncated)
	}
	return notes{warnings: some(cut), infos: some(infos)}
}
