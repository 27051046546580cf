package resources

import "github.com/cairnstack/cairn/internal/fault"

// How much a team may keep, so that its lists can be answered whole.
const (
	DashboardsMax     = 1000
	DashboardBytesMax = 64 << 20 // of all dashboards together
	// Of each dashboard, the present version included.
	DashboardVersionsMax     = 50
	DashboardVersionBytesMax = 8 << 20
	AlertsMax                = 10_000
	SourcesMax               = 200
	ConnectionsMax           = 100
	WebhooksMax              = 200
	SavedSearchesMax         = 5000
	SavedSearchBytesMax      = 32 << 20 // of all saved searches together
	InvitationsMax           = 200
	RolesMax                 = 100
)

// Holdings is how much a team keeps.
type Holdings struct {
	Dashboards       int
	DashboardBytes   int
	Alerts           int
	Sources          int
	Connections      int
	Webhooks         int
	SavedSearches    int
	SavedSearchBytes int
	Invitations      int
}

// room returns a Conflict unless one more fits.
func room(nouns string, have, most int) error {
	if have < most {
		return nil
	}
	return fault.New(fault.Conflict, "the limit of %d %s is reached; delete one first", most, nouns)
}

// roomInBytes returns a Conflict unless everything fits as it is.
func roomInBytes(nouns string, have, most int) error {
	if have <= most {
		return nil
	}
	return fault.New(fault.Conflict, "the limit of %d MiB for all %s together is reached; delete some first", most>>20, nouns)
}
