// Package receive has what every intake of telemetry shares: buffers within a
// limit, ingestion keys, pages that may send, refusals, metrics, and connections
// that know what became of their clients.
package receive

import (
	"context"
	"log/slog"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/cairnstack/cairn/internal/ingest"
	"github.com/cairnstack/cairn/internal/peer"
	"github.com/cairnstack/cairn/internal/telemetry"
)

// Intake takes requests of teams.
type Intake interface {
	// Team returns the team of an ingestion key that the client of ctx (see
	// peer.Client) may use.
	Team(ctx context.Context, key string) (string, error)
	// Accept returns once the request can't be lost any more, and its sender
	// was answered; or an error, and the sender was not.
	Accept(ctx context.Context, team string, r ingest.Request) (telemetry.Outcome, error)
}

// Options is what receivers are made of. Origins may be empty; zero
// limits take their defaults.
type Options struct {
	Intake       Intake
	Limits       Limits
	Origins      []string                                    // pages that may send, such as https://shop.example.org, or * for all
	Proxies      peer.Proxies                                // whose X-Forwarded-For is believed
	Transfer     func(team string, received, answered int64) // told the bytes of requests and responses; may be nil
	Metrics      prometheus.Registerer
	Logger       *slog.Logger
	Now          func() time.Time
	NewRequestID func() string
}

// The defaults of ReceiverLimits.
const (
	RequestBytesMax = 20 << 20
	BufferBytesMax  = 128 << 20
	StreamsMax      = 128
	ReceiveTimeMax  = 30 * time.Second
	WindowBytes     = 256 << 10
	ConnWindowBytes = 1 << 20
	HeaderBytesMax  = 32 << 10
)

// Limits bound what receivers take.
type Limits struct {
	RequestBytes int64         // of one request, before and after decompression
	BufferBytes  int64         // of all requests that are being received or decompressed
	Streams      int           // gRPC requests at a time on one connection
	ReceiveTime  time.Duration // of one request
}

func (l Limits) withDefaults() Limits {
	if l.RequestBytes == 0 {
		l.RequestBytes = RequestBytesMax
	}
	if l.BufferBytes == 0 {
		l.BufferBytes = BufferBytesMax
	}
	if l.Streams == 0 {
		l.Streams = StreamsMax
	}
	if l.ReceiveTime == 0 {
		l.ReceiveTime = ReceiveTimeMax
	}
	return l
}

// Receiver is what the receivers of all protocols have in common.
type Receiver struct {
	Intake       Intake
	Limits       Limits
	origins      []string
	Proxies      peer.Proxies
	Transfer     func(team string, received, answered int64)
	buffers      *Buffers
	Metrics      *Metrics
	Complaints   *complaints
	Now          func() time.Time
	NewRequestID func() string
}

// New makes a receiver over buffers.
func New(o Options, buffers *Buffers) *Receiver {
	if o.Transfer == nil {
		o.Transfer = func(string, int64, int64) {}
	}
	return &Receiver{
		Intake: o.Intake, Limits: o.Limits.withDefaults(), origins: o.Origins, Proxies: o.Proxies, Transfer: o.Transfer, buffers: buffers,
		Metrics: newMetrics(o.Metrics), Complaints: newComplaints(o.Logger, o.Now),
		Now: o.Now, NewRequestID: o.NewRequestID,
	}
}
