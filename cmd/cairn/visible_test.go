package main

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/cairnstack/cairn/internal/testkit"
)

// foundTimeMax is how long a record may take from its acknowledgement until a
// search finds it: three seconds are promised where nothing else runs.
const foundTimeMax = 10 * time.Second

// firstTimeMax is the same for the first record of a team, whose tables have to
// be made.
const firstTimeMax = time.Minute

// TestRecordsOfATrickleAreFoundInTime looks for records between others that come
// a few at a time, and for the first one of a team.
func TestRecordsOfATrickleAreFoundInTime(t *testing.T) {
	t.Parallel()
	c := startCollector(t)
	c.postWord("granite")
	c.findWord("granite", firstTimeMax)
	s := c.send(1, 1, 100*time.Millisecond)
	for _, word := range []string{"basalt", "marble", "slate"} {
		c.postWord(word)
		c.findWord(word, foundTimeMax)
	}
	s.end()
}

// postWord sends a log record and wants it acknowledged.
func (c *collector) postWord(word string) {
	c.t.Helper()
	body := fmt.Sprintf(`{"resourceLogs":[{"scopeLogs":[{"logRecords":[{"timeUnixNano":"%d","body":{"stringValue":%q}}]}]}]}`,
		time.Now().UnixNano(), word)
	answer := testkit.Scenario{
		Method: http.MethodPost, Path: "/v1/logs", Body: body,
		Headers: map[string]string{"Authorization": c.key, "Content-Type": "application/json"},
	}.Send(c.t, "http://"+c.addr)
	if answer.Status != http.StatusOK {
		c.t.Fatalf("the record is refused: %d %s", answer.Status, answer.Body)
	}
}

// findWord searches until a record with the word is found, within a time.
func (c *collector) findWord(word string, within time.Duration) {
	c.t.Helper()
	question := fmt.Sprintf(`{"sourceId":%q,"where":%q,"limit":1}`, c.sources()[0], word)
	begun := time.Now()
	testkit.Eventually(c.t, slack*within, "a search finds "+word, func() bool {
		status, text := c.stack("/search", question)
		return status == http.StatusOK && strings.Contains(text, word)
	})
	c.t.Logf("%s is found after %s", word, time.Since(begun))
}
