package stack_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/cairnstack/cairn/internal/stack"
)

// alert decodes a body and applies it to what is stored, at noon.
func alert(stored stack.AlertSpec, body string) (stack.AlertSpec, error) {
	in, err := stack.DecodeAlert([]byte(body))
	if err != nil {
		return stack.AlertSpec{}, err
	}
	return stored.Apply(in, noon())
}

const (
	hook     = `"channel":{"type":"webhook","webhookId":"` + idC + `"}`
	onTile   = `"source":"tile","dashboardId":"` + idA + `","tileId":"t1"`
	onSearch = `"source":"search","savedSearchId":"` + idB + `"`
	limits   = `"threshold":25,"thresholdType":"above","interval":"1h"`
)

func TestNineFieldsOfTheContractMakeAnAlert(t *testing.T) {
	t.Parallel()
	got, err := alert(stack.AlertSpec{}, `{`+onTile+`,"threshold":25.5,"thresholdType":"below","interval":"15m",`+hook+`,"name":"n","message":"m"}`)
	if err != nil {
		t.Fatal(err)
	}
	want := stack.AlertSpec{
		Source: stack.AlertOnTile, DashboardID: idA, TileID: "t1", Threshold: 25.5, ThresholdType: stack.ThresholdBelow, Interval: "15m",
		Channels: []stack.Channel{{Type: "webhook", WebhookID: idC}}, Name: "n", Message: "m",
		DelaySeconds: stack.DelaySecondsDefault,
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestAlertSourceKeepsItsSpelling(t *testing.T) {
	t.Parallel()
	for _, source := range []stack.AlertSource{"search", "saved_search"} {
		got, err := alert(stack.AlertSpec{}, `{"source":"`+string(source)+`","savedSearchId":"`+idB+`",`+limits+`,`+hook+`}`)
		if err != nil || got.Source != source || got.OnTile() {
			t.Errorf("%s became %s, %v", source, got.Source, err)
		}
	}
}

func TestAlertRules(t *testing.T) {
	t.Parallel()
	f := func(fields, want string) {
		t.Helper()
		_, err := alert(stack.AlertSpec{}, "{"+fields+"}")
		expectMessage(t, fields, err, want)
	}
	f(``, "source: is required; threshold: is required; thresholdType: is required; interval: is required")
	f(onTile+`,`+limits, "channel: At least one notification channel is required")
	f(onTile+`,`+limits+`,`+hook+`,"foo":1`, "foo: is not a known field")
	f(`"source":"query",`+limits+`,`+hook, "source: must be one of tile, search, saved_search")
	f(`"source":"tile",`+limits+`,`+hook, "dashboardId: is required; tileId: is required")
	f(`"source":"search",`+limits+`,`+hook, "savedSearchId: is required")
	f(onTile+`,"threshold":"25","thresholdType":"above","interval":"1h",`+hook, "threshold: must be a number")
	f(onTile+`,"threshold":1,"thresholdType":"over","interval":"2h",`+hook,
		"thresholdType: must be one of above, below, above_exclusive, below_or_equal, equal, not_equal, between, not_between; "+
			"interval: must be one of 1m, 5m, 15m, 30m, 1h, 6h, 12h, 1d")
	for _, kind := range stack.ThresholdTypes() {
		f(onTile+`,"threshold":1,"thresholdMax":1,"thresholdType":"`+string(kind)+`","interval":"1d",`+hook, "")
	}
	const bound = "thresholdMax: must be a number that is at least threshold when thresholdType is between or not_between"
	f(onTile+`,"threshold":1,"thresholdType":"between","interval":"1d",`+hook, bound)
	f(onTile+`,"threshold":2,"thresholdMax":1,"thresholdType":"not_between","interval":"1d",`+hook, bound)
	base := onSearch + `,` + limits + `,` + hook
	f(base+`,"groupBy":"a","name":null,"message":null,"note":null,"numConsecutiveWindows":null,"thresholdMax":null,"dashboardId":null`, "")
	f(base+`,"name":""`, "name: must be at least 1 character")
	f(base+`,"name":"`+text(stack.AlertNameCharsMax)+`","message":"`+text(stack.AlertTextCharsMax)+`"`, "")
	f(base+`,"name":"`+text(stack.AlertNameCharsMax+1)+`"`, "name: must be at most 512 characters")
	f(base+`,"message":"`+text(stack.AlertTextCharsMax+1)+`"`, "message: must be at most 4096 characters")
	f(base+`,"note":"`+text(stack.AlertTextCharsMax+1)+`"`, "note: must be at most 4096 characters")
	f(base+`,"groupBy":"`+text(stack.ExpressionCharsMax+1)+`"`, "groupBy: must be at most 10000 characters")
	f(base+`,"numConsecutiveWindows":0`, "numConsecutiveWindows: must be between 1 and 1440")
	f(base+`,"numConsecutiveWindows":1440`, "")
	f(base+`,"numConsecutiveWindows":1441`, "numConsecutiveWindows: must be between 1 and 1440")
	f(base+`,"numConsecutiveWindows":1.5`, "numConsecutiveWindows: must be a whole number")
	f(base+`,"noData":"panic"`, "noData: must be one of zero, keep, fire, ok")
	f(base+`,"renotifyInterval":"2m"`, "renotifyInterval: must be one of 1m, 5m, 15m, 30m, 1h, 6h, 12h, 1d")
	f(base+`,"delaySeconds":3600,"renotifyInterval":"6h","noData":"fire"`, "")
	f(base+`,"tags":["a","b"]`, "")
	f(base+`,"tags":null`, "tags: must not be null")
	f(base+`,"tags":["`+text(stack.TagCharsMax+1)+`"]`, "tags.0: must be at most 32 characters")
	f(base+`,"tags":[`+strings.Repeat(`"a",`, stack.TagsMax)+`"a"]`, "tags: must have at most 50 items")
	f(base+`,"delaySeconds":3601`, "delaySeconds: must be between 0 and 3600")
}

func TestAlertChannels(t *testing.T) {
	t.Parallel()
	f := func(fields, want string) {
		t.Helper()
		_, err := alert(stack.AlertSpec{}, `{`+onTile+`,`+limits+`,`+fields+`}`)
		expectMessage(t, fields, err, want)
	}
	channel := func(id string) string { return `{"type":"webhook","webhookId":"` + id + `"}` }
	f(`"channels":[`+channel(idA)+`,`+channel(idB)+`]`, "")
	f(`"channel":`+channel(idA)+`,"channels":[`+channel(idA)+`,`+channel(idB)+`]`, "")
	f(`"channel":`+channel(idB)+`,"channels":[`+channel(idA)+`,`+channel(idB)+`]`, "channel: must equal the first of channels when both are sent")
	f(`"channel":`+channel(idB)+`,"channels":[]`, "channel: must equal the first of channels when both are sent")
	f(`"channel":null`, "channel: must not be null")
	f(`"channel":null,"channels":[`+channel(idA)+`]`, "channel: must not be null")
	f(`"channel":`+channel(idA)+`,"channels":null`, "channels: must not be null")
	f(`"channels":[]`, "channel: At least one notification channel is required")
	f(`"channels":[`+channel(idA)+`,`+channel(idA)+`]`, "channels.1.webhookId: must not repeat another channel's")
	f(`"channel":{"type":"email","webhookId":"x"}`, "channel.type: must be webhook; channel.webhookId: must be 24 lower-case hexadecimal digits")
	many := func(n int) string {
		list := ""
		for i := range n {
			list += "," + channel(fmt.Sprintf("%024x", i))
		}
		return `"channels":[` + list[1:] + `]`
	}
	f(many(stack.ChannelsMax), "")
	f(many(stack.ChannelsMax+1), "channels: must have at most 10 items")
}

func TestAlertSchedule(t *testing.T) {
	t.Parallel()
	f := func(stored, fields string, wantOffset int, wantStart, wantMessage string) {
		t.Helper()
		base := `{` + onTile + `,` + limits + `,` + hook
		before, err := alert(stack.AlertSpec{}, base+stored+`}`)
		if err != nil {
			t.Fatal(err)
		}
		got, err := alert(before, base+fields+`}`)
		expectMessage(t, fields, err, wantMessage)
		start := ""
		if got.ScheduleStartAt != nil {
			start = got.ScheduleStartAt.Format(time.DateOnly)
		}
		if got.ScheduleOffsetMinutes != wantOffset || start != wantStart {
			t.Errorf("%s then %s: offset %d start %q, want %d %q", stored, fields, got.ScheduleOffsetMinutes, start, wantOffset, wantStart)
		}
	}
	start := `,"scheduleStartAt":"2026-10-01T00:00:00Z"`
	f(``, ``, 0, "", "")
	f(`,"scheduleOffsetMinutes":59`, ``, 59, "", "")
	f(`,"scheduleOffsetMinutes":59`, `,"scheduleOffsetMinutes":0`, 0, "", "")
	f(`,"scheduleOffsetMinutes":59`, start, 0, "2026-10-01", "")
	f(`,"scheduleOffsetMinutes":59`, `,"scheduleStartAt":null`, 0, "", "")
	f(start, ``, 0, "2026-10-01", "")
	f(start, `,"scheduleStartAt":null`, 0, "", "")
	f(start, `,"scheduleStartAt":null,"scheduleOffsetMinutes":5`, 5, "", "")
	f(start, `,"scheduleOffsetMinutes":5`, 0, "", "scheduleOffsetMinutes: must be 0 when scheduleStartAt is set")
	f(``, start+`,"scheduleOffsetMinutes":5`, 0, "", "scheduleOffsetMinutes: must be 0 when scheduleStartAt is set")
	f(``, `,"scheduleOffsetMinutes":60`, 0, "", "scheduleOffsetMinutes: must be less than the interval")
	f(`,"scheduleOffsetMinutes":30`, `,"interval":"30m"`, 0, "", "scheduleOffsetMinutes: must be less than the interval")
	f(``, `,"scheduleOffsetMinutes":-1`, 0, "", "scheduleOffsetMinutes: must be between 0 and 1439")
	f(``, `,"interval":"1d","scheduleOffsetMinutes":1439`, 1439, "", "")
	f(``, `,"interval":"1d","scheduleOffsetMinutes":1440`, 0, "",
		"scheduleOffsetMinutes: must be between 0 and 1439; scheduleOffsetMinutes: must be less than the interval")
	const range10 = "scheduleStartAt: must be at most 1 year ahead and 10 years back"
	f(``, `,"scheduleStartAt":"2027-11-01T00:00:00Z"`, 0, "2027-11-01", "")
	f(``, `,"scheduleStartAt":"2027-11-03T00:00:00Z"`, 0, "", range10)
	f(``, `,"scheduleStartAt":"2016-11-01T00:00:00Z"`, 0, "2016-11-01", "")
	f(``, `,"scheduleStartAt":"2016-01-01T00:00:00Z"`, 0, "", range10)
	const form = "scheduleStartAt: must be an RFC 3339 date-time in UTC such as 2026-01-31T08:00:00Z"
	f(``, `,"scheduleStartAt":"2026-11-01T00:00:00+01:00"`, 0, "", form)
	f(``, `,"scheduleStartAt":"2026-11-01"`, 0, "", form)
	f(``, `,"scheduleStartAt":1790000000`, 0, "", "scheduleStartAt: must be a string")
}

func TestAlertUpdate(t *testing.T) {
	t.Parallel()
	full := `,"threshold":1,"thresholdMax":2,"thresholdType":"between","interval":"5m",` + hook + `,"name":"n","message":"m","note":"o",
		"numConsecutiveWindows":3,"noData":"keep","renotifyInterval":"1h","delaySeconds":30`
	f := func(stored, body string, want func(a *stack.AlertSpec)) {
		t.Helper()
		before, err := alert(stack.AlertSpec{}, `{`+stored+full+`}`)
		if err != nil {
			t.Fatal(err)
		}
		got, err := alert(before, `{`+body+`}`)
		if err != nil {
			t.Fatal(err)
		}
		want(&before)
		if diff := cmp.Diff(before, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", body, diff)
		}
	}
	replaced := func(a *stack.AlertSpec) {
		a.Threshold, a.ThresholdMax, a.ThresholdType, a.Interval = 25, nil, stack.ThresholdAbove, "1h"
		a.Name, a.Message, a.Note, a.NumConsecutiveWindows = "", "", "", 0
	}
	f(onSearch+`,"groupBy":"g"`, onSearch+full, func(*stack.AlertSpec) {})
	f(onSearch+`,"groupBy":"g"`, onSearch+`,`+limits+`,`+hook, replaced)
	f(onSearch+`,"groupBy":"g"`, onSearch+`,`+limits+`,`+hook+`,"thresholdMax":9`, replaced)
	f(onSearch+`,"groupBy":"g"`, onSearch+`,"groupBy":null`+full, func(a *stack.AlertSpec) { a.GroupBy = "" })
	f(onSearch+`,"groupBy":"g"`, onTile+full, func(a *stack.AlertSpec) {
		a.Source, a.SavedSearchID, a.GroupBy, a.DashboardID, a.TileID = stack.AlertOnTile, "", "", idA, "t1"
	})
	f(onTile, onSearch+`,"groupBy":"h","dashboardId":"`+idA+`"`+full, func(a *stack.AlertSpec) {
		a.Source, a.SavedSearchID, a.GroupBy, a.DashboardID, a.TileID = stack.AlertOnSearch, idB, "h", "", ""
	})
	f(onTile, onTile+full+`,"noData":null,"renotifyInterval":null,"delaySeconds":null`, func(a *stack.AlertSpec) {
		a.NoData, a.RenotifyInterval, a.DelaySeconds = "", "", stack.DelaySecondsDefault
	})
	f(onTile+`,"tags":["a","b","a"]`, onTile+full, func(a *stack.AlertSpec) { a.Tags = []string{"a", "b"} })
	f(onTile+`,"tags":["a"]`, onTile+full+`,"tags":[]`, func(a *stack.AlertSpec) { a.Tags = nil })
	f(onTile, onTile+full+`,"delaySeconds":0`, func(a *stack.AlertSpec) { a.DelaySeconds = 0 })
}

func TestAlertAnswerIsAValidBody(t *testing.T) {
	t.Parallel()
	body := `{"id":"x","team":"t","teamId":"t","dashboard":"` + idA + `","savedSearch":null,"savedSearchId":null,` + onTile + `,"groupBy":null,` + limits + `,` + hook +
		`,"channels":[{"type":"webhook","webhookId":"` + idC + `"}],"name":null,"message":null,"note":null,"silenced":false,"silence":null,"state":"inactive",
		"stateBeforeError":null,"executionErrors":[],"numConsecutiveWindows":null,"createdAt":"2026-01-01T00:00:00.000Z","updatedAt":"2026-01-01T00:00:00.000Z"}`
	_, err := alert(stack.AlertSpec{}, body)
	expectMessage(t, body, err, "")
}

func TestAlertReferences(t *testing.T) {
	t.Parallel()
	sql := func(display, template string) stack.Config {
		return stack.SQLLineConfig{SQLQuery: stack.SQLQuery{ConfigType: "sql", DisplayType: stack.DisplayType(display), SQLTemplate: template}}
	}
	tile := func(c stack.Config) *stack.Dashboard {
		d := stack.Dashboard{}
		d.Tiles = []stack.Tile{{Placement: stack.Placement{ID: "t1"}, Config: c}}
		return &d
	}
	hooks := map[string]bool{idC: true}
	f := func(source string, targets stack.AlertTargets, want string) {
		t.Helper()
		a, err := alert(stack.AlertSpec{}, `{`+source+`,`+limits+`,`+hook+`}`)
		if err != nil {
			t.Fatal(err)
		}
		expectMessage(t, source, a.CheckReferences(targets), want)
	}
	line := stack.LineConfig{Chart: stack.Chart{DisplayType: stack.DisplayLine}}
	f(onTile, stack.AlertTargets{Webhooks: hooks, Dashboard: tile(line)}, "")
	f(onTile, stack.AlertTargets{Webhooks: hooks}, "Dashboard not found")
	f(onTile, stack.AlertTargets{Webhooks: hooks, Dashboard: &stack.Dashboard{}}, "Tile not found")
	f(onTile, stack.AlertTargets{Dashboard: tile(line)}, "Webhook not found")
	f(onSearch, stack.AlertTargets{Webhooks: hooks}, "Saved search not found")
	f(onSearch, stack.AlertTargets{Webhooks: hooks, SavedSearch: &stack.SavedSearch{}}, "")
	f(onTile, stack.AlertTargets{Webhooks: hooks, Dashboard: tile(stack.MarkdownConfig{DisplayType: stack.DisplayMarkdown})},
		"tileId: alerts are supported only on line, stacked_bar and number tiles")
	const interval = "tileId: the SQL template must use an interval macro or parameter, such as $__timeInterval, to be watched"
	f(onTile, stack.AlertTargets{Webhooks: hooks, Dashboard: tile(sql("line", "SELECT 1"))}, interval)
	f(onTile, stack.AlertTargets{Webhooks: hooks, Dashboard: tile(sql("number", "SELECT 1"))}, "")
	for _, template := range []string{"$__timeInterval(t)", "$__timeInterval_ms(t)", "$__interval_s", "{intervalSeconds:Int64}", "{intervalMilliseconds:Int64}"} {
		f(onTile, stack.AlertTargets{Webhooks: hooks, Dashboard: tile(sql("stacked_bar", template))}, "")
	}
}

func TestWindows(t *testing.T) {
	t.Parallel()
	if got := (stack.AlertSpec{}).Windows(); got != 1 {
		t.Errorf("unset: %d", got)
	}
	if got := (stack.AlertSpec{NumConsecutiveWindows: 4}).Windows(); got != 4 {
		t.Errorf("set: %d", got)
	}
}

func TestIntervals(t *testing.T) {
	t.Parallel()
	var last time.Duration
	for _, i := range stack.Intervals() {
		if i.Duration() <= last {
			t.Errorf("%s is not longer than the one before", i)
		}
		last = i.Duration()
	}
	if stack.Interval("2m").Duration() != 0 {
		t.Error("an unknown interval has a length")
	}
}
