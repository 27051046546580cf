package alerting

import "time"

// The limits of evaluation.
const (
	// CatchUpMax is how far back windows are evaluated that were missed, and
	// CatchUpWindows how many of them at least. Older ones are skipped, and
	// the alert's history says so.
	CatchUpMax     = 24 * time.Hour
	CatchUpWindows = 7
	// WindowsMax is how many windows of an alert are evaluated in one turn.
	WindowsMax = 120
	// TasksMax is how many alerts are looked at in one pass.
	TasksMax = 4000
	// ErrorAfter is how many evaluations in a row must fail before the state
	// of an alert is error.
	ErrorAfter = 3
	// RetryMin and RetryMax bound how long a window waits after a failure; the
	// wait doubles from one to the other.
	RetryMin = 5 * time.Second
	RetryMax = time.Minute
	// WaitPause is how long a window waits for telemetry that is not stored before
	// it is looked at again, and WaitQuiet how long it does so without a word;
	// then the alert shows what it waits for, like a failure.
	WaitPause = 2 * time.Second
	WaitQuiet = 10 * time.Second
	// GroupsMax is how many groups an alert can have in one window.
	GroupsMax = 1000
	// GroupResultsMax is how many groups an evaluation shows.
	GroupResultsMax = 50
	// GroupTextBytesMax bounds each value of a group as it is kept and told.
	GroupTextBytesMax = 1024
	// EvaluationsMax is how many of its last windows an alert remembers.
	EvaluationsMax = 1440
	// HistoryAgeMax is how long an alert remembers what changed.
	HistoryAgeMax = 90 * 24 * time.Hour
)
