package stackwire_test

import "fmt"

// backtest returns the body that tries an alert over the day before the
// world's noon.
func backtest(alert string) string {
	return fmt.Sprintf(`{"alert":%s,"startTime":1793448000000,"endTime":1793534400000}`, alert)
}

func alertReviewScenario() scenario {
	minutes := func(pairs ...string) string {
		return with(alert(), append([]string{"interval", `"1m"`, "threshold", "25"}, pairs...)...)
	}
	steps := append(watched(), []step{
		{does: "an alert", call: "POST /alerts", body: with(alert()), keep: map[string]string{"alert": "id"},
			want: []string{`"lastEvaluatedThrough":null`, `"lagSeconds":0`}},
		{does: "nothing changed yet", call: "GET /alerts/${alert}/history"},
		{does: "nothing is evaluated yet", call: "GET /alerts/${alert}/evaluations?limit=1000&startTime=1&endTime=1793534400000"},
		{does: "a list has bounds", call: "GET /alerts/${alert}/history?limit=1001", status: 400},
		{does: "history of nothing is 404", call: "GET /alerts/" + noSuch + "/history", status: 404, message: []string{"alert does not exist"}},
		{does: "evaluations of nothing are 404", call: "GET /alerts/" + noSuch + "/evaluations", status: 404, message: []string{"alert does not exist"}},
		{
			does: "a day of minutes, of which every fifth breaches", call: "POST /alerts/backtest", body: backtest(minutes()),
			want: []string{
				`{"transitions":[{"at":"2026-10-31T12:01:00.000Z","group":[],"from":"inactive","to":"firing","value":30},{"at":"2026-10-31T12:02:00.000Z","group":[],"from":"firing","to":"inactive","value":1}`,
				`"truncated":false,"notifications":576,"notificationsPerWeek":4032,"firingMinutes":288,"windows":1440,"firstValueAt":"2026-10-31T12:00:00.000Z","nonFinite":0,"suggestions":[]`,
			},
		},
		{does: "without a channel", call: "POST /alerts/backtest", body: backtest(minutes("channel", "", "threshold", "31")), want: []string{
			`"transitions":[]`, `"notifications":0`, `"firingMinutes":0`, `"windows":1440`,
		}},
		{does: "a field too many is 400", call: "POST /alerts/backtest", body: `{"alert":{},"startTime":1,"endTime":2,"x":3}`, status: 400, message: []string{"x: is not a known field"}},
		{does: "no object is 400", call: "POST /alerts/backtest", body: backtest("[]"), status: 400, message: []string{"alert: must be an object"}},
		{does: "no alert is 400", call: "POST /alerts/backtest", body: `{"startTime":1793448000000}`, status: 400,
			message: []string{"alert: is required", "endTime: is required"}},
		{does: "a bad alert is 400 with its place", call: "POST /alerts/backtest", body: backtest(minutes("interval", `"2m"`)), status: 400,
			message: []string{"alert.interval: must be one of 1m"}},
		{does: "an alert on nothing is 400", call: "POST /alerts/backtest", body: backtest(minutes("tileId", `"none"`)), status: 400, message: []string{"Tile not found"}},
		{does: "more than 31 days are 400", call: "POST /alerts/backtest", body: fmt.Sprintf(`{"alert":%s,"startTime":1790000000000,"endTime":1793534400000}`, minutes()),
			status: 400, message: []string{"endTime: must be at most 31 days after startTime"}},
		{does: "less than a window is 400", call: "POST /alerts/backtest", body: fmt.Sprintf(`{"alert":%s,"startTime":1793534400000,"endTime":1793534400001}`, minutes()),
			status: 400, message: []string{"endTime: must be at least one interval after startTime"}},
	}...)
	return scenario{"alert reviews", steps}
}
