//go:build soak

package main

import (
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/cairnstack/cairn/internal/testkit"
)

// poster makes alerts, each by one to five requests at once under one
// Idempotency-Key, while the server is killed.
type poster struct {
	t        *testing.T
	stack    string // address
	key      string // for access
	body     string // of an alert with a number to fill in
	client   *http.Client
	ids      []sync.Map // of each object, what its requests were told
	requests atomic.Int64
	again    atomic.Int64 // requests that had to be sent again
	made     atomic.Int64 // objects
}

// TestSoakRepeatedPosts is promise R17: POSTs that are sent several times at
// once make one object each, also when the server is killed meanwhile.
func TestSoakRepeatedPosts(t *testing.T) {
	objects, kills := testkit.Size(t, "CAIRN_SOAK_POSTS", 10_000), testkit.Size(t, "CAIRN_SOAK_KILLS", 50)
	p := &poster{t: t, stack: testkit.FreeAddr(), ids: make([]sync.Map, objects), client: &http.Client{Timeout: 30 * time.Second}}
	c := startCollector(t, "CAIRN_STACK_RATE_LIMIT=0", "CAIRN_NO_EVALUATOR=true", "CAIRN_STACK_ADDR="+p.stack)
	p.key, p.body = c.accessKey, c.watched()
	var group sync.WaitGroup
	for worker := range posters {
		group.Go(func() { p.run(worker) })
	}
	for kill := range kills {
		goal := int64(objects) * int64(kill+1) / int64(kills+1)
		testkit.Eventually(t, 10*time.Minute, "objects are made", func() bool { return p.made.Load() >= goal })
		c.kill()
		c.start()
	}
	group.Wait()
	t.Logf("%d POSTs in %d requests, %d sent again, %d kills", objects, p.requests.Load(), p.again.Load(), kills)
	p.check(c)
}

// posters is how many objects are made at once.
const posters = 16

func (p *poster) run(worker int) {
	random := rand.New(rand.NewPCG(testkit.Seed(p.t, 17), uint64(worker)))
	for object := worker; object < len(p.ids); object += posters {
		var group sync.WaitGroup
		for range 1 + random.IntN(5) {
			group.Go(func() { p.post(object) })
		}
		group.Wait()
		p.made.Add(1)
	}
}

// post sends one request until it is answered, and notes the id.
func (p *poster) post(object int) {
	p.requests.Add(1)
	for !p.try(object) {
		p.again.Add(1)
		time.Sleep(50 * time.Millisecond)
	}
}

func (p *poster) try(object int) bool {
	body := strings.NewReader(fmt.Sprintf(p.body, object))
	request, _ := http.NewRequest(http.MethodPost, "http://"+p.stack+"/api/v2/alerts", body)
	request.Header.Set("Authorization", "Bearer "+p.key)
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("Idempotency-Key", fmt.Sprint("key-", object))
	response, err := p.client.Do(request)
	if err != nil {
		return false
	}
	defer func() { _ = response.Body.Close() }()
	text, err := io.ReadAll(response.Body)
	if err != nil || response.StatusCode == http.StatusServiceUnavailable {
		return false
	}
	var answer struct{ Data struct{ ID string } }
	if err := json.Unmarshal(text, &answer); err != nil || answer.Data.ID == "" {
		p.t.Errorf("status %d: %s", response.StatusCode, text)
	}
	p.ids[object].Store(answer.Data.ID, true)
	return true
}

// check wants one id for each object, and as many objects as that.
func (p *poster) check(c *collector) {
	p.t.Helper()
	for object := range p.ids {
		told := 0
		p.ids[object].Range(func(any, any) bool { told++; return true })
		if told != 1 {
			p.t.Errorf("object %d has %d ids", object, told)
		}
	}
	if total := c.total("/alerts"); total != len(p.ids) {
		p.t.Errorf("%d objects, want %d", total, len(p.ids))
	}
}

// watched makes a saved search and a webhook, and returns an alert on them.
func (c *collector) watched() string {
	c.t.Helper()
	search := c.create("/saved-searches", fmt.Sprintf(`{"name":"s","sourceId":%q}`, c.sources()[0]))
	hook := c.create("/webhooks", `{"name":"w","service":"generic","url":"https://hooks.example.com/"}`)
	return fmt.Sprintf(`{"source":"search","savedSearchId":%q,"threshold":%%d,"thresholdType":"above","interval":"1h",
		"channel":{"type":"webhook","webhookId":%q}}`, search, hook)
}
