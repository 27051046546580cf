package clustertest

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/ClickHouse/ch-go/proto"
)

// conversation is what Cairn and the servers of a cluster said about tables.
type conversation struct {
	mu        sync.Mutex
	exchanges []*exchange
}

// exchange is one statement and its answer.
type exchange struct {
	of       *conversation
	database string // that it is about
	server   uint32
	sql      string // empty: the answer is a title
	answer   string
}

const unanswered = "no answer"

// recordedStatement tells statements that make or change tables, and those about
// the table of migrations, from others.
var recordedStatement = regexp.MustCompile(`^\s*(CREATE|ALTER|DROP)\b|schema_migrations`)

// note records a statement; nil is returned for one that is not recorded.
func (c *conversation) note(server uint32, sql string) *exchange {
	if !recordedStatement.MatchString(sql) {
		return nil
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	said := &exchange{of: c, database: teamDatabase.FindString(sql), server: server, sql: normalized(sql), answer: unanswered}
	c.exchanges = append(c.exchanges, said)
	return said
}

// title begins a chapter of what is said about a database.
func (c *conversation) title(database, text string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.exchanges = append(c.exchanges, &exchange{of: c, database: database, answer: text})
}

// answered notes the answer to a statement, if that is recorded. The first one counts.
func (e *exchange) answered(text string) {
	if e == nil {
		return
	}
	e.of.mu.Lock()
	defer e.of.mu.Unlock()
	if e.answer == unanswered {
		e.answer = text
	}
}

// exceptionName follows the code of an exception in an answer.
const (
	exceptionName = "\x0dDB::Exception"
	codeBytes     = 4
)

// hear notes how an answer that is passed on ends: with an exception, or with the
// packet of one byte that says that it is whole.
func (e *exchange) hear(chunk []byte) {
	switch at := bytes.Index(chunk, []byte(exceptionName)); {
	case at >= codeBytes:
		e.answered(fmt.Sprint("exception ", binary.LittleEndian.Uint32(chunk[at-codeBytes:])))
	case chunk[len(chunk)-1] == byte(proto.ServerCodeEndOfStream):
		e.answered("ok")
	}
}

// about prints what is said about a database. Which of the servers that are ready
// gets a statement is up to chance, unless the same one goes to several in turn.
func (c *conversation) about(database string) string {
	c.mu.Lock()
	defer c.mu.Unlock()
	rest := slices.DeleteFunc(slices.Clone(c.exchanges), func(e *exchange) bool { return e.database != database })
	var out strings.Builder
	for len(rest) > 0 {
		n := 1
		for n < len(rest) && rest[n].sql == rest[0].sql && rest[n].answer == rest[0].answer {
			n++
		}
		out.WriteString(turn(rest[:n]))
		rest = rest[n:]
	}
	return strings.TrimPrefix(out.String(), "\n")
}

// turn prints a statement that went to some servers one after the other, or a title.
func turn(same []*exchange) string {
	if same[0].sql == "" {
		return "\n# " + same[0].answer + "\n"
	}
	to := "a server"
	if len(same) > 1 {
		to = "servers"
		for _, e := range same {
			to += fmt.Sprint(" ", e.server)
		}
	}
	return to + ": " + same[0].sql + "\n\t" + same[0].answer + "\n"
}

var (
	teamDatabase = regexp.MustCompile(`cairn_[0-9a-f]{24}`)
	spaces       = regexp.MustCompile(`\s+`)
)

// normalized prints a statement in a line: without what is random, and of a table
// or view without its definition, which other golden files have.
func normalized(sql string) string {
	sql = strings.TrimSpace(teamDatabase.ReplaceAllString(sql, "cairn_TEAM"))
	head, _, found := strings.Cut(sql, "\n")
	if isDefinition := strings.HasPrefix(sql, "CREATE TABLE") || strings.Contains(head, "VIEW"); isDefinition && found {
		return head + " …"
	}
	return spaces.ReplaceAllString(sql, " ")
}
