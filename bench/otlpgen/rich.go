package otlpgen

import (
	"encoding/hex"
	"fmt"
	"strings"
)

// What rich records hold that people ask for.
const (
	// RichPhrase is in one of fifty bodies, RichWord in one of a thousand.
	RichPhrase = "context deadline exceeded"
	RichWord   = "granite"
	// RareKey is a text that one record of thirty has, with RareValue in one of
	// two hundred of these.
	RareKey   = "coupon.code"
	RareValue = "coupon-57"
	// RecordsPerTrace is how many rich log records every trace has.
	RecordsPerTrace = 8
)

const (
	phraseEvery   = 50
	wordEvery     = 1000
	users         = 100_000
	tenants       = 400
	podsOfService = 5
	rareValues    = 200
	richBytes     = 640 // of a record, at most
	// Records of a trace are so many records apart, and so of several services.
	tracesAtOnce = 100
)

// RichLogs returns a request with the log records from a number on, as services
// in a cluster send them: each of about 450 bytes, with 6 to 13 attributes, a
// resource of 13, and an id of its own. Eight records have a trace in common.
func (g *Generator) RichLogs(first uint64, count int) []byte {
	return g.requestOf(g.groups(first, count, g.richPod, g.richLog), g.richResource)
}

// RequestID returns the value of request.id, which no other record has.
func (g *Generator) RequestID(number uint64) string {
	d := g.diceFor(requestDice, number)
	return fmt.Sprintf("%016x%016x", d.next(), number*diceStep)
}

// TraceID returns the trace of a rich log record, as it is searched for.
func (g *Generator) TraceID(number uint64) string { return hex.EncodeToString(g.richTrace(number)) }

// Pod returns the value of k8s.pod.name of a rich log record.
func (g *Generator) Pod(number uint64) string { return g.podName(g.richPod(number)) }

// Tenant returns the name of a tenant; small numbers have more records.
func Tenant(n int) string { return fmt.Sprintf("tenant-%03d", n%tenants) }

func richServices() []string {
	return append(services(), "loyalty", "notify", "pricing", "returns")
}

// richPod returns the pod of a log record, the same for a run of them: its
// service times podsOfService, and its place there.
func (g *Generator) richPod(number uint64) int {
	d := g.diceFor(runDice, number/g.run())
	return d.below(len(richServices()))*podsOfService + d.below(podsOfService)
}

func (g *Generator) richTrace(number uint64) []byte {
	const block = RecordsPerTrace * tracesAtOnce
	return id(g.diceFor(traceDice, number/block*tracesAtOnce+number%tracesAtOnce), 16)
}

func (g *Generator) podName(pod int) string {
	service := richServices()[pod/podsOfService]
	deployed, own := g.diceFor(serviceDice, uint64(pod/podsOfService)), g.diceFor(podDice, uint64(pod))
	return fmt.Sprintf("%s-%08x-%05x", service, deployed.next()>>32, own.next()>>44)
}

// richResource returns the resource of a pod.
func (g *Generator) richResource(pod int) message {
	service, d := richServices()[pod/podsOfService], g.diceFor(podDice, uint64(pod))
	node := fmt.Sprintf("ip-10-0-%d-%d.internal", d.below(4), d.below(8))
	var m message
	m.textAttribute(1, "service.name", service)
	m.textAttribute(1, "service.namespace", "shop")
	m.textAttribute(1, "service.version", fmt.Sprintf("2.%d.%d", len(service), d.below(3)))
	m.textAttribute(1, "service.instance.id", fmt.Sprintf("%s-%d", service, pod%podsOfService))
	m.textAttribute(1, "deployment.environment.name", "production")
	m.textAttribute(1, "k8s.cluster.name", "shop-eu")
	m.textAttribute(1, "k8s.namespace.name", "shop")
	m.textAttribute(1, "k8s.deployment.name", service)
	m.textAttribute(1, "k8s.pod.name", g.podName(pod))
	m.textAttribute(1, "k8s.node.name", node)
	m.textAttribute(1, "host.name", node)
	m.textAttribute(1, "cloud.region", pick(d, []string{"eu-central-1", "eu-west-1"}))
	m.textAttribute(1, "telemetry.sdk.language", pick(d, []string{"go", "java", "nodejs", "python"}))
	return m
}

