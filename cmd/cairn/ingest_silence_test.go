package main

import (
	"fmt"
	"net/http"
	"sync"
	"time"

	"github.com/cairnstack/cairn/internal/testkit"
)

// silentTimeMax is how long it may take to say that the engine keeps still: a
// second where nothing else runs.
const silentTimeMax = 5 * time.Second

// chart asks for the number of log records of the last hour.
func (c *collector) chart(source string) int {
	c.t.Helper()
	now := time.Now().UnixMilli()
	status, _ := c.stack("/charts/series", fmt.Sprintf(
		`{"startTime":%d,"endTime":%d,"granularity":"1m","series":[{"sourceId":%q,"aggFn":"count","where":"","groupBy":[]}]}`,
		now-time.Hour.Milliseconds(), now, source))
	return status
}

// refusesCharts wants charts, one after another and at once, and the check of
// readiness to say in time that the engine keeps still. It returns the longest
// time that one took.
func (c *collector) refusesCharts(source string) (slowest time.Duration) {
	c.t.Helper()
	var mu sync.Mutex
	refuse := func(what string, call func() int) {
		begun := time.Now()
		status := call()
		took := time.Since(begun)
		mu.Lock()
		defer mu.Unlock()
		slowest = max(slowest, took)
		if status != http.StatusServiceUnavailable || took > silentTimeMax {
			c.t.Errorf("%s returns %d after %s while the engine keeps still", what, status, took)
		}
	}
	chart := func() { refuse("a chart", func() int { return c.chart(source) }) }
	for range 3 {
		chart()
	}
	refuse("a search", c.search)
	refuse("readiness", func() int { status, _ := c.get("admin", "/readyz"); return status })
	var group sync.WaitGroup
	for range 24 { // more than may run at once
		group.Go(chart)
	}
	group.Wait()
	return slowest
}

// awaitCharts waits until charts are answered again.
func (c *collector) awaitCharts(source string) time.Duration {
	c.t.Helper()
	begun := time.Now()
	testkit.Eventually(c.t, slack*20*time.Second, "charts are answered again", func() bool {
		return c.chart(source) == http.StatusOK
	})
	return time.Since(begun)
}
