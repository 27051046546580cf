package ingest

import (
	"context"
	"time"

	"github.com/cairnstack/cairn/internal/pause"
	"github.com/cairnstack/cairn/internal/telemetry"
)

// How long the first requests of a team wait for its series to be read from the
// index, and how often the log says that new ones are refused.
const (
	seriesWaitMax  = time.Second
	seriesSayEvery = time.Minute
)

// seriesCall is rows whose series are looked at.
type seriesCall struct {
	team       string
	rows       *telemetry.Rows
	isRepeated bool // it was kept before: what is not known was refused then
}

// limitSeries takes the points of new series out of rows when the team has as
// many active ones as it may, and returns the series.
func (p *Pipeline) limitSeries(ctx context.Context, c seriesCall, o *telemetry.Outcome) map[uint64]struct{} {
	if p.series == nil || c.rows.Signal != telemetry.Metrics || c.rows.Len() == 0 {
		return nil
	}
	now := p.Now()
	a := admission{today: telemetry.DayOf(now.UnixNano()), max: anySeries}
	t := p.series.team(c.team, a.today)
	if t.isLearned(ctx, now) {
		a.max = p.series.max
		if c.isRepeated {
			a.max = 0
		}
	}
	refused := t.admit(c.rows, a)
	if len(refused) == 0 {
		return nil
	}
	dropped := c.rows.DropSeries(refused)
	o.RejectSeries(dropped, p.series.max)
	p.Metrics.refused.Add(float64(dropped.Points))
	p.sayRefused(ctx, t, c.team, dropped)
	return refused
}

// sayRefused logs that points were refused, now and then.
func (p *Pipeline) sayRefused(ctx context.Context, t *teamSeries, team string, d telemetry.Dropped) {
	t.mu.Lock()
	now := p.Now()
	t.refusals += d.Points
	points, isDue := t.refusals, !now.Before(t.sayAt)
	if isDue {
		t.refusals, t.sayAt = 0, now.Add(seriesSayEvery)
	}
	t.mu.Unlock()
	if isDue {
		p.Logger.WarnContext(ctx, "points of new series are refused: the team has as many active series as it may",
			"team", team, "limit", p.series.max, "points", points, "metrics", d.Metrics)
	}
}

// learnLoop reads from the index what series teams have.
func (p *Pipeline) learnLoop(ctx context.Context) error {
	if p.series == nil {
		return nil
	}
	for ctx.Err() == nil {
		team, found := p.series.nextToLearn()
		if !found {
			select {
			case <-p.series.wake:
			case <-ctx.Done():
			}
			continue
		}
		if !p.isReread(team) || !p.learnSeries(ctx, team) {
			p.series.learnLater(team)
			_ = pause.For(ctx, p.Limits.SettlePause)
		}
	}
	return nil
}

// isReread reports whether all series of a team that earlier lives left in the
// log are known.
func (p *Pipeline) isReread(team string) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	l := p.lanes[laneKey{team, telemetry.Metrics, p.Shards != nil}]
	return !p.isRecovering() && (l == nil || !l.isBehind || l.need >= p.lives)
}

// learnSeries reads the series of a team, and reports whether it did, or never
// will. Those of an index that failed half-way are added: they are there.
func (p *Pipeline) learnSeries(ctx context.Context, team string) bool {
	today := p.series.today()
	t := p.series.team(team, today)
	if t.isKnown() { // it was forgotten and came again while it waited
		return true
	}
	err := p.Index.ActiveSeries(ctx, team, today-1, t.add)
	if err != nil && (isPassing(err) || !p.isUnknown(ctx, team)) {
		return false
	}
	close(t.learned)
	return true
}

func (b *seriesBook) nextToLearn() (team string, found bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for len(b.learn) > 0 && !found {
		team, b.learn = b.learn[0], b.learn[1:]
		_, found = b.teams[team]
	}
	return team, found
}

func (b *seriesBook) learnLater(team string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.learn = append(b.learn, team)
}

// ForgetTeam gives up what is known of a team that was deleted.
func (p *Pipeline) ForgetTeam(team string) { p.series.forget(team) }

// SeriesState is the active series of all teams.
type SeriesState struct {
	Active  int     // of all teams together
	Max     int     // that a team may have; zero: any number
	Fullest float64 // the largest share that a team has of Max
}

// SeriesState returns the active series now.
func (p *Pipeline) SeriesState() SeriesState {
	if p.series == nil {
		return SeriesState{}
	}
	s := SeriesState{Max: p.series.max}
	today := p.series.today()
	for _, t := range p.series.all() {
		n := t.count(today)
		s.Active += n
		s.Fullest = max(s.Fullest, float64(n)/float64(s.Max))
	}
	return s
}

func (b *seriesBook) all() []*teamSeries {
	b.mu.Lock()
	defer b.mu.Unlock()
	all := make([]*teamSeries, 0, len(b.teams))
	for _, t := range b.teams {
		all = append(all, t)
	}
	return all
}
