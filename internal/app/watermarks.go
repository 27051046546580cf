package app

import (
	"cmp"
	"context"
	"slices"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/cairnstack/cairn/internal/alerting"
	"github.com/cairnstack/cairn/internal/ingest"
	"github.com/cairnstack/cairn/internal/logx"
	"github.com/cairnstack/cairn/internal/sqlstore"
)

// How often a node says what it has stored, and how long that may take.
const (
	watermarkEvery  = 2 * time.Second
	watermarkSayMax = 3 * time.Second
)

// watermarks tells alerts what is stored: of this node by asking its pipeline, of
// others by what they have written to the database that all share.
type watermarks struct{ app *App }

// own returns what this node has stored at a time that was read before. Ages count,
// and not times, because the clocks of nodes differ. Teams of which little is
// waiting, and only for a while, are not told apart.
func (w watermarks) own(now time.Time) []alerting.Watermark {
	a := w.app
	all := alerting.Watermark{Node: a.log.ID().String(), NodeName: a.instance(), Through: now, SaidAt: now}
	var late []alerting.Watermark
	for team, since := range a.pipeline.Unstored() {
		through := time.Unix(0, 0)
		if since.After(through) {
			through = now.Add(-max(0, a.Now().Sub(since)))
		}
		if team != ingest.EveryTeam && now.Sub(through) > watermarkEvery {
			mark := all
			mark.TeamID, mark.Through = team, through
			late = append(late, mark)
		} else if through.Before(all.Through) {
			all.Through = through
		}
	}
	slices.SortFunc(late, func(a, b alerting.Watermark) int {
		return cmp.Or(a.Through.Compare(b.Through), cmp.Compare(a.TeamID, b.TeamID))
	})
	if len(late) > alerting.WatermarkTeamsMax {
		all.Through, late = late[0].Through, nil
	}
	return append([]alerting.Watermark{all}, late...)
}

// isShared reports whether there may be other nodes.
func (w watermarks) isShared() bool { return w.app.store.Kind() != sqlstore.KindSQLite }

// Watermarks implements alerting.WatermarkStore.
func (w watermarks) Watermarks(ctx context.Context) (list []alerting.Watermark, err error) {
	a := w.app
	if w.isShared() {
		if list, err = a.store.Watermarks(ctx); err != nil {
			return nil, err
		}
	}
	if a.pipeline == nil {
		return list, nil
	}
	now, err := a.sharedClock(ctx)
	if err != nil {
		return nil, err
	}
	node := a.log.ID().String()
	list = slices.DeleteFunc(list, func(m alerting.Watermark) bool { return m.Node == node })
	return append(list, w.own(now)...), nil
}

// GiveUpWatermarks implements alerting.WatermarkStore.
func (w watermarks) GiveUpWatermarks(ctx context.Context, mark alerting.Watermark) error {
	return w.app.store.GiveUpWatermarks(ctx, mark)
}

// say writes down what this node has stored, for others.
func (w watermarks) say(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, watermarkSayMax)
	defer cancel()
	now, err := w.app.store.Clock(ctx)
	if err != nil {
		return err
	}
	return w.app.store.SaveWatermarks(ctx, w.own(now))
}

// open says for the first time what this node has stored, before it receives
// anything or is ready. A log that took the place of another one does not have
// what that had: nobody waits for it.
func (w watermarks) open(ctx context.Context) error {
	if !w.isShared() {
		return nil
	}
	if err := w.say(ctx); err != nil || w.app.formerLog == "" {
		return err
	}
	now, err := w.app.store.Clock(ctx)
	if err != nil {
		return err
	}
	return w.app.store.GiveUpWatermarks(ctx, alerting.Watermark{Node: w.app.formerLog, SaidAt: now, GivenUpAt: now})
}

// run says so every now and then until ctx ends.
func (w watermarks) run(ctx context.Context) error {
	var outage logx.Outage
	ticker := time.NewTicker(watermarkEvery)
	defer ticker.Stop()
	for {
		select {
		case <-ticker.C:
		case <-ctx.Done():
			return nil
		}
		if err := w.say(ctx); ctx.Err() == nil {
			outage.Note(ctx, w.app.Logger, "can't tell alerts what is stored", err)
		}
	}
}

// close says so for the last time: what is left in the log is waited for, and a
// node that leaves nothing is forgotten.
func (w watermarks) close(ctx context.Context) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), watermarkSayMax)
	defer cancel()
	leave := w.say
	if len(w.app.pipeline.Unstored()) == 0 {
		leave = func(ctx context.Context) error { return w.app.store.ForgetWatermarks(ctx, w.app.log.ID().String()) }
	}
	if err := leave(ctx); err != nil {
		w.app.Logger.WarnContext(ctx, "can't tell alerts what is stored", "error", err)
	}
}

// runIngest stores what is in the write-ahead log, and says what is stored.
func (a *App) runIngest(ctx context.Context) error {
	w := watermarks{a}
	if !w.isShared() {
		return a.pipeline.Run(ctx)
	}
	group, within := errgroup.WithContext(ctx)
	group.Go(func() error { return a.pipeline.Run(within) })
	group.Go(func() error { return w.run(within) })
	err := group.Wait()
	w.close(ctx)
	return err
}
