package otlpgen

import "fmt"

// SpansPerTrace is how many spans a generated trace has.
const SpansPerTrace = 8

// The fields of Span, Event, Link and Status.
const (
	spanTraceID    = 1
	spanSpanID     = 2
	spanState      = 3
	spanParentID   = 4
	spanName       = 5
	spanKind       = 6
	spanStart      = 7
	spanEnd        = 8
	spanAttributes = 9
	spanEvents     = 11
	spanLinks      = 13
	spanStatus     = 15
)

// Traces returns a request with the spans from a number on. Spans whose
// numbers differ only in the last of eight belong to one trace; a span's
// parent stands before it.
func (g *Generator) Traces(first uint64, count int) []byte {
	return g.request(g.groups(first, count, g.spanService, g.span))
}

// spanService returns the service of a span: a trace wanders through a few.
func (g *Generator) spanService(number uint64) int {
	trace, place := number/SpansPerTrace, number%SpansPerTrace
	return g.diceFor(runDice, trace<<3|place/2).skewed(len(services()))
}

// spanID returns the id of a span, which its children refer to.
func (g *Generator) spanID(number uint64) []byte { return id(g.diceFor(traceDice, number), 8) }

func (g *Generator) span(number uint64) message {
	d := g.diceFor(traceDice, number)
	own := id(d, 8)
	trace, place := number/SpansPerTrace, number%SpansPerTrace
	start := g.at(trace*SpansPerTrace) + place*200_000 + uint64(d.below(100_000))
	var m message
	m.bytes(spanTraceID, id(g.diceFor(traceDice, trace|1<<62), 16))
	m.bytes(spanSpanID, own)
	if place > 0 {
		m.bytes(spanParentID, g.spanID(trace*SpansPerTrace+(place-1)/2))
	}
	if d.oneIn(20) {
		m.text(spanState, "vendor=t61rcWkgMzE")
	}
	service := g.spanService(number)
	route := routes()[(service+d.skewed(4))%len(routes())]
	m.text(spanName, pick(d, methods())+" "+route)
	m.varint(spanKind, 1+place%5)
	m.fixed64(spanStart, start)
	m.fixed64(spanEnd, start+uint64(1000+d.skewed(50_000_000)))
	g.spanAttributes(&m, d, number, route)
	g.spanTail(&m, d, start)
	return m
}

func (g *Generator) spanAttributes(m *message, d *dice, number uint64, route string) {
	m.textAttribute(spanAttributes, "http.request.method", pick(d, methods()))
	m.textAttribute(spanAttributes, "http.route", route)
	m.intAttribute(spanAttributes, "http.response.status_code", pick(d, statuses()))
	m.textAttribute(spanAttributes, "server.address", fmt.Sprintf("%s.shop.internal", pick(d, services())))
	m.intAttribute(spanAttributes, "server.port", 8080)
	m.textAttribute(spanAttributes, "user_agent.original", fmt.Sprintf("shop-client/%d.%d", 1+d.below(3), d.below(20)))
	m.textAttribute(spanAttributes, "url.path", fmt.Sprintf("%s?item=%d", route, d.below(100_000)))
	m.intAttribute(spanAttributes, NumberKey, int64(number))
}

// spanTail adds a failure once in twenty spans, and a link once in fifty.
func (g *Generator) spanTail(m *message, d *dice, start uint64) {
	if d.oneIn(20) {
		var event, status message
		event.fixed64(1, start+500)
		event.text(2, "exception")
		event.textAttribute(3, "exception.type", "TimeoutError")
		event.textAttribute(3, "exception.message", fmt.Sprintf("no answer after %d ms", d.below(5000)))
		m.bytes(spanEvents, event)
		status.text(2, "upstream timeout")
		status.varint(3, 2)
		m.bytes(spanStatus, status)
	}
	if d.oneIn(50) {
		var link message
		link.bytes(1, id(d, 16))
		link.bytes(2, id(d, 8))
		link.textAttribute(4, "link.kind", "batch")
		m.bytes(spanLinks, link)
	}
}
