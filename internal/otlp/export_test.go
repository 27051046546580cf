package otlp

import (
	"github.com/cairnstack/cairn/internal/ingest"
)

// StreamID returns the number of the stream of a gRPC request.
func StreamID(s ingest.Sender) uint32 { return s.(*grpcSender).receipt.stream }
