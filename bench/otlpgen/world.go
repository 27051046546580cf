package otlpgen

import (
	"encoding/binary"
	"fmt"
)

// The kinds of dice.
const (
	serviceDice = iota + 1
	logDice
	traceDice
	pointDice
	timeDice
	runDice
	valueDice
	podDice
	requestDice
)

func services() []string {
	return []string{
		"frontend", "cart", "checkout", "payment", "catalog", "shipping", "recommend", "email",
		"currency", "inventory", "search", "auth", "gateway", "reviews", "ads", "quote",
	}
}

func routes() []string {
	return []string{
		"/", "/api/cart", "/api/cart/{id}", "/api/checkout", "/api/products", "/api/products/{id}", "/api/orders/{id}",
		"/api/payments", "/api/quotes", "/api/search", "/api/login", "/api/users/{id}", "/healthz", "/api/reviews/{id}",
	}
}

func methods() []string { return []string{"GET", "GET", "GET", "POST", "PUT", "DELETE"} }

func statuses() []int64 { return []int64{200, 200, 200, 200, 201, 204, 301, 400, 404, 500, 503} }

// levels returns severity texts with their numbers, common ones repeated.
func levels() []level {
	return []level{
		{"INFO", 9}, {"INFO", 9}, {"INFO", 9}, {"INFO", 9}, {"INFO", 9}, {"INFO", 9},
		{"DEBUG", 5}, {"DEBUG", 5}, {"WARN", 13}, {"ERROR", 17},
	}
}

type level struct {
	text   string
	number uint64
}

// patterns returns the texts of log bodies.
func patterns() []string {
	return []string{
		"request completed for customer %d in %d ms with %d items in the basket",
		"payment provider answered slowly for order %d after %d ms, retry %d scheduled",
		"cache miss while loading product %d, fetched from storage in %d ms across %d shards",
		"connection pool exhausted while serving tenant %d; waited %d ms for one of %d slots",
		"user %d signed in from a new device; risk score %d, challenge level %d",
		"shipping quote for parcel %d computed in %d ms using carrier table revision %d",
		"failed to reserve stock for order %d: upstream timeout after %d ms, attempt %d",
		"published event batch %d to topic orders in %d ms, %d messages acknowledged",
	}
}

// resource adds the resource of a service's instance as a message.
func (g *Generator) resource(name string, d *dice) message {
	var m message
	m.textAttribute(1, "service.name", name)
	m.textAttribute(1, "service.namespace", "shop")
	m.textAttribute(1, "service.version", fmt.Sprintf("1.%d.%d", len(name), d.below(3)))
	m.textAttribute(1, "service.instance.id", fmt.Sprintf("%s-%d", name, d.below(4)))
	m.textAttribute(1, "deployment.environment.name", "production")
	m.textAttribute(1, "k8s.namespace.name", "shop")
	m.textAttribute(1, "host.name", fmt.Sprintf("node-%d", d.below(8)))
	return m
}

func scope() message {
	var m message
	m.text(1, "shop/telemetry")
	m.text(2, "1.4.0")
	return m
}

// group is what one service, or one pod, has in a request.
type group struct {
	service int
	records []message
}

// groups returns the things of a request by service, in order of appearance.
func (g *Generator) groups(first uint64, count int, service func(number uint64) int, record func(number uint64) message) []group {
	var found []group
	places := map[int]int{}
	for number := first; number < first+uint64(count); number++ {
		which := service(number)
		place, known := places[which]
		if !known {
			place = len(found)
			places[which] = place
			found = append(found, group{service: which})
		}
		found[place].records = append(found[place].records, record(number))
	}
	return found
}

// request returns a request of groups, each with the resource of its service.
func (g *Generator) request(groups []group) []byte {
	return g.requestOf(groups, func(service int) message {
		return g.resource(services()[service], g.diceFor(serviceDice, uint64(service)))
	})
}

// requestOf returns a request of groups, each with a resource of its own.
func (g *Generator) requestOf(groups []group, resource func(service int) message) []byte {
	var request message
	for _, group := range groups {
		request.bytes(1, g.grouped(resource(group.service), group.records))
	}
	return request
}

// grouped returns the records of one resource and one scope.
func (g *Generator) grouped(resource message, records []message) message {
	var inner, outer message
	if !g.Late {
		inner.bytes(1, scope())
		outer.bytes(1, resource)
	}
	for _, record := range records {
		inner.bytes(2, record)
	}
	if g.Late {
		inner.bytes(1, scope())
	}
	outer.bytes(2, inner)
	if g.Late {
		outer.bytes(1, resource)
	}
	return outer
}

// id returns an id of 8 or 16 bytes.
func id(d *dice, length int) []byte {
	var out []byte
	for len(out) < length {
		out = binary.BigEndian.AppendUint64(out, d.next()|1)
	}
	return out
}
