package main

import (
	"fmt"
	"strings"
	"time"

	"github.com/cairnstack/cairn/bench/otlpgen"
)

// question is something that people ask of log records, as the API takes it. Its
// body has words in capitals for what differs each time.
type question struct {
	name, path, body string
	want             int // how many records are found, or anyCount
}

const anyCount = -1

// The paths of questions.
const (
	seriesPath = "/api/v2/charts/series"
	searchPath = "/api/v2/search"
	valuesPath = "/api/v2/search/values"
)

// questions are those about attributes that nobody declared.
func questions() []question {
	const status, user, request = "LogAttributes.http.response.status_code", "LogAttributes.user.id", "LogAttributes.request.id"
	return append(append([]question{
		count("status_code", status+`:503`),
		count("status_code,_quoted", status+`:"503"`),
		count("status_code,_bare_name", `http.response.status_code:503`),
		count("status_code,_all_others", `-`+status+`:503`),
		count("status_code,_range", status+`:>=500`),
		count("status_code,_range,_bare_name", `http.response.status_code:[500 TO 599]`),
		count("number_of_many_values", user+`:"USER"`),
		count("number_of_many_values,_bare_name", `user.id:"USER"`),
		count("number_of_many_values,_unquoted", user+`:USER`),
		count("measured_number,_range", `LogAttributes.duration_ms:>1900`),
		countOf(1, "unique_id", request+`:"REQUEST"`),
		countOf(1, "unique_id,_bare_name", `request.id:"REQUEST"`),
		count("tenant", `LogAttributes.tenant:"TENANT"`),
		count("tenant,_bare_name", `tenant:"TENANT"`),
		count("tenant,_all_others", `-LogAttributes.tenant:"TENANT"`),
		count("pod", `ResourceAttributes.k8s.pod.name:"POD"`),
		count("pod,_bare_name,_beginning", `k8s.pod.name:auth*`),
		count("rare_key", `LogAttributes.`+otlpgen.RareKey+`:"`+otlpgen.RareValue+`"`),
		count("rare_key,_bare_name", otlpgen.RareKey+`:"`+otlpgen.RareValue+`"`),
		count("rare_key,_present", `LogAttributes.`+otlpgen.RareKey+`:*`),
		countOf(0, "absent_key", `LogAttributes.no.such.key:"x"`),
		countOf(0, "absent_key,_bare_name", `no.such.key:"x"`),
		count("two_attributes", `LogAttributes.tenant:"TENANT" `+status+`:503`),
		count("two_attributes,_bare_names", `tenant:"TENANT" http.response.status_code:503`),
		count("service_and_level,_bare_names", `service.name:"cart" level:error`),
		count("phrase", `"`+otlpgen.RichPhrase+`"`),
	}, pages()...), charts()...)
}

// pages are questions for records.
func pages() []question {
	return []question{
		page(anyCount, "word,_newest_100,_all_columns", otlpgen.RichWord, `,"select":"*"`),
		page(anyCount, "status_code,_newest_100", `LogAttributes.http.response.status_code:503`, ``),
		page(1, "unique_id,_all_columns", `LogAttributes.request.id:"REQUEST"`, `,"select":"*"`),
		page(otlpgen.RecordsPerTrace, "records_of_a_trace,_all_columns", `TraceId:TRACE`, `,"select":"*"`),
	}
}

// charts are questions for values of attributes.
func charts() []question {
	return []question{
		series("p95_of_a_number_per_minute", "1m", `"aggFn":"quantile","level":0.95,"field":"LogAttributes['duration_ms']","where":"","groupBy":[]`),
		facet("facet_of_a_route", "LogAttributes.http.route"),
		facet("facet_of_a_rare_key", "LogAttributes."+otlpgen.RareKey),
		groups("status_code", "LogAttributes['http.response.status_code']"),
		groups("number_of_many_values", "LogAttributes['user.id']"),
		groups("route", "LogAttributes['http.route']"),
		groups("route,_bare_name", "http.route"),
		groups("tenant", "LogAttributes['tenant']"),
		groups("pod", "ResourceAttributes['k8s.pod.name']"),
		groups("rare_key", "LogAttributes['"+otlpgen.RareKey+"']"),
	}
}

func count(name, where string) question { return countOf(anyCount, name, where) }

func countOf(want int, name, where string) question {
	q := series(name, "1d", fmt.Sprintf(`"aggFn":"count","where":%q,"groupBy":[]`, where))
	q.want = want
	return q
}

func groups(name, by string) question {
	return series("by_"+name, "1h", fmt.Sprintf(`"aggFn":"count","where":"","groupBy":[%q]`, by))
}

func series(name, granularity, rest string) question {
	body := `{"startTime":FROM_MS,"endTime":TO_MS,"granularity":"` + granularity + `","series":[{"sourceId":"SOURCE",` + rest + `}]}`
	return question{name, seriesPath, body, anyCount}
}

func page(want int, name, where, rest string) question {
	body := fmt.Sprintf(`{"sourceId":"SOURCE","startTime":"FROM_ISO","endTime":"TO_ISO","limit":100,"where":%q%s}`, where, rest)
	return question{name, searchPath, body, want}
}

func facet(name, field string) question {
	return question{name, valuesPath, `{"sourceId":"SOURCE","startTime":"FROM_ISO","endTime":"TO_ISO","fields":["` + field + `"]}`, anyCount}
}

// span is a part of the day that is asked about.
type span struct {
	name  string
	share float64 // of the day, up to its end
}

func spans() []span { return []span{{"day", 1}, {"hour", 1.0 / 24}} }

// day is the records of a day, in which each question finds other ones.
type day struct {
	generator *otlpgen.Generator
	rows      int
}

const dayLong = 24 * time.Hour

// yesterday returns the day before a moment, in UTC.
func yesterday(now time.Time, rows int) day {
	start := now.UTC().Truncate(dayLong).Add(-dayLong)
	return day{&otlpgen.Generator{Seed: loadSeed, Start: start, Step: dayLong / time.Duration(rows)}, rows}
}

// request returns records of the day as a request of the signal.
func (d day) request(o options, first uint64, count int) []byte {
	m := &maker{options: o, generator: d.generator}
	body, _ := m.request(first, count) // the signal is one of ours
	return body
}

// ask returns the body of a question about a part of the day. Every round is for
// other ids and ends a second later, so that no cache knows its answer.
func (d day) ask(q question, s span, source string, round int) string {
	end := d.generator.Start.Add(dayLong)
	from, to := end.Add(-time.Duration(s.share*float64(dayLong))), end.Add(time.Duration(round)*time.Second)
	number := d.inside(s, round)
	return strings.NewReplacer(
		"SOURCE", source, "FROM_MS", fmt.Sprint(from.UnixMilli()), "TO_MS", fmt.Sprint(to.UnixMilli()),
		"FROM_ISO", from.Format(time.RFC3339), "TO_ISO", to.Format(time.RFC3339),
		"REQUEST", d.generator.RequestID(number), "TRACE", d.generator.TraceID(number), "POD", d.generator.Pod(number),
		"TENANT", otlpgen.Tenant(40+round), "USER", fmt.Sprint(57+round),
	).Replace(q.body)
}

// inside returns the number of a record in the middle half of a part of the day,
// another one for each round.
func (d day) inside(s span, round int) uint64 {
	const places, step = 64, 29
	part := s.share * float64(d.rows)
	at := 0.25 + 0.5*float64(round*step%places)/places
	return uint64(float64(d.rows) - part*(1-at))
}
