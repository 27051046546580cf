package otlp

import "github.com/cairnstack/cairn/internal/receive"

// Receiver receives OTLP over HTTP and gRPC.
type Receiver struct{ *receive.Receiver }

// NewReceiver makes a receiver that keeps what it receives in the buffers,
// which it shares with the decoder behind the intake.
func NewReceiver(o receive.Options, buffers *receive.Buffers) *Receiver {
	return &Receiver{receive.New(o, buffers)}
}
