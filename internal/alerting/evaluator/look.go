package evaluator

import (
	"fmt"
	"time"

	"github.com/cairnstack/cairn/internal/alerting"
	"github.com/cairnstack/cairn/internal/evaluate"
	"github.com/cairnstack/cairn/internal/explore"
	"github.com/cairnstack/cairn/internal/query"
)

// look is one look at an alert: the windows that are to be evaluated.
type look struct {
	task     alerting.Task
	schedule evaluate.Schedule
	first    evaluate.Window // that is open
	last     evaluate.Window // that is evaluated now
	skipped  int64           // windows before first that lie too far back
	due      bool            // there is a window to evaluate
	waits    bool            // there is one that has to wait for what is not stored
	marks    teamMarks
	now      time.Time
}

// lookAt returns what is to be done about an alert. The next window follows
// from what is stored; the clock says only whether its time has come.
func lookAt(task alerting.Task, all marks) look {
	a := task.Alert
	l := look{task: task, schedule: alerting.ScheduleOf(a.AlertSpec), now: all.now, marks: all.of(a.TeamID)}
	if a.Progress.Through.IsZero() {
		l.first = l.schedule.First(a.CreatedAt)
	} else {
		l.first = l.schedule.After(a.Progress.Through)
	}
	delay := alerting.DelayOf(a.AlertSpec)
	l.last = l.schedule.Last(l.marks.until(l.now).Add(-delay))
	l.skipOld()
	if most := l.first.Number + alerting.WindowsMax - 1; l.last.Number > most {
		l.last = l.schedule.Window(most)
	}
	l.due = l.first.Number <= l.last.Number
	l.waits = !l.due && l.first.Number <= l.schedule.Last(l.now.Add(-delay)).Number
	return l
}

// skipOld leaves windows out that lie beyond the horizon.
func (l *look) skipOld() {
	oldest := l.schedule.After(l.last.End.Add(-alerting.HorizonOf(l.task.Alert.AlertSpec)))
	if l.skipped = oldest.Number - l.first.Number; l.skipped > 0 {
		l.first = oldest
	} else {
		l.skipped = 0
	}
}

// question asks for the values of the windows.
func (l look) question() explore.AlertQuestion {
	return explore.AlertQuestion{
		Alert: l.task.Alert, Range: query.Until(l.first.Start, l.last.End), Step: l.schedule.Interval, Phase: l.schedule.Phase(),
	}
}

// dueAt returns when a window can be evaluated.
func (l look) dueAt(w evaluate.Window) time.Time {
	return w.End.Add(alerting.DelayOf(l.task.Alert.AlertSpec))
}

// lag returns how long the first window has been waiting.
func (l look) lag() time.Duration { return l.now.Sub(l.dueAt(l.first)) }

// idle returns the turn of an alert whose next window is not over yet.
func (l look) idle() alerting.Turn {
	at := l.dueAt(l.first)
	return alerting.Turn{Task: l.task, Progress: alerting.Progress{
		Through: l.task.Alert.Progress.Through, OpenSince: at, DueAt: at, Attempts: l.task.Attempts, Grouping: l.task.Grouping,
	}}
}

// waiting returns the turn of an alert whose window waits for what is not stored.
// After a while the alert shows it, as it shows that a shard is away.
func (l look) waiting() alerting.Turn {
	if l.lag() >= alerting.WaitQuiet {
		return failed(l, l.marks.hold)
	}
	turn := l.idle()
	turn.Progress.DueAt = l.now.Add(alerting.WaitPause)
	return turn
}

// skippedEntry tells of windows that were left out.
func (l look) skippedEntry() alerting.HistoryEntry {
	from := l.schedule.Window(l.first.Number - l.skipped)
	entry := l.entry(alerting.HistorySkipped, alerting.Window{Start: from.Start, End: l.first.Start})
	entry.Windows = int(l.skipped)
	entry.Message = fmt.Sprintf("%d windows were not evaluated in time and lie too far back", l.skipped)
	return entry
}

func (l look) entry(kind alerting.HistoryKind, w alerting.Window) alerting.HistoryEntry {
	a := l.task.Alert
	return alerting.HistoryEntry{
		Kind: kind, Window: w, From: a.State, To: a.State,
		Threshold: a.Threshold, ThresholdMax: a.ThresholdMax, RecordedAt: l.now,
	}
}

func windowOf(w evaluate.Window) alerting.Window { return alerting.Window{Start: w.Start, End: w.End} }
