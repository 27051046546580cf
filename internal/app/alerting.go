package app

import (
	"context"
	"time"

	"github.com/google/uuid"

	"github.com/cairnstack/cairn/internal/alerting"
	"github.com/cairnstack/cairn/internal/alerting/evaluator"
	"github.com/cairnstack/cairn/internal/alerting/notifier"
	"github.com/cairnstack/cairn/internal/alerting/review"
	"github.com/cairnstack/cairn/internal/explore"
	"github.com/cairnstack/cairn/internal/query"
	"github.com/cairnstack/cairn/internal/resources"
	"github.com/cairnstack/cairn/internal/sqlstore"
	"github.com/cairnstack/cairn/internal/webhook"
)

// openEvaluator makes what explains alerts and, unless the role is off, the
// loop that evaluates them. Back-tests run on a server that does not evaluate.
func (a *App) openEvaluator() {
	reader := alertReader{a.alertReads}
	a.review = &review.Review{Alerts: resources.Guard(a.store), Records: a.store, Reader: reader, Now: a.Now,
		Warnings: func(ctx context.Context, question explore.AlertQuestion) []query.Warning {
			return a.queries.AlertWarnings(ctx, a.alertReads, question)
		}}
	if a.Config.NoEvaluator {
		return
	}
	evaluating := &evaluator.Evaluator{
		Tasks: a.store, Leases: a.store, Reader: reader, Outbox: a.outbox(),
		Marks: watermarks{a}, WaitMax: time.Duration(a.Config.AlertWaitMax) * time.Second,
		Owner: uuid.NewString(), Clock: a.sharedClock, Logger: a.Logger, Metrics: evaluator.NewMetrics(a.registry),
	}
	a.loops = append(a.loops, loop{"evaluator", evaluating.Run})
}

// sharedClock returns the time by which all evaluators go: that of the
// database they share, or with SQLite their own.
func (a *App) sharedClock(ctx context.Context) (time.Time, error) {
	if a.store.Kind() == sqlstore.KindSQLite {
		return a.Now(), nil
	}
	return a.store.Clock(ctx)
}

// alertReader is the reads of explore with samples for the notices of alerts.
type alertReader struct{ *explore.AlertReads }

// Sample implements alerting.Reader.
func (r alertReader) Sample(ctx context.Context, n alerting.Notice) ([]map[string]string, error) {
	group := make([]string, len(n.Group.Values))
	for i, value := range n.Group.Values {
		group[i] = value.Value
	}
	found, err := r.AlertReads.Sample(ctx, explore.AlertSample{
		Alert: n.Alert, Range: query.Until(n.Window.Start, n.Window.End), Group: group, Limit: alerting.SampleRowsMax,
	})
	if err != nil {
		return nil, err
	}
	rows := make([]map[string]string, len(found.Rows))
	for i, row := range found.Rows {
		rows[i] = map[string]string{}
		for c, cell := range row {
			rows[i][found.Columns[c]] = cell.Text
		}
	}
	return rows, nil
}

// outbox takes what alerts have to tell.
func (a *App) outbox() *notifier.OutboxWriter {
	return &notifier.OutboxWriter{Store: a.store, Now: a.Now, PublicURL: a.publicURL, Mentions: webhook.Mentions, Webhooks: a.store}
}
