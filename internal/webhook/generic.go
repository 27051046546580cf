package webhook

import (
	"bytes"
	"encoding/json"
	"strings"
	"time"

	"github.com/cairnstack/cairn/internal/alerting"
	"github.com/cairnstack/cairn/internal/stack"
)

// payloadVersion is the version of the generic payload. A new field does not
// raise it; a changed or removed one does.
const payloadVersion = 1

// payload is the generic payload; its schema is docs/api/alert-payload.schema.json.
type payload struct {
	Version   int         `json:"version"`
	Type      string      `json:"type"`
	Timestamp string      `json:"timestamp"`
	Text      string      `json:"text"`
	Data      payloadData `json:"data"`
}

type payloadData struct {
	EventID       string              `json:"eventId"`
	Kind          alerting.NoticeKind `json:"kind"`
	Alert         payloadAlert        `json:"alert"`
	State         stack.AlertState    `json:"state"`
	PreviousState stack.AlertState    `json:"previousState"`
	Group         *payloadGroup       `json:"group"`
	Value         *float64            `json:"value"`
	ValueText     string              `json:"valueText"`
	Threshold     payloadThreshold    `json:"threshold"`
	Window        payloadWindow       `json:"window"`
	Sample        []map[string]string `json:"sample"`
	Title         string              `json:"title"`
	Text          string              `json:"text"`
	Link          string              `json:"link"`
}

type payloadAlert struct {
	ID              string            `json:"id"`
	TeamID          string            `json:"teamId"`
	Name            string            `json:"name"`
	Note            string            `json:"note"`
	Tags            []string          `json:"tags"`
	Source          stack.AlertSource `json:"source"`
	Interval        stack.Interval    `json:"interval"`
	DashboardID     string            `json:"dashboardId,omitempty"`
	DashboardName   string            `json:"dashboardName,omitempty"`
	TileID          string            `json:"tileId,omitempty"`
	TileName        string            `json:"tileName,omitempty"`
	SavedSearchID   string            `json:"savedSearchId,omitempty"`
	SavedSearchName string            `json:"savedSearchName,omitempty"`
}

type payloadWindow struct {
	Start string `json:"start"`
	End   string `json:"end"`
}

type payloadGroup struct {
	Key        string            `json:"key"`
	Attributes map[string]string `json:"attributes"`
}

type payloadThreshold struct {
	Type  stack.ThresholdType `json:"type"`
	Value float64             `json:"value"`
	Max   *float64            `json:"max"`
	Text  string              `json:"text"`
}

func (t telling) generic() payload {
	n := t.Notice
	sample := n.Sample
	if sample == nil {
		sample = []map[string]string{}
	}
	return payload{
		Version: payloadVersion, Type: eventType(n), Timestamp: stamp(t.CreatedAt), Text: t.line(),
		Data: payloadData{
			EventID: n.EventID(), Kind: n.Kind, Alert: alertOf(n), State: n.To, PreviousState: n.From,
			Group: groupOf(n.Group), Value: n.Value, ValueText: quantityText(n), Window: payloadWindow{stamp(n.Window.Start), stamp(n.Window.End)},
			Threshold: payloadThreshold{n.Alert.ThresholdType, n.Alert.Threshold, n.Alert.ThresholdMax, boundText(n)},
			Sample:    sample, Title: t.title, Text: t.text, Link: t.link,
		},
	}
}

// line is the whole message in one text, for receivers that show what stands
// in text and nothing else.
func (t telling) line() string {
	parts := []string{t.title, t.text, t.link, t.vars["state"], t.vars["startTime"], t.vars["endTime"], t.vars["eventId"]}
	return strings.Join(parts, " | ")
}

// stamp writes a time in UTC with milliseconds.
func stamp(at time.Time) string { return at.UTC().Format("2006-01-02T15:04:05.000Z") }

func eventType(n alerting.Notice) string {
	switch {
	case n.Kind == alerting.NoticeTest:
		return "alert.test"
	case n.To == stack.StateFiring:
		return "alert.firing"
	default:
		return "alert.resolved"
	}
}

func alertOf(n alerting.Notice) payloadAlert {
	a := n.Alert
	return payloadAlert{
		ID: a.ID, TeamID: a.TeamID, Name: a.Name, Note: a.Note, Tags: append([]string{}, a.Tags...), Source: a.Source, Interval: a.Interval,
		DashboardID: a.DashboardID, DashboardName: n.Watched.DashboardName, TileID: a.TileID, TileName: n.Watched.TileName,
		SavedSearchID: a.SavedSearchID, SavedSearchName: n.Watched.SavedSearchName,
	}
}

// groupOf returns nil for an alert without groups.
func groupOf(g alerting.Group) *payloadGroup {
	if g.Key == "" {
		return nil
	}
	attributes := make(map[string]string, len(g.Values))
	for _, v := range g.Values {
		attributes[v.Name] = v.Value
	}
	return &payloadGroup{Key: g.Key, Attributes: attributes}
}

// encode writes JSON as receivers read it, without escapes for browsers.
func encode(v any) ([]byte, error) {
	var out bytes.Buffer
	e := json.NewEncoder(&out)
	e.SetEscapeHTML(false)
	err := e.Encode(v)
	return bytes.TrimSuffix(out.Bytes(), []byte("\n")), err
}

// escapeJSON returns the text as it stands inside of a JSON string.
func escapeJSON(text string) string {
	quoted, _ := encode(text) // a string can always be written
	return strings.TrimSuffix(strings.TrimPrefix(string(quoted), `"`), `"`)
}
