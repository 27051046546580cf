package stackwire

import (
	"cmp"
	"encoding/json"
	"slices"
	"strings"

	"github.com/cairnstack/cairn/internal/alerting"
	"github.com/cairnstack/cairn/internal/alerting/notifier"
	"github.com/cairnstack/cairn/internal/alerting/review"
	"github.com/cairnstack/cairn/internal/fault"
	"github.com/cairnstack/cairn/internal/stack"
)

// DraftBody is the body that asks about an alert that need not be stored.
type DraftBody struct {
	Alert AlertText `json:"alert" doc:"The body of an alert. To preview it, it needs no channel."`
}

// DecodeDraft reads a body strictly.
func DecodeDraft(body []byte) (DraftBody, error) {
	if err := stack.CheckObject(body); err != nil {
		return DraftBody{}, err
	}
	var fields map[string]json.RawMessage
	var rules fault.Rules
	if err := json.Unmarshal(body, &fields); err != nil {
		return DraftBody{}, err
	}
	in := DraftBody{Alert: AlertText(fields["alert"])}
	checkObject(&rules, "alert", in.Alert)
	for name := range fields {
		rules.Check(name == "alert", name, "unknown_field", "is not a known field")
	}
	return in, rules.Err()
}

// AlertPreview is the notification that an alert would send for the last window.
type AlertPreview struct {
	Title       string                `json:"title"`
	Text        string                `json:"text"`
	IsExample   bool                  `json:"isExample" doc:"Whether the value is an example, because nothing breached in the last window."`
	Value       *float64              `json:"value"`
	Group       []alerting.GroupValue `json:"group" doc:"Empty for an alert without groups."`
	WindowStart string                `json:"windowStart" format:"date-time"`
	WindowEnd   string                `json:"windowEnd" format:"date-time"`
	Variables   []AlertVariable       `json:"variables" doc:"What name and message can read."`
}

// AlertVariable is something that a template of an alert can read.
type AlertVariable struct {
	Name        string `json:"name"`
	Description string `json:"description"`
	Value       string `json:"value" doc:"What it holds in the preview."`
}

// ShowPreview returns the notification that an alert would send.
func ShowPreview(r review.Rehearsal, letter alerting.Letter) AlertPreview {
	n := r.Notice
	return AlertPreview{
		Title: letter.Title, Text: letter.Text, IsExample: r.Example, Value: n.Value, Group: groupValues(n.Group.Values),
		WindowStart: Stamp(n.Window.Start), WindowEnd: Stamp(n.Window.End), Variables: showVariables(letter.Variables),
	}
}

// showVariables lists the attributes first: they are the team's own.
func showVariables(values map[string]string) []AlertVariable {
	list := []AlertVariable{}
	for name, value := range values {
		if column, ok := strings.CutPrefix(name, "attributes."); ok {
			list = append(list, AlertVariable{name, "Value of " + column + " of the group", value})
		}
	}
	slices.SortFunc(list, func(a, b AlertVariable) int { return cmp.Compare(a.Name, b.Name) })
	for _, v := range stack.NoticeVariables() {
		list = append(list, AlertVariable{v.Name, v.Description, values[v.Name]})
	}
	return list
}

// AlertTest is how the test of an alert went.
type AlertTest struct {
	IsExample  bool                `json:"isExample" doc:"Whether the value is an example, because nothing breached in the last window."`
	Deliveries []AlertTestDelivery `json:"deliveries" doc:"One for each channel, in their order."`
}

// AlertTestDelivery is the test of an alert at one webhook.
type AlertTestDelivery struct {
	Delivery Delivery `json:"delivery"`
	Sent     string   `json:"sent" doc:"The body of the request, without secrets."`
}

// ShowAlertTest returns how a test went.
func ShowAlertTest(r review.Rehearsal, list []notifier.Rehearsed) AlertTest {
	return AlertTest{IsExample: r.Example, Deliveries: Shown(list, func(d notifier.Rehearsed) AlertTestDelivery {
		return AlertTestDelivery{Delivery: ShowDelivery(d.Delivery), Sent: d.Sent}
	})}
}
