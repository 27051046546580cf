package webhook

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/cairnstack/cairn/internal/alerting"
	"github.com/cairnstack/cairn/internal/stack"
)

const windowLayout = "2006-01-02 15:04:05"

// mark begins a title, so that one glance tells what it is about.
func mark(n alerting.Notice) string {
	switch {
	case n.Kind == alerting.NoticeTest:
		return "🧪 " + testWord(n)
	case n.To == stack.StateFiring:
		return "🚨 "
	default:
		return "✅ "
	}
}

// testWord marks the test of an alert, whose title is that of the alert.
func testWord(n alerting.Notice) string {
	if n.IsRehearsal() {
		return "Test: "
	}
	return ""
}

func defaultTitle(n alerting.Notice) string {
	switch {
	case n.Kind == alerting.NoticeTest && !n.IsRehearsal():
		return "Test message from Cairn"
	case n.Alert.OnTile():
		return fmt.Sprintf("Alert for %q in %q - %s", n.Watched.TileName, n.Watched.DashboardName, finding(n))
	default:
		return fmt.Sprintf("Alert for %q - %s", n.Watched.SavedSearchName, finding(n))
	}
}

// finding is what a title says of the value.
func finding(n alerting.Notice) string {
	if n.Value == nil || n.Alert.OnTile() {
		return comparison(n)
	}
	if *n.Value == 1 {
		return "1 line found"
	}
	return shown(n) + " lines found"
}

// write returns the text below the title.
func (t telling) write() string {
	n := t.Notice
	if n.Kind == alerting.NoticeTest && !n.IsRehearsal() {
		return "This is a test of the webhook. No action is needed."
	}
	var lines []string
	if n.IsRehearsal() {
		lines = append(lines, "This is a test of the alert. No action is needed.")
	}
	if group := groupText(n.Group); group != "" {
		lines = append(lines, "Group: "+group)
	}
	lines = append(lines, headline(n), fmt.Sprintf("Window: %s to %s UTC",
		n.Window.Start.UTC().Format(windowLayout), n.Window.End.UTC().Format(windowLayout)))
	if n.Alert.Message != "" {
		lines = append(lines, t.message())
	}
	return strings.Join(append(lines, sampleLines(n)...), "\n")
}

func headline(n alerting.Notice) string {
	switch {
	case n.To != stack.StateFiring:
		return "The alert is resolved: " + comparison(n) + "."
	case n.Kind == alerting.NoticeRenotify:
		return "The alert still fires: " + comparison(n) + "."
	default:
		return "The alert fires: " + comparison(n) + "."
	}
}

// comparison says how the value stands to the threshold.
func comparison(n alerting.Notice) string {
	if n.Value == nil && n.Infinite == alerting.Finite {
		return "no data"
	}
	value := shown(n)
	if !n.Alert.OnTile() {
		value = "a count of " + value
	}
	return value + " " + verb(n.Alert.ThresholdType, n.To == stack.StateFiring) + " " + boundText(n)
}

// verb says how a value stands to the threshold when it breaches, and the
// opposite when it does not.
func verb(t stack.ThresholdType, breaches bool) string {
	verbs := map[stack.ThresholdType][2]string{
		stack.ThresholdAbove:          {"meets or exceeds", "is below"},
		stack.ThresholdBelow:          {"is below", "meets or exceeds"},
		stack.ThresholdAboveExclusive: {"exceeds", "is at or below"},
		stack.ThresholdBelowOrEqual:   {"is at or below", "exceeds"},
		stack.ThresholdEqual:          {"equals", "does not equal"},
		stack.ThresholdNotEqual:       {"does not equal", "equals"},
		stack.ThresholdBetween:        {"is between", "is not between"},
		stack.ThresholdNotBetween:     {"is not between", "is between"},
	}
	if breaches {
		return verbs[t][0]
	}
	return verbs[t][1]
}

// groupText returns what a group has in its columns; nothing for one that has
// none, such as a series without labels.
func groupText(g alerting.Group) string {
	parts := make([]string, len(g.Values))
	for i, v := range g.Values {
		parts[i] = v.Name + "=" + v.Value
	}
	return strings.Join(parts, ", ")
}

func millis(t time.Time) string { return strconv.FormatInt(t.UnixMilli(), 10) }
