package querytest_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/cairnstack/cairn/internal/testkit"
)

// The traces of the shop.
const (
	shopTrace     = "4bf92f3577b34da6a3ce929d0e0e4736"
	shopSpan      = "00f067aa0ba902b7"
	shopDayFormat = time.DateOnly
)

// shopRow is a record of the corpus: number n happened n-1 minutes after nine.
type shopRow struct {
	service    string
	severity   string
	body       string
	attributes string // key=value, separated by semicolons
}

func shopRows() []shopRow {
	return []shopRow{
		{"cart", "info", "Cart opened for user alice", "http.route=/cart;http.status_code=200;duration_ms=12;user.id=alice"},
		{"cart", "info", "item 42 added to cart", "http.route=/cart/items;http.status_code=201;duration_ms=35.5;user.id=alice"},
		{"checkout", "warn", "Payment retry 2 of 3: gateway timeout", "http.route=/pay;http.status_code=504;duration_ms=3000;user.id=bob;gateway=eu-1"},
		{"checkout", "error", "connection refused: 10.0.0.7:5432", "db.system=postgresql;http.status_code=500;duration_ms=9;user.id=bob"},
		{"checkout", "error", "Connection timeout while calling payment-gateway", "http.status_code=500;duration_ms=1500;user.id=carol"},
		{"payment", "info", "charged 19.99 EUR to card 4242", "amount=19.99;currency=EUR;user.id=bob"},
		{"payment", "error", "TIMEOUT", "retries=3;user.id=Bob"},
		{"frontend", "info", "GET /products?page=2 200 18ms", "http.route=/products;http.status_code=200;duration_ms=18"},
		{"frontend", "info", "GET /products/42 404 3ms", "http.route=/products/{id};http.status_code=404;duration_ms=3"},
		{"frontend", "debug", "user-agent: Mozilla/5.0 (X11; Linux x86_64)", ""},
		{"shipping", "info", `{"event":"shipped","order":{"id":77,"country":"DE"},"weight":2.5,"express":true}`, ""},
		{"shipping", "info", `{"event":"delivered","order":{"id":78,"country":"FR"},"weight":12,"express":false}`, ""},
		{"shipping", "warn", "Größe unbekannt: Paket 78", ""},
		{"shipping", "warn", "größe geändert, zurück", ""},
		{"search", "info", "100% of shards ok, 3_replicas", ""},
		{"search", "info", "index_a rebuilt, index-b skipped", ""},
		{"search", "error", `path C:\data\shard not found`, ""},
		{"search", "error", `say "hello world" twice`, ""},
		{"cron", "info", "", "job=clean up;job.retries="},
		{"cron", "fatal", "out of memory", "job=reindex;memory.mb=2048"},
		{"mail", "info", "mail sent to alice@example.com", ""},
		{"mail", "warn", "mail to bob bounced, see http://example.com/help?a=1", ""},
		{"mail", "info", "localhost:25 accepted 1 message", ""},
		{"worker", "debug", "timeouts are not timeout-less", ""},
	}
}

func severityNumber(text string) uint8 {
	return map[string]uint8{"debug": 5, "info": 9, "warn": 13, "error": 17, "fatal": 21}[text]
}

// shopDay is the day of the corpus: yesterday, so that it is kept.
func shopDay() time.Time { return testkit.Today().Add(-24 * time.Hour) }

func shopTime(number int) time.Time {
	return shopDay().Add(9*time.Hour + time.Duration(number-1)*time.Minute)
}

// shopLogs returns the records as they are stored. Their number is in the
// span's id, except where a trace is told.
func shopLogs() []logRow {
	var rows []logRow
	for i, s := range shopRows() {
		number := i + 1
		row := logRow{
			at: shopTime(number), severity: s.severity, number: severityNumber(s.severity), service: s.service, body: s.body,
			resource: shopResource(number), attributes: readPairs(s.attributes), flags: uint8(number),
		}
		switch s.service {
		case "frontend":
			row.scopeName, row.scope = "shop.http", `{"lib.lang":"go"}`
		case "cron":
			row.event = map[string]string{"info": "job.done", "fatal": "job.failed"}[s.severity]
		}
		switch number {
		case 3, 4, 6:
			row.traceID, row.spanID = shopTrace, shopSpan
		}
		rows = append(rows, row)
	}
	return rows
}

func shopResource(number int) string {
	host, environment := 1, "prod"
	if number > 7 {
		host = 2
	}
	if number > 18 {
		host, environment = 3, "staging"
	}
	return fmt.Sprintf(`{"deployment.environment":"%s","host.name":"stone-%d"}`, environment, host)
}

func readPairs(text string) map[string]string {
	pairs := map[string]string{}
	for pair := range strings.SplitSeq(text, ";") {
		if key, value, found := strings.Cut(pair, "="); found {
			pairs[key] = value
		}
	}
	return pairs
}

// insertShop stores the corpus.
func insertShop(t testing.TB, x *team) {
	t.Helper()
	insertLogs(t, x.client, x.id, shopLogs())
}

// readField returns a field of a flat JSON object.
func readField(object, name string) string {
	var fields map[string]string
	if err := json.Unmarshal([]byte(object), &fields); err != nil {
		return ""
	}
	return fields[name]
}
