// Package evaluator decides when alerts change their state: windows in order,
// none skipped, each written in one transaction.
package evaluator

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"github.com/cairnstack/cairn/internal/alerting"
	"github.com/cairnstack/cairn/internal/explore"
	"github.com/cairnstack/cairn/internal/fault"
	"github.com/cairnstack/cairn/internal/logx"
	"github.com/cairnstack/cairn/internal/stack"
)

// How an evaluator goes about its work.
const (
	LeaseTTL     = 8 * time.Second // a shard whose owner is silent for so long is free
	LeaseRenewal = 2 * time.Second
	PassInterval = time.Second // between two looks for alerts that are due
	roundsMax    = 200         // of tasks in one pass
	releaseMax   = 3 * time.Second
)

// Evaluator evaluates the alerts of the shards that it holds. All exported
// fields are required.
type Evaluator struct {
	Tasks   alerting.TaskStore
	Leases  alerting.LeaseStore
	Reader  alerting.Reader
	Outbox  alerting.Outbox
	Marks   alerting.WatermarkStore
	WaitMax time.Duration // for a node that says nothing
	Owner   string        // nobody else's, ever
	Clock   func(ctx context.Context) (time.Time, error)
	Logger  *slog.Logger
	Metrics *Metrics

	claimed time.Time // when the shards were last claimed
	watch   watch     // of nodes
	warned  time.Time // when lag was last told of
	outage  logx.Outage
}

// Run evaluates until ctx ends, and gives the shards back then. What goes
// wrong is logged and tried again.
func (e *Evaluator) Run(ctx context.Context) error {
	ticker := time.NewTicker(PassInterval)
	defer ticker.Stop()
	defer e.release(ctx)
	for {
		if err := e.Pass(ctx); ctx.Err() == nil {
			e.outage.Note(ctx, e.Logger, "alerts can't be evaluated", err)
		}
		select {
		case <-ticker.C:
		case <-ctx.Done():
			return nil
		}
	}
}

func (e *Evaluator) release(ctx context.Context) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), releaseMax)
	defer cancel()
	if err := e.Leases.ReleaseShards(ctx, e.Owner); err != nil {
		e.Logger.WarnContext(ctx, "the shards of alerts can't be given back", "error", err)
	}
}

// Pass evaluates every window whose time has come. It is for one goroutine.
func (e *Evaluator) Pass(ctx context.Context) error {
	err := e.pass(ctx)
	if err != nil {
		e.watch.lose()
	}
	return err
}

func (e *Evaluator) pass(ctx context.Context) error {
	now, err := e.Clock(ctx)
	if err != nil {
		return err
	}
	if err := e.claim(ctx, now); err != nil {
		return err
	}
	marks, err := e.lookAtMarks(ctx, now)
	if err != nil {
		return err
	}
	for range roundsMax {
		tasks, err := e.Tasks.DueTasks(ctx, e.Owner, now, alerting.TasksMax)
		if err != nil {
			return err
		}
		if len(tasks) == 0 {
			break
		}
		if err := e.round(ctx, marks, tasks); err != nil {
			return err
		}
		if err := e.claim(ctx, now.Add(LeaseRenewal)); err != nil {
			return err
		}
	}
	return e.measureLag(ctx, now)
}

// claim renews the shards when it is time to, by a clock that may jump.
func (e *Evaluator) claim(ctx context.Context, now time.Time) error {
	if since := now.Sub(e.claimed); since >= 0 && since < LeaseRenewal {
		return nil
	}
	held, err := e.Leases.ClaimShards(ctx, e.Owner, LeaseTTL)
	if err != nil {
		return err
	}
	e.claimed = now
	e.Metrics.shards.Set(float64(held))
	return nil
}

