package stack

import (
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

// WebhookUses returns the alerts that notify through the webhook, over any of
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

// InUse returns nil when there are no uses, otherwise a Conflict fault that
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
