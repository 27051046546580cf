package querytest_test

import (
	"fmt"
	"strings"
	"time"
)

// question is one of the table's, as the API takes it.
type question struct {
	name, path, body string
	victoria         [2]float64 // milliseconds of VictoriaLogs on a quiet machine: whole day, last hour
}

// questions are Q1 to Q8 about columns that most records have.
func questions(source string) []question {
	series, rows := asSeries(source), asRows(source)
	const six = `,"select":"Timestamp, ServiceName, SeverityText, Body, TraceId, SpanId"`
	return []question{
		{"Q1_count_per_minute", "/charts/series", series("1m", `"aggFn":"count","where":"","groupBy":[]`), [2]float64{106, 7.9}},
		{"Q2_count_by_service", "/charts/series", series("1m", `"aggFn":"count","where":"","groupBy":["ServiceName"]`), [2]float64{157, 11}},
		{"Q3_word_all_columns", "/search", rows(`,"where":"granite","select":"*"`), [2]float64{496, 25}},
		{"Q3_word_six_columns", "/search", rows(`,"where":"granite"` + six), [2]float64{496, 25}},
		{"Q3b_substring", "/search", rows(`,"where":"Body:nite"` + six), [2]float64{1549, 92}},
		{"Q4_p95_of_a_number", "/charts/series", series("1m", `"aggFn":"quantile","level":0.95,"field":"LogAttributes['duration_ms']","where":"","groupBy":[]`), [2]float64{8796, 388}},
		{"Q5_count_of_a_value", "/charts/series", series("1d", `"aggFn":"count","where":"LogAttributes.http.route:\"/pay\"","groupBy":[]`), [2]float64{129, 9.4}},
		{"Q6_facet", "/search/values", asValues(source, "LogAttributes.http.route"), [2]float64{354, 22}},
		{"Q7_trace_by_id", "/search", rows(`,"where":"TraceId:TRACE","select":"*"`), [2]float64{8.2, 2.3}},
		{"Q8_newest_of_a_service", "/search", rows(`,"where":"ServiceName:\"cart\""` + six), [2]float64{1198, 57}},
	}
}

// coldQuestions are those about an attribute, for a key that one record of
// thirty has.
func coldQuestions(source string) []question {
	series := asSeries(source)
	return []question{
		{"Q4_p95_of_a_number", "/charts/series", series("1m", `"aggFn":"quantile","level":0.95,"field":"LogAttributes['key.42']","where":"","groupBy":[]`), [2]float64{}},
		{"Q5_count_of_a_value", "/charts/series", series("1d", `"aggFn":"count","where":"LogAttributes.key.42:\"7\"","groupBy":[]`), [2]float64{}},
		{"Q6_facet", "/search/values", asValues(source, "LogAttributes.key.42"), [2]float64{}},
	}
}

func asSeries(source string) func(granularity, rest string) string {
	return func(granularity, rest string) string {
		return `{"startTime":FROM_MS,"endTime":TO_MS,"granularity":"` + granularity + `","series":[{"sourceId":"` + source + `",` + rest + `}]}`
	}
}

func asRows(source string) func(rest string) string {
	return func(rest string) string {
		return `{"sourceId":"` + source + `","startTime":"FROM_ISO","endTime":"TO_ISO","limit":100` + rest + `}`
	}
}

func asValues(source, field string) string {
	return `{"sourceId":"` + source + `","startTime":"FROM_ISO","endTime":"TO_ISO","fields":["` + field + `"]}`
}

// spanOfTime is a part of the day that is asked about.
type spanOfTime struct {
	name     string
	from, to time.Time
}

// spansOfTime returns the whole day and its last hour, and a moment more.
func spansOfTime(more time.Duration) []spanOfTime {
	to := nextDay().Add(more)
	return []spanOfTime{{"day", benchDay(), to}, {"hour", nextDay().Add(-time.Hour), to}}
}

func (q question) during(span spanOfTime, trace string) question {
	q.body = strings.NewReplacer(
		"FROM_MS", fmt.Sprint(span.from.UnixMilli()), "TO_MS", fmt.Sprint(span.to.UnixMilli()),
		"FROM_ISO", span.from.Format(time.RFC3339), "TO_ISO", span.to.Format(time.RFC3339), "TRACE", trace,
	).Replace(q.body)
	return q
}
