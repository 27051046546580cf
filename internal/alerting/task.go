package alerting

import (
	"time"

	"github.com/cairnstack/cairn/internal/evaluate"
	"github.com/cairnstack/cairn/internal/stack"
)

// Task is an alert that is to be looked at, and how it stands.
type Task struct {
	Alert    stack.Alert
	Claim    Claim
	Revision int64 // of its progress; its writer must know the last one
	Attempts int   // evaluations in a row that failed
	Grouping string
	Groups   map[string]GroupState
}

// GroupState is a group of an alert and how it stands.
type GroupState struct {
	evaluate.Group
	Values []GroupValue
}

// Claim is the right to evaluate the alerts of a shard. It ends when another
// owner has taken the shard, whose epoch is then another.
type Claim struct {
	Owner string
	Shard int
	Epoch int64
}

// Progress is how far an alert is evaluated, and when to look at it next.
type Progress struct {
	Through   time.Time // end of the last window; zero: none
	OpenSince time.Time // when the next window could have been evaluated
	DueAt     time.Time
	Attempts  int
	Grouping  string // what the alert is grouped by, as text
}

// Turn is everything that one look at an alert changes.
type Turn struct {
	Task        Task
	Progress    Progress
	Groups      map[string]GroupState // all of them
	Changed     bool                  // the groups differ from the task's
	Status      *stack.AlertStatus    // nil: nobody can see a change
	History     []HistoryEntry
	Evaluations []Evaluation
	Notices     []Notice
}

// HistoryKind says what an entry of an alert's history tells.
type HistoryKind string

// The kinds of history.
const (
	HistoryTransition HistoryKind = "transition" // a group went to another state
	HistoryError      HistoryKind = "error"      // evaluation failed again and again
	HistoryRecovered  HistoryKind = "recovered"  // evaluation works again
	HistorySkipped    HistoryKind = "skipped"    // windows that lie too far back were left out
	HistoryIncomplete HistoryKind = "incomplete" // windows may lack records of a node that is away
)

// HistoryKinds lists the kinds of history.
func HistoryKinds() []HistoryKind {
	return []HistoryKind{HistoryTransition, HistoryError, HistoryRecovered, HistorySkipped, HistoryIncomplete}
}

// HistoryEntry is a change of an alert. Transitions are unique by alert,
// group and window.
type HistoryEntry struct {
	Kind         HistoryKind
	Group        Group
	Window       Window
	From, To     stack.AlertState
	Value        *float64 // nil: no data, or not finite
	Threshold    float64
	ThresholdMax *float64
	Message      string // of errors, and of windows that were skipped or may lack records
	Windows      int    // how many were skipped; it is not kept
	RecordedAt   time.Time
}

// Evaluation is what a window said about an alert.
type Evaluation struct {
	Window      Window
	State       stack.AlertState // of the alert after the window
	Groups      []GroupResult    // at most GroupResultsMax, firing ones first
	GroupsTotal int
	NonFinite   uint64 // values that were not finite
	Query       time.Duration
	Attempts    int    // that failed before, or up to now
	ErrorType   string // empty: it was evaluated
	Error       string
	At          time.Time
}

// GroupResult is what a window said about one group.
type GroupResult struct {
	Values   []GroupValue     `json:"group,omitempty"`
	Value    *float64         `json:"value"` // nil: no data, or not finite
	Infinite Infinity         `json:"infinite,omitempty"`
	Breached bool             `json:"breached"`
	State    stack.AlertState `json:"state"`
}
