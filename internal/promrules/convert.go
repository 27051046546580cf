package promrules

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/prometheus/common/model"
	"github.com/prometheus/prometheus/model/labels"

	"github.com/cairnstack/cairn/internal/explore/promtext"
	"github.com/cairnstack/cairn/internal/stack"
)

// Tag is what all that was imported has: nothing without it is overwritten.
const Tag = "prometheus-rules"

// IntervalDefault is how often Prometheus evaluates groups that say nothing
// about it, unless it is told otherwise.
const IntervalDefault = time.Minute

// Options says how rules are turned into resources.
type Options struct {
	Interval  time.Duration // of groups without one; zero: IntervalDefault
	WebhookID string        // where alerts send their notifications
}

// Board is what a group of rules becomes: a dashboard with a tile and an alert
// for each alerting rule.
type Board struct {
	Name     string
	Tiles    []map[string]any // bodies of the API
	Alerts   []map[string]any
	Verdicts []Verdict // one for each rule, in order
	records  []string  // the metrics that its recording rules make
}

// Verdict says what became of a rule.
type Verdict struct {
	Rule    string
	Becomes string   // empty: nothing
	Changed []string // what is not quite as in Prometheus
	LeftOut []string // what has no counterpart
	reads   []*labels.Matcher
}

// Convert reads a rule file, which is known by a name, and returns what its
// groups become.
func Convert(name string, text []byte, o Options) ([]Board, error) {
	read, err := parse(text)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	var boards []Board
	for _, g := range read.Groups {
		board, err := convertGroup(name, g, o)
		if err != nil {
			return nil, fmt.Errorf("%s: group %s: %w", name, g.Name, err)
		}
		boards = append(boards, board)
	}
	return boards, nil
}

// nameGap stands between the names of the file and of the group in a dashboard's.
const nameGap = " / "

// IsBehind reports whether a dashboard is of a file but none of what it becomes now.
func IsBehind(file, dashboard string, boards []Board) bool {
	return strings.HasPrefix(dashboard, file+nameGap) && !slices.ContainsFunc(boards, func(b Board) bool { return b.Name == dashboard })
}

func convertGroup(file string, g group, o Options) (Board, error) {
	board := Board{Name: file + nameGap + g.Name}
	if n := utf8.RuneCountInString(board.Name); n > stack.AlertNameCharsMax/2 {
		return Board{}, fmt.Errorf("its name has %d characters, at most %d can be taken over", n, stack.AlertNameCharsMax/2)
	}
	taken := map[string]bool{}
	for _, r := range g.Rules {
		c := conversion{group: g, rule: r, options: o, board: board.Name}
		if r.Record != "" {
			c.verdict.Rule = r.Record
			board.records = append(board.records, r.Record)
			c.leaveOut("recording rules: ask for the expression itself, or keep Prometheus for them")
		} else {
			c.verdict.Rule = freeName(taken, r.Alert)
			tile, alert := c.convert(len(board.Tiles))
			board.Tiles, board.Alerts = append(board.Tiles, tile), append(board.Alerts, alert)
		}
		board.Verdicts = append(board.Verdicts, c.verdict)
	}
	if len(board.Tiles) > stack.TilesMax {
		return Board{}, fmt.Errorf("has %d alerting rules, a dashboard holds at most %d tiles", len(board.Tiles), stack.TilesMax)
	}
	return board, nil
}

// freeName returns the name, with a number where rules before have the same.
func freeName(taken map[string]bool, name string) string {
	free := name
	for n := 2; taken[free]; n++ {
		free = fmt.Sprintf("%s (%d)", name, n)
	}
	taken[free] = true
	return free
}

// conversion turns one alerting rule into a tile and an alert.
type conversion struct {
	group   group
	rule    rule
	options Options
	board   string
	verdict Verdict
}

func (c *conversion) leaveOut(format string, args ...any) {
	c.verdict.LeftOut = append(c.verdict.LeftOut, fmt.Sprintf(format, args...))
}

func (c *conversion) change(format string, args ...any) {
	c.verdict.Changed = append(c.verdict.Changed, fmt.Sprintf(format, args...))
}

// bounded cuts a text that is longer than an alert's may be, and says so.
func (c *conversion) bounded(what, text string) string {
	if utf8.RuneCountInString(text) <= stack.AlertTextCharsMax {
		return text
	}
	c.leaveOut("the end of the %s: annotations are longer than %d characters", what, stack.AlertTextCharsMax)
	return string([]rune(text)[:stack.AlertTextCharsMax])
}

