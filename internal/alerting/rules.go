package alerting

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/cairnstack/cairn/internal/evaluate"
	"github.com/cairnstack/cairn/internal/explore"
	"github.com/cairnstack/cairn/internal/stack"
)

// ScheduleOf returns the windows of an alert.
func ScheduleOf(a stack.AlertSpec) evaluate.Schedule {
	s := evaluate.Schedule{
		Interval: a.Interval.Duration(),
		Offset:   time.Duration(a.ScheduleOffsetMinutes) * time.Minute,
	}
	if a.ScheduleStartAt != nil {
		s.Start = *a.ScheduleStartAt
	}
	return s
}

// RuleOf returns how the windows of an alert are judged that watches this.
func RuleOf(a stack.AlertSpec, watch explore.AlertWatch) evaluate.Rule {
	rule := evaluate.Rule{
		Comparison: a.ThresholdType, Threshold: a.Threshold, Windows: a.Windows(),
		NoData: a.NoData, Grouped: len(watch.GroupBy) > 0, Renotify: a.RenotifyInterval.Duration(),
	}
	if a.ThresholdMax != nil {
		rule.ThresholdMax = *a.ThresholdMax
	}
	if rule.NoData == "" {
		rule.NoData = stack.NoDataKeep
		if watch.Counts {
			rule.NoData, rule.Empty = stack.NoDataZero, watch.Empty
		}
	}
	return rule
}

// DelayOf returns how long a window waits for late data.
func DelayOf(a stack.AlertSpec) time.Duration { return time.Duration(a.DelaySeconds) * time.Second }

// HorizonOf returns how far back missed windows are evaluated.
func HorizonOf(a stack.AlertSpec) time.Duration {
	return max(CatchUpMax, CatchUpWindows*a.Interval.Duration())
}

// GroupingOf tells what an alert is grouped by from anything else that it
// could be.
func GroupingOf(groupBy []string) string {
	if len(groupBy) == 0 {
		return ""
	}
	return digestOf(groupBy)
}

// GroupOf returns the group of a point.
func GroupOf(groupBy []string, p explore.AlertPoint) Group {
	if len(groupBy) == 0 {
		return Group{}
	}
	names := groupBy
	if p.Names != nil {
		names = p.Names
	}
	group := Group{Key: digestOf(slices.Concat(groupBy, p.Names, p.Group))}
	for i, name := range names {
		if i < len(p.Group) {
			group.Values = append(group.Values, GroupValue{Name: name, Value: cutText(p.Group[i])})
		}
	}
	return group
}

func digestOf(texts []string) string {
	list, err := json.Marshal(texts)
	if err != nil {
		list = []byte(strings.Join(texts, "\x00"))
	}
	const digestBytes = 16
	sum := sha256.Sum256(list)
	return hex.EncodeToString(sum[:digestBytes])
}

// cutText shortens a text to GroupTextBytesMax at the end of a character.
func cutText(text string) string {
	if len(text) <= GroupTextBytesMax {
		return text
	}
	end := GroupTextBytesMax
	for end > 0 && !utf8.RuneStart(text[end]) {
		end--
	}
	return text[:end]
}
