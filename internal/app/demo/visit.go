package demo

import (
	"fmt"
	"math"
	"net/http"
	"time"

	"go.opentelemetry.io/collector/pdata/pcommon"
	"go.opentelemetry.io/collector/pdata/ptrace"
)

// Operations that incidents know.
const (
	operationBank      = "bank"
	operationProducts  = "products"
	operationCartWrite = "cart write"
)

// visit is one visitor's request on its way through the shop.
type visit struct {
	*shop
	incident incident
	trace    pcommon.TraceID
	user     string
	order    string
}

// visit lets a visitor do something at a time.
func (s *shop) visit(at time.Time) {
	v := &visit{
		shop: s, incident: incidentAt(at), trace: s.traceID(),
		user: fmt.Sprintf("user-%04d", s.random.IntN(2000)),
	}
	switch dice := s.random.IntN(100); {
	case dice < 45:
		v.run(at, v.browse())
	case dice < 75:
		v.run(at, v.look())
	case dice < 92:
		v.run(at, v.fillCart())
	default:
		s.orders++
		v.order = fmt.Sprintf("order-%06d", s.orders)
		v.run(at, v.checkOut())
	}
}

// call is one span with those inside it.
type call struct {
	service   string
	name      string
	kind      ptrace.SpanKind
	operation string        // for incidents
	usual     time.Duration // own time, without the calls inside
	method    string        // of a server's request
	route     string
	attribute [2]string
	inside    []call
}

func served(service, method, route string, usual time.Duration, inside ...call) call {
	return call{
		service: service, name: method + " " + route, kind: ptrace.SpanKindServer,
		usual: usual, method: method, route: route, inside: inside,
	}
}

// calling is the client's side of a request to another service.
func calling(service string, to call) call {
	return call{
		service: service, name: to.method + " " + to.route, kind: ptrace.SpanKindClient, usual: time.Millisecond,
		attribute: [2]string{"server.address", to.service}, inside: []call{to},
	}
}

func query(service, text string, usual time.Duration) call {
	return call{
		service: service, name: text[:min(len(text), 24)], kind: ptrace.SpanKindClient, usual: usual,
		attribute: [2]string{"db.query.text", text},
	}
}

func (v *visit) browse() call {
	products := query(catalog, "SELECT id, name, price FROM products WHERE category = $1 LIMIT 50", 8*time.Millisecond)
	products.operation = operationProducts
	return served(storefront, http.MethodGet, "/products", 6*time.Millisecond,
		calling(storefront, served(catalog, http.MethodGet, "/api/products", 4*time.Millisecond, products)))
}

func (v *visit) look() call {
	cached := query(catalog, "GET product:{id}", time.Millisecond)
	cached.operation = operationProducts
	return served(storefront, http.MethodGet, "/products/{id}", 5*time.Millisecond,
		calling(storefront, served(catalog, http.MethodGet, "/api/products/{id}", 3*time.Millisecond, cached)))
}

func (v *visit) fillCart() call {
	write := query(cart, "HSET cart:{user} items", 2*time.Millisecond)
	write.operation = operationCartWrite
	return served(storefront, http.MethodPost, "/cart", 5*time.Millisecond,
		calling(storefront, served(cart, http.MethodPost, "/api/cart/items", 7*time.Millisecond,
			calling(cart, served(catalog, http.MethodGet, "/api/products/{id}", 3*time.Millisecond)), write)))
}

func (v *visit) checkOut() call {
	bank := call{
		service: payment, name: "POST /charges", kind: ptrace.SpanKindClient, operation: operationBank,
		usual: 120 * time.Millisecond, attribute: [2]string{"server.address", "bank.example.net"},
	}
	return served(storefront, http.MethodPost, "/checkout", 8*time.Millisecond,
		calling(storefront, served(checkout, http.MethodPost, "/api/orders", 9*time.Millisecond,
			calling(checkout, served(cart, http.MethodGet, "/api/cart", 3*time.Millisecond)),
			calling(checkout, served(payment, http.MethodPost, "/api/payments", 6*time.Millisecond, bank)),
			calling(checkout, served(shipping, http.MethodPost, "/api/shipments", 11*time.Millisecond)),
			query(checkout, "INSERT INTO orders (id, user_id, total) VALUES ($1, $2, $3)", 6*time.Millisecond))))
}

// outcome is how a call went.
type outcome struct {
	end    time.Time
	failed bool
}

// run lets a visitor's call happen.
func (v *visit) run(at time.Time, c call) { v.happen(at, c, pcommon.SpanID{}) }

// happen makes the span of a call and of those inside, one after the other. A
// call fails when one inside does.
func (v *visit) happen(at time.Time, c call, parent pcommon.SpanID) outcome {
	o := origin{c.service, v.random.IntN(v.services[c.service].pods)}
	id, end := v.spanID(), at.Add(v.ownTime(c)/2)
	failed := v.random.Float64() < v.incident.failing(c.operation) && c.operation != ""
	for _, inner := range c.inside {
		done := v.happen(end, inner, id)
		end, failed = done.end, failed || done.failed
	}
	end = end.Add(v.ownTime(c) / 2)
	span := v.span(o)
	span.SetTraceID(v.trace)
	span.SetSpanID(id)
	span.SetParentSpanID(parent)
	span.SetName(c.name)
	span.SetKind(c.kind)
	span.SetStartTimestamp(stamp(at))
	span.SetEndTimestamp(stamp(end))
	v.describe(span, c, failed, end)
	v.tell(o, span, c, failed)
	return outcome{end, failed}
}

// ownTime returns a time around what is usual; now and then much more.
func (v *visit) ownTime(c call) time.Duration {
	spread := math.Exp(v.random.NormFloat64() * 0.45)
	return time.Duration(float64(c.usual) * spread * v.incident.slower(c.operation))
}

func (v *visit) describe(span ptrace.Span, c call, failed bool, end time.Time) {
	attributes := span.Attributes()
	if c.attribute[0] != "" {
		attributes.PutStr(c.attribute[0], c.attribute[1])
	}
	if failed {
		span.Status().SetCode(ptrace.StatusCodeError)
		event := span.Events().AppendEmpty()
		event.SetName("exception")
		event.SetTimestamp(stamp(end))
		event.Attributes().PutStr("exception.type", v.incident.exception())
		event.Attributes().PutStr("exception.message", v.incident.message())
	}
	if c.method == "" {
		return
	}
	attributes.PutStr("http.request.method", c.method)
	attributes.PutStr("http.route", c.route)
	attributes.PutInt("http.response.status_code", int64(status(c.method, failed)))
	attributes.PutStr("user.id", v.user)
	v.services[c.service].count(c.method, c.route, status(c.method, failed), exemplar{
		at: end, took: end.Sub(span.StartTimestamp().AsTime()), trace: span.TraceID(), span: span.SpanID(),
	})
}

func status(method string, failed bool) int {
	switch {
	case failed:
		return http.StatusBadGateway
	case method == http.MethodPost:
		return http.StatusCreated
	default:
		return http.StatusOK
	}
}

func (i incident) exception() string {
	return [...]string{"ConnectionReset", "TimeoutError", "CacheUnavailable", "NullPointerException"}[i]
}

func (i incident) message() string {
	return [...]string{
		"connection reset by peer", "bank.example.net did not answer within 2 s",
		"cache node catalog-cache-0 is not reachable", "cart.items is null for a new visitor",
	}[i]
}