func (g *Generator) richLog(number uint64) message {
	d := g.diceFor(logDice, number)
	severity := pick(d, levels())
	m, body := make(message, 0, richBytes), make(message, 0, richBytes/2)
	body.text(1, richBody(d, g.richPod(number)/podsOfService))
	m.fixed64(logTime, g.at(number))
	m.fixed64(logObserved, g.at(number)+uint64(d.below(1000))*1000)
	m.varint(logSeverity, severity.number)
	m.text(logSeverityText, severity.text)
	m.bytes(logBody, body)
	g.richAttributes(&m, d, number)
	m.fixed32(logFlags, 1)
	m.bytes(logTraceID, g.richTrace(number))
	m.bytes(logSpanID, id(d, 8))
	return m
}

// richBody returns a text of a service: most have one of the usual patterns.
func richBody(d *dice, service int) string {
	switch {
	case d.oneIn(wordEvery):
		return fmt.Sprintf("storage volume %s-%d is %d %% full, compaction scheduled", RichWord, d.below(64), 60+d.below(40))
	case d.oneIn(phraseEvery):
		return fmt.Sprintf("call to %s failed: %s after %d ms, attempt %d", pick(d, richServices()), RichPhrase, 1000+d.below(9000), 1+d.below(3))
	}
	return fmt.Sprintf(patterns()[(service+d.skewed(4))%len(patterns())], 10_000+d.below(90_000), 1+d.skewed(900), d.below(9))
}

// richAttributes adds six attributes that every record has and up to seven that
// some have.
func (g *Generator) richAttributes(m *message, d *dice, number uint64) {
	m.textAttribute(logAttributes, "request.id", g.RequestID(number))
	m.textAttribute(logAttributes, "tenant", Tenant(d.skewed(tenants)))
	m.intAttribute(logAttributes, "user.id", int64(d.below(users)))
	m.textAttribute(logAttributes, "http.route", pick(d, routes()))
	m.intAttribute(logAttributes, "http.response.status_code", pick(d, statuses()))
	m.floatAttribute(logAttributes, "duration_ms", float64(1+d.skewed(200_000))/100)
	if d.below(10) < 9 {
		m.textAttribute(logAttributes, "http.request.method", pick(d, methods()))
	}
	if d.below(4) < 3 {
		m.textAttribute(logAttributes, "client.address", fmt.Sprintf("10.%d.%d.%d", d.below(4), d.below(64), 1+d.below(250)))
	}
	if d.below(3) < 2 {
		m.textAttribute(logAttributes, "thread.name", fmt.Sprintf("worker-%d", d.below(16)))
	}
	if d.oneIn(2) {
		m.boolAttribute(logAttributes, "cache.hit", d.below(10) < 7)
	}
	if d.oneIn(3) {
		m.textAttribute(logAttributes, "session.id", fmt.Sprintf("%016x", d.next()))
	}
	if d.oneIn(12) {
		m.textAttribute(logAttributes, "exception.type", pick(d, []string{"TimeoutError", "IOError", "StockError"}))
	}
	if d.below(5) < 4 {
		key := pick(d, rareKeys())
		word, _, _ := strings.Cut(key, ".")
		m.textAttribute(logAttributes, key, fmt.Sprintf("%s-%d", word, d.below(rareValues)))
	}
}

// rareKeys returns keys of which four of five records have one: each is in one
// record of thirty.
func rareKeys() []string {
	return []string{
		RareKey, "order.id", "basket.items", "payment.provider", "carrier.name", "warehouse.zone", "experiment.name", "feature.flag",
		"queue.name", "topic.partition", "shard.number", "cache.key", "db.statement.hash", "file.name", "job.name", "lock.owner",
		"model.version", "peer.zone", "quota.bucket", "retry.reason", "rule.name", "sku.code", "template.name", "webhook.target",
	}
}
