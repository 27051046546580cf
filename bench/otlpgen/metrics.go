package otlpgen

import "fmt"

// seriesDefault is how many series there are unless the generator says. Each
// has a point per round; the points of a service's round have one time.
const seriesDefault = 5000

func (g *Generator) series() uint64 {
	if g.Series > 0 {
		return uint64(g.Series)
	}
	return seriesDefault
}

// metricKinds is how many types of metrics there are.
const metricKinds = 5

// Metrics returns a request with the points from a number on: of five, one of
// each type.
func (g *Generator) Metrics(first uint64, count int) []byte {
	groups := g.groups(first, count, g.pointService, func(number uint64) message { return nil })
	for i := range groups {
		groups[i].records = nil
		for kind := range uint64(metricKinds) {
			groups[i].addMetric(g, first, count, kind)
		}
	}
	return g.request(groups)
}

// addMetric adds the points of one type that a service has in a request.
func (o *group) addMetric(g *Generator, first uint64, count int, kind uint64) {
	var points []message
	for number := first; number < first+uint64(count); number++ {
		if number%metricKinds == kind && g.pointService(number) == o.service {
			points = append(points, g.point(number, kind))
		}
	}
	if len(points) > 0 {
		o.records = append(o.records, describe(kind, points))
	}
}

// pointService returns the service of a point, which is that of its series.
func (g *Generator) pointService(number uint64) int {
	return g.diceFor(runDice, number%g.series()/50).skewed(len(services()))
}

// instrument is a metric of the shop: its field holds the points.
type instrument struct {
	name, unit string
	field      int
}

func instruments() [metricKinds]instrument {
	return [...]instrument{
		{"process.memory.usage", "By", 5},
		{"http.server.requests", "{request}", 7},
		{"http.server.request.duration", "s", 9},
		{"rpc.client.duration", "ms", 10},
		{"queue.wait", "s", 11},
	}
}

// describe returns a metric with points.
func describe(kind uint64, points []message) message {
	of := instruments()[kind]
	var m, list message
	for _, point := range points {
		list.bytes(1, point)
	}
	if kind >= 1 && kind <= 3 {
		list.varint(2, 2) // cumulative
	}
	if kind == 1 {
		list.varint(3, 1) // monotonic
	}
	m.text(1, of.name)
	m.text(2, "Measured by the shop's "+of.name+" instrument")
	m.text(3, of.unit)
	m.bytes(of.field, list)
	return m
}

// point makes one point of a series.
type point struct {
	g                     *Generator
	number, round, series uint64
}

func (g *Generator) point(number, kind uint64) message {
	p := point{g: g, number: number, round: number / g.series(), series: number % g.series()}
	switch kind {
	case 0:
		return p.gauge()
	case 1:
		return p.sum()
	case 2:
		return p.histogram()
	case 3:
		return p.exponential()
	default:
		return p.summary()
	}
}

// at returns the time of the round of the point's service.
func (p point) at() uint64 {
	service := uint64(p.g.pointService(p.number))
	return p.g.at(p.round*p.g.series() + service*p.g.series()/uint64(len(services())))
}

func (p point) head(m *message, attributes int) {
	series := p.series / metricKinds
	m.fixed64(2, uint64(p.g.Start.UnixNano()))
	m.fixed64(3, p.at())
	m.textAttribute(attributes, "http.route", routes()[series%uint64(len(routes()))])
	m.textAttribute(attributes, "http.request.method", methods()[series/7%uint64(len(methods()))])
	m.textAttribute(attributes, "k8s.pod.name", fmt.Sprintf("pod-%d", series/10))
	m.intAttribute(attributes, "http.response.status_code", statuses()[series/11%uint64(len(statuses()))])
}

// value returns a measurement that changes from round to round.
func (p point) value() float64 {
	return float64(p.series%100)*10 + float64(p.g.diceFor(valueDice, p.number).below(1000))/100
}

func (p point) gauge() message {
	var one message
	p.head(&one, 7)
	one.double(4, p.value())
	return one
}

func (p point) sum() message {
	var one message
	p.head(&one, 7)
	one.fixed64(6, p.round*(1+p.series%20))
	if p.number%125 == 1 {
		one.bytes(5, p.exemplar())
	}
	return one
}

func (p point) exemplar() message {
	var m message
	d := p.g.diceFor(pointDice, p.number)
	m.fixed64(2, p.at())
	m.double(3, p.value())
	m.bytes(4, id(d, 8))
	m.bytes(5, id(d, 16))
	m.textAttribute(7, "user.id", fmt.Sprintf("u%05d", d.below(50_000)))
	return m
}

func (p point) histogram() message {
	bounds := []float64{0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5}
	counts := make([]uint64, len(bounds)+1)
	total := uint64(0)
	for i := range counts {
		counts[i] = p.round * (p.series*uint64(i)%13 + 1)
		total += counts[i]
	}
	var one message
	p.head(&one, 9)
	one.fixed64(4, total)
	one.double(5, float64(total)*0.07)
	one.packed64(6, counts)
	for _, bound := range bounds {
		one.double(7, bound)
	}
	one.double(11, 0.001)
	one.double(12, 4.2)
	return one
}

func (p point) exponential() message {
	var one, positive message
	p.head(&one, 1)
	one.fixed64(4, p.round*10)
	one.double(5, float64(p.round)*31)
	one.varint(6, 6) // scale 3
	one.fixed64(7, p.round)
	positive.varint(1, 8) // offset 4
	positive.packedVarint(2, []uint64{p.round, p.round * 2, p.round * 3, p.round * 3})
	one.bytes(8, positive)
	one.double(12, 1)
	one.double(13, 99)
	return one
}

func (p point) summary() message {
	var one message
	p.head(&one, 7)
	one.fixed64(4, p.round*10)
	one.double(5, float64(p.round)*3)
	for i, quantile := range []float64{0.5, 0.9, 0.99} {
		var q message
		q.double(1, quantile)
		q.double(2, p.value()*float64(i+1))
		one.bytes(6, q)
	}
	return one
}