// The size of tiles on the grid, which has two of them side by side.
const (
	tileWidth  = stack.GridColumns / 2
	tileHeight = 6
)

func (c *conversion) convert(place int) (tile, alert map[string]any) {
	expr, _ := promtext.Parse(c.rule.Expr) // was read before
	c.verdict.reads = namesIn(expr)
	when := conditionOf(expr)
	if when.isPresence {
		c.change("the tile is 1 while the expression returns a series: notifications say 1 in the place of its value")
	}
	if when.kind == stack.ThresholdNotEqual {
		c.change("a series whose value is NaN does not fire")
	}
	if c.group.Limit > 0 {
		c.leaveOut("limit of the group")
	}
	if c.rule.KeepFiringFor > 0 {
		c.leaveOut("keep_firing_for: the alert ends with the first window that does not breach")
	}
	id := fmt.Sprintf("rule%d", place+1)
	tile = map[string]any{
		"id": id, "name": c.verdict.Rule, "w": tileWidth, "h": tileHeight,
		"x": place % 2 * tileWidth, "y": place / 2 * tileHeight,
		"config": map[string]any{
			"configType": stack.ConfigPromQL, "displayType": stack.DisplayLine, "queries": []any{map[string]any{"expression": when.expr}},
			"thresholdLines": []any{map[string]any{"value": when.threshold, "label": "threshold"}},
		},
	}
	return tile, c.alert(id, when)
}

func (c *conversion) alert(tileID string, when condition) map[string]any {
	interval, windows := c.schedule()
	message, note := c.words(c.rule.Annotations, when)
	alert := map[string]any{
		"source": stack.AlertOnTile, "dashboardId": "${dashboards/" + Slug + "}", "tileId": "${dashboards/" + Slug + "/tiles/" + tileID + "}",
		"threshold": when.threshold, "thresholdType": when.kind, "interval": interval, "numConsecutiveWindows": windows,
		"noData": stack.NoDataOK, "name": c.verdict.Rule + " (" + c.board + ")", "tags": c.tags(),
		"channels": []any{map[string]any{"type": stack.ChannelWebhook, "webhookId": c.options.WebhookID}},
	}
	if message != "" {
		alert["message"] = message
	}
	if note != "" {
		alert["note"] = note
	}
	c.delay(alert)
	c.verdict.Becomes = fmt.Sprintf("%s %g for %d windows of %s", when.kind, when.threshold, windows, interval)
	return alert
}

// delay has windows wait as long as the group evaluates in the past.
func (c *conversion) delay(alert map[string]any) {
	offset := time.Duration(c.group.QueryOffset)
	switch {
	case offset <= 0:
	case offset > stack.DelaySecondsMax*time.Second:
		c.leaveOut("query_offset, which is longer than %d s", stack.DelaySecondsMax)
	default:
		alert["delaySeconds"] = int((offset + time.Second - 1) / time.Second)
	}
}

// schedule returns the interval of the alert and how many windows in a row must
// breach. A rule fires with the first evaluation that is as late as for says;
// the first breach is one of them.
func (c *conversion) schedule() (stack.Interval, int) {
	wanted := cmp.Or(time.Duration(c.group.Interval), c.options.Interval, IntervalDefault)
	pending := time.Duration(c.rule.For)
	for _, interval := range stack.Intervals() {
		width := interval.Duration()
		windows := int((pending+width-1)/width) + 1
		if width < wanted || windows > stack.ConsecutiveWindowsMax {
			continue
		}
		if width != wanted {
			c.change("it is evaluated every %s instead of every %s", interval, model.Duration(wanted))
		}
		return interval, windows
	}
	longest := stack.Intervals()[len(stack.Intervals())-1]
	c.leaveOut("interval and for: at most %d windows of %s can be asked for", stack.ConsecutiveWindowsMax, longest)
	return longest, stack.ConsecutiveWindowsMax
}

// tags returns the labels of a rule and its group as tags.
func (c *conversion) tags() []string {
	all := maps.Clone(c.group.Labels)
	if all == nil {
		all = map[string]string{}
	}
	maps.Copy(all, c.rule.Labels)
	tags := []string{Tag}
	for _, name := range slices.Sorted(maps.Keys(all)) {
		tag := name + "=" + strings.TrimSpace(all[name])
		if strings.Contains(tag, "{{") || strings.ContainsFunc(tag, unicode.IsControl) || utf8.RuneCountInString(tag) > stack.TagCharsMax || len(tags) == stack.TagsMax {
			c.leaveOut("the label %s, which can't be a tag", name)
			continue
		}
		tags = append(tags, tag)
	}
	return tags
}
