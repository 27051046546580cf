package clickhouse

import (
	"context"
	"crypto/x509"
	"time"

	"github.com/ClickHouse/ch-go"
	"github.com/ClickHouse/ch-go/proto"
)

// Trust makes the endpoint accept the certificates of a pool.
func (e *External) Trust(roots *x509.CertPool) { e.target.TLS.RootCAs = roots }

// CheckVersion reports whether a server's version is new enough.
func CheckVersion(major, minor int) error {
	return checkVersion(proto.ServerHello{Major: major, Minor: minor})
}

// Explain makes a fault of an exception of the engine.
func Explain(code int, message string) error {
	return explain(context.Background(), &ch.Exception{Code: proto.Error(code), Name: "DB::Exception", Message: message}, Limits{})
}

// ExplainWrite does so for a write.
func ExplainWrite(code int, message string) error {
	return orPassing(Explain(code, message))
}

// ExplainAdmin does so for a statement of administration.
func ExplainAdmin(code int, message string) error {
	e := &ch.Exception{Code: proto.Error(code), Name: "DB::Exception", Message: message}
	return Statement{Role: Admin}.explained(context.Background(), e, Limits{})
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
