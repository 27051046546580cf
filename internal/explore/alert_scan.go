package explore

import (
	"context"
	"slices"
	"sync"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/cairnstack/cairn/internal/query"
	"github.com/cairnstack/cairn/internal/stack"
)

// The limits of reading what alerts watch.
const (
	AlertScanWidth    = 1000 // different series in one scan
	AlertGroupedWidth = 100  // different series in one scan with groups
	AlertScanTasksMax = 1000 // alerts that share one scan
	// AlertScanBytes is how many bytes of texts above AlertTextBytes one scan
	// takes: what the engine needs to understand a statement grows faster than
	// the statement.
	AlertScanBytes   = 8 << 10
	AlertTextBytes   = 256
	AlertScansAtOnce = 4 // scans that run at the same time
	AlertGroupsMax   = query.GroupsMax
	// AlertDashboardsKept is how many dashboards are kept from one reading to
	// the next, as long as they do not change: reading a large one is work.
	AlertDashboardsKept = 500
)

// WatchStore keeps what alerts watch. What does not exist, or belongs to
// another team, is NotFound.
type WatchStore interface {
	SourceByID(ctx context.Context, teamID, id string) (stack.Source, error)
	DashboardByID(ctx context.Context, teamID, id string) (stack.Dashboard, error)
	DashboardVersion(ctx context.Context, teamID, id string) (int64, error)
	SavedSearchByID(ctx context.Context, teamID, id string) (stack.SavedSearch, error)
}

// SQLTileReader runs the templates of raw SQL tiles.
type SQLTileReader interface {
	Run(ctx context.Context, teamID string, q SQLQuery) (SQLAnswer, error)
}

// AlertReads reads the values that alerts compare. It acts for the team of
// each alert; there is no caller. Store and Engine are required.
type AlertReads struct {
	Store  WatchStore
	Engine Engine
	SQL    SQLTileReader // nil: alerts on raw SQL tiles can't be read
	PromQL PromQL        // nil: alerts on PromQL tiles can't be read
	// Sources keeps those that the caller of a context may read; nil: who may not
	// read all of them has no alerts.
	Sources SourceStore

	dashboards keptDashboards
}

// AlertQuestion asks for the values of an alert's windows, which begin Phase
// after whole multiples of Step and fill the range.
type AlertQuestion struct {
	Alert stack.Alert
	Range query.TimeRange
	Step  time.Duration
	Phase time.Duration
}

// AlertAnswer is the answer to the question at Index. With Err the window is
// not read, and everything else is empty.
type AlertAnswer struct {
	Index  int
	Err    error
	Watch  AlertWatch
	Points []AlertPoint
	// NonFinite is how many values were not finite, by the second in which
	// their window begins; nil: none.
	NonFinite map[int64]uint64
	Stats     query.Stats
	SharedBy  int // questions that were answered by the same scan
}

// AlertWatch says what an alert watches.
type AlertWatch struct {
	Dashboard   string // names, as far as there are any
	Tile        string
	SavedSearch string
	Source      string
	GroupBy     []string            // what the values are grouped by; none: there is one group
	Counts      bool                // a window without rows has a value, because rows are counted
	Empty       float64             // that value: 0, or what formulas make of zeros
	Format      *stack.NumberFormat // how values are written; nil: as plain numbers
}

// AlertPoint is the value of a window and group, which may be infinite.
type AlertPoint struct {
	Window time.Time // its beginning
	Group  []string  // one text for each of Names
	Names  []string  // of groups whose points differ in them, as labels do; nil: those of GroupBy
	Value  float64
}

// Read takes questions of alerts. Those about the same rows, groups and time are
// read in one scan, up to AlertScanWidth different series, or
// AlertGroupedWidth with groups. answered is called once for each scan, from
// several goroutines, with what it answered; a call comes for every question
// before Read returns. A question that breaks a rule does not keep others from
// being answered.
func (r *AlertReads) Read(ctx context.Context, questions []AlertQuestion, answered func([]AlertAnswer)) {
	plan := r.planAlerts(ctx, questions)
	if len(plan.refused) > 0 {
		answered(plan.refused)
	}
	rest := planApart(r.readPlanned(ctx, &alertPlan{scans: plan.scans}, answered))
	rest.apart = slices.Concat(rest.apart, plan.apart, plan.statements)
	r.readPlanned(ctx, rest, answered)
}

// readPlanned runs scans, then the tasks that are read apart, and returns the
// tasks that the scans could not answer.
func (r *AlertReads) readPlanned(ctx context.Context, plan *alertPlan, answered func([]AlertAnswer)) []alertTask {
	var mu sync.Mutex
	var apart []alertTask
	var running errgroup.Group
	running.SetLimit(AlertScansAtOnce)
	for _, scan := range plan.scans {
		running.Go(func() error {
			read, left := r.readShared(ctx, scan)
			if len(read) > 0 {
				answered(read)
			}
			mu.Lock()
			defer mu.Unlock()
			apart = append(apart, left...)
			return nil
		})
	}
	for _, task := range plan.apart {
		running.Go(func() error {
			answered([]AlertAnswer{r.readAlone(ctx, task)})
			return nil
		})
	}
	_ = running.Wait() // failures are in what was answered
	return apart
}
