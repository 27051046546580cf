package otlp

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

// ReceiverOptions is what receivers are made of. Origins may be empty; zero
// limits take their defaults.
type ReceiverOptions struct {
	Intake       Intake
	Limits       ReceiverLimits
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
	windowBytes     = 256 << 10
	connWindowBytes = 1 << 20
	headerBytesMax  = 32 << 10
)

// ReceiverLimits bound what receivers take.
type ReceiverLimits struct {
	RequestBytes int64         // of one request, before and after decompression
	BufferBytes  int64         // of all requests that are being received or decompressed
	Streams      int           // gRPC requests at a time on one connection
	ReceiveTime  time.Duration // of one request
}

func (l ReceiverLimits) withDefaults() ReceiverLimits {
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

// Receiver receives OTLP over HTTP and gRPC.
type Receiver struct {
	intake       Intake
	limits       ReceiverLimits
	origins      []string
	proxies      peer.Proxies
	transfer     func(team string, received, answered int64)
	buffers      *Buffers
	metrics      *receiverMetrics
	complaints   *complaints
	now          func() time.Time
	newRequestID func() string
}

// NewReceiver makes a receiver that keeps what it receives in the buffers,
// which it shares with the decoder behind the intake.
func NewReceiver(o ReceiverOptions, buffers *Buffers) *Receiver {
	if o.Transfer == nil {
		o.Transfer = func(string, int64, int64) {}
	}
	return &Receiver{
		intake: o.Intake, limits: o.Limits.withDefaults(), origins: o.Origins, proxies: o.Proxies, transfer: o.Transfer, buffers: buffers,
		metrics: newReceiverMetrics(o.Metrics), complaints: newComplaints(o.Logger, o.Now),
		now: o.Now, newRequestID: o.NewRequestID,
	}
}
