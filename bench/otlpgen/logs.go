package otlpgen

import "fmt"

// The fields of LogRecord.
const (
	logTime         = 1
	logSeverity     = 2
	logSeverityText = 3
	logBody         = 5
	logAttributes   = 6
	logFlags        = 8
	logTraceID      = 9
	logSpanID       = 10
	logObserved     = 11
)

// Logs returns a request with the log records from a number on, each of about
// 390 bytes.
func (g *Generator) Logs(first uint64, count int) []byte {
	return g.request(g.groups(first, count, g.logService, g.log))
}

// logService returns the service of a log record, the same for a run of them.
func (g *Generator) logService(number uint64) int {
	return g.diceFor(runDice, number/g.run()).skewed(len(services()))
}

func (g *Generator) log(number uint64) message {
	d := g.diceFor(logDice, number)
	service := g.logService(number)
	severity := pick(d, levels())
	var m, body message
	body.text(1, fmt.Sprintf(patterns()[(service+d.skewed(4))%len(patterns())], 10_000+d.below(90_000), 1+d.skewed(900), d.below(9)))
	m.fixed64(logTime, g.at(number))
	m.fixed64(logObserved, g.at(number)+uint64(d.below(1000))*1000)
	m.varint(logSeverity, severity.number)
	m.text(logSeverityText, severity.text)
	m.bytes(logBody, body)
	g.logAttributes(&m, d, number)
	m.fixed32(logFlags, 1)
	m.bytes(logTraceID, id(d, 16))
	m.bytes(logSpanID, id(d, 8))
	return m
}

func (g *Generator) logAttributes(m *message, d *dice, number uint64) {
	m.textAttribute(logAttributes, "http.request.method", pick(d, methods()))
	m.textAttribute(logAttributes, "http.route", pick(d, routes()))
	m.intAttribute(logAttributes, "http.response.status_code", pick(d, statuses()))
	m.floatAttribute(logAttributes, "duration_ms", float64(1+d.skewed(200_000))/100)
	m.textAttribute(logAttributes, "user.id", fmt.Sprintf("u%05d", d.skewed(50_000)))
	m.textAttribute(logAttributes, "client.address", fmt.Sprintf("10.%d.%d.%d", d.below(4), d.below(64), 1+d.below(250)))
	m.textAttribute(logAttributes, "thread.name", fmt.Sprintf("worker-%d", d.below(16)))
	m.boolAttribute(logAttributes, "cache.hit", d.below(10) < 7)
	if d.oneIn(12) {
		m.textAttribute(logAttributes, "exception.type", pick(d, []string{"TimeoutError", "IOError", "StockError"}))
	}
	m.intAttribute(logAttributes, NumberKey, int64(number))
}
