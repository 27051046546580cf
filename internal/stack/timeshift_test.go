package stack_test

import "testing"

func TestTimeShift(t *testing.T) {
	t.Parallel()
	f := configCase(t)
	const wrong = at + "timeShift: must be a duration such as 1h, 1d or 1w, of at most 366 days"
	f(tileOf("line", `,"timeShift":"1w"`), "")
	f(tileOf("number", `,"timeShift":"90m"`), "")
	f(tileOf("pie", `,"timeShift":"366d"`), "")
	f(tileOf("table", `,"timeShift":"367d"`), wrong)
	f(tileOf("stacked_bar", `,"timeShift":"53w"`), wrong)
	for _, text := range []string{"0h", "-1h", "1", "1y", "1.5h", "1h30m", "999999w", " 1h", "week"} {
		f(tileOf("bar", `,"timeShift":"`+text+`"`), wrong)
	}
	f(`{"displayType":"search","sourceId":"`+idA+`","select":"","timeShift":"1d"}`, "")
	f(`{"displayType":"search","sourceId":"`+idA+`","select":"","timeShift":"1"}`, wrong)
	f(`{"configType":"sql","displayType":"bar","connectionId":"`+idA+`","sqlTemplate":"","timeShift":"1d"}`, "")
	f(`{"configType":"sql","displayType":"bar","connectionId":"`+idA+`","sqlTemplate":"","timeShift":"d"}`, wrong)
	f(`{"displayType":"markdown","timeShift":"1d"}`, at+"timeShift: is not a known field")
}
