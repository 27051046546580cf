package clickhouse

import (
	"context"
	"crypto/x509"
	"io"
	"log/slog"
	"time"

	"github.com/ClickHouse/ch-go"
	"github.com/ClickHouse/ch-go/proto"
)

// AdminCount returns the single number of a query of the system tables.
func AdminCount(ctx context.Context, c *Client, sql string) (uint64, error) {
	var n proto.ColUInt64
	err := c.adminQuery(ctx, ch.Query{Body: sql, Result: proto.Results{{Name: "n", Data: &n}}})
	if err != nil || n.Rows() != 1 {
		return 0, err
	}
	return n.Row(0), nil
}

// RenderSchema returns all statements of a team's database, as they run on
// one server or on a cluster.
func RenderSchema(database, cluster string) ([]string, error) {
	l := layout{database: database, cluster: cluster}
	steps, err := migrations()
	if err != nil {
		return nil, err
	}
	statements, err := l.statements(migrationsText)
	if err != nil {
		return nil, err
	}
	for _, step := range steps {
		more, err := l.statements(step.text)
		if err != nil {
			return nil, err
		}
		statements = append(statements, more...)
	}
	return statements, nil
}

// Trust makes the endpoint accept the certificates of a pool.
func (e *External) Trust(roots *x509.CertPool) { e.target.TLS.RootCAs = roots }

// CheckVersion reports whether a server's version is new enough.
func CheckVersion(major, minor int) error {
	return checkVersion(proto.ServerHello{Major: major, Minor: minor})
}

// Output takes a child's output as the supervisor does.
type Output struct{ output }

// NewOutput returns an empty one.
func NewOutput() *Output {
	return &Output{output{logger: slog.New(slog.DiscardHandler)}}
}

// Kept returns the lines that are kept.
func (o *Output) Kept() []string { return o.lines }

// Exception returns the engine's last word, if there is one.
func (o *Output) Exception() string { return o.exception() }

// LastLine returns the last line, whole or not.
func (o *Output) LastLine() string { return o.lastLine() }

// FreePort returns a free port, the preferred one if it is.
func FreePort(ctx context.Context, random io.Reader, preferred int) (int, error) {
	return freePort(ctx, random, preferred)
}

// Explain makes a fault of an exception of the engine.
func Explain(code int, message string) error {
	return explain(context.Background(), &ch.Exception{Code: proto.Error(code), Name: "DB::Exception", Message: message}, Limits{})
}

// ExplainWrite does so for a write.
func ExplainWrite(code int, message string) error {
	return orPassing(Explain(code, message))
}

// Patience returns how long new calls wait for a server that keeps still, and
// that has worked for as long as used returns.
func Patience(ctx context.Context, used func() time.Duration) time.Duration {
	q := &question{overdue: make(chan struct{}), hopeless: make(chan struct{})}
	began := time.Now()
	go q.losePatience(ctx, used)
	<-q.overdue
	return time.Since(began)
}

// PatienceMax is how long calls wait for a server that works.
const PatienceMax = patienceMax

// ProcessorTime returns the processor time that a process has taken.
func ProcessorTime(pid int) time.Duration { return processorTime(pid) }

// ReadInstant reads the time that a text states.
var ReadInstant = readInstant