// round looks at alerts that are due.
func (e *Evaluator) round(ctx context.Context, marks marks, tasks []alerting.Task) error {
	var idle []alerting.Turn
	var looks []look
	var questions []explore.AlertQuestion
	for _, task := range tasks {
		l := lookAt(task, marks)
		if !l.due {
			idle = append(idle, e.rest(l))
			continue
		}
		looks, questions = append(looks, l), append(questions, l.question())
	}
	failure := e.save(ctx, idle)
	failures := make(chan error, len(questions)+1)
	e.Reader.Read(ctx, questions, func(batch []explore.AlertAnswer) {
		failures <- e.answer(ctx, looks, batch)
	})
	close(failures)
	for err := range failures {
		failure = errors.Join(failure, err)
	}
	return errors.Join(failure, ctx.Err())
}

// rest returns the turn of an alert that has no window to evaluate now.
func (e *Evaluator) rest(l look) alerting.Turn {
	if !l.waits {
		return l.idle()
	}
	e.Metrics.evaluations.WithLabelValues(outcomeWaiting).Inc()
	return l.waiting()
}

// answer writes what the results of one scan make of their alerts.
func (e *Evaluator) answer(ctx context.Context, looks []look, batch []explore.AlertAnswer) error {
	if ctx.Err() != nil {
		return nil // nothing is known of the alerts; their windows stay open
	}
	e.Metrics.scans.Inc()
	turns := make([]alerting.Turn, len(batch))
	for i, a := range batch {
		l := looks[a.Index]
		e.Metrics.looked(l, a)
		if a.Err != nil {
			turns[i] = failed(l, a.Err)
			e.report(ctx, turns[i], a.Err)
			continue
		}
		turns[i] = judged(l, a)
	}
	e.sample(ctx, turns)
	return e.save(ctx, turns)
}

// report logs a failure that the alert shows without its reason, the first time
// in a row.
func (e *Evaluator) report(ctx context.Context, t alerting.Turn, err error) {
	if last := t.Evaluations[0]; last.ErrorType == FailureUnknown && last.Attempts == 1 {
		e.Logger.ErrorContext(ctx, "an alert can't be evaluated", "alert", t.Task.Alert.ID, "error", err)
	}
}

// save writes turns with what is to be told in one transaction. When one of
// them can't be written, the others are.
func (e *Evaluator) save(ctx context.Context, turns []alerting.Turn) error {
	if len(turns) == 0 {
		return nil
	}
	err := e.saveAll(ctx, turns)
	if err == nil || len(turns) == 1 || fault.KindOf(err) == fault.Unavailable || ctx.Err() != nil {
		return err
	}
	var failure error
	for i := range turns {
		failure = errors.Join(failure, e.saveAll(ctx, turns[i:i+1]))
	}
	return failure
}

func (e *Evaluator) saveAll(ctx context.Context, turns []alerting.Turn) error {
	written := make([]bool, len(turns))
	err := e.Tasks.InTx(ctx, func(ctx context.Context) error {
		var notices []alerting.Notice
		for i, turn := range turns {
			saved, err := e.Tasks.SaveTurn(ctx, turn)
			if err != nil {
				return err
			}
			if written[i] = saved; saved {
				notices = append(notices, turn.Notices...)
			}
		}
		if len(notices) == 0 {
			return nil
		}
		return e.Outbox.Enqueue(ctx, notices)
	})
	if err == nil {
		e.Metrics.saved(turns, written)
	}
	return err
}

// SamplesMax is how many notices of one scan get sample rows.
const SamplesMax = 20

// wantsSample reports whether rows can show what the notice tells.
func wantsSample(n alerting.Notice) bool {
	return n.Kind == alerting.NoticeTransition && n.To == stack.StateFiring && !n.Alert.OnTile()
}

// sample adds a few rows to what is told of searches. Without them the notice
// goes out all the same.
func (e *Evaluator) sample(ctx context.Context, turns []alerting.Turn) {
	left := SamplesMax
	for _, turn := range turns {
		for i := range turn.Notices {
			if n := &turn.Notices[i]; left > 0 && wantsSample(*n) {
				left--
				rows, err := e.Reader.Sample(ctx, *n)
				if err != nil {
					e.Logger.InfoContext(ctx, "no sample rows for a notice", "alert", n.Alert.ID, "error", err)
				}
				n.Sample = rows
			}
		}
	}
}
