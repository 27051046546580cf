package stack

import (
	"slices"
	"strconv"
	"strings"

	"github.com/cairnstack/cairn/internal/fault"
)

// Use is one place where a resource is used.
type Use struct {
	Noun string
	ID   string
	Name string
}

// text names the use by its title, cut short, and by its id.
func (u Use) text() string {
	if u.Name == "" {
		return u.Noun + " " + u.ID
	}
	return u.Noun + " " + strconv.Quote(shown(u.Name)) + " (" + u.ID + ")"
}

// UsesListedMax bounds the users that an InUse fault names.
const UsesListedMax = 20

// SourceUses answers the dashboards and saved searches that read the source.
func SourceUses(sourceID string, dashboards []Dashboard, searches []SavedSearch) []Use {
	var uses []Use
	for _, d := range dashboards {
		m := d.Mentions()
		if slices.Contains(m.Sources, sourceID) || slices.Contains(m.ClickSources, sourceID) {
			uses = append(uses, Use{Noun: "dashboard", ID: d.ID, Name: d.Name})
		}
	}
	for _, s := range searches {
		if s.SourceID == sourceID {
			uses = append(uses, Use{Noun: "saved search", ID: s.ID, Name: s.Name})
		}
	}
	return uses
}

// ConnectionUses answers the sources and dashboards over the connection.
func ConnectionUses(connectionID string, sources []Source, dashboards []Dashboard) []Use {
	var uses []Use
	for _, s := range sources {
		if s.Connection == connectionID {
			uses = append(uses, Use{Noun: "source", ID: s.ID, Name: s.Name})
		}
	}
	for _, d := range dashboards {
		if slices.Contains(d.Mentions().Connections, connectionID) {
			uses = append(uses, Use{Noun: "dashboard", ID: d.ID, Name: d.Name})
		}
	}
	return uses
}

// WebhookUses answers the alerts that notify through the webhook, over any of
// their channels.
func WebhookUses(webhookID string, alerts []Alert) []Use {
	var uses []Use
	for _, a := range alerts {
		if a.Uses(webhookID) {
			uses = append(uses, Use{Noun: "alert", ID: a.ID, Name: a.Name})
		}
	}
	return uses
}

// InUse answers nil when there are no uses, otherwise a Conflict fault that
// names them.
func InUse(noun string, uses []Use) error {
	if len(uses) == 0 {
		return nil
	}
	listed := make([]string, 0, UsesListedMax)
	for _, u := range uses[:min(len(uses), UsesListedMax)] {
		listed = append(listed, u.text())
	}
	more := ""
	if len(uses) > UsesListedMax {
		more = ", …"
	}
	return fault.New(fault.Conflict, "Cannot delete %s: %d resource(s) still use it: %s%s",
		noun, len(uses), strings.Join(listed, ", "), more)
}
