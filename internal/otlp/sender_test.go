package otlp_test

import (
	"bytes"
	"encoding/binary"
	"errors"
	"io"
	"syscall"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"go.opentelemetry.io/collector/pdata/plog/plogotlp"
	"golang.org/x/net/http2"
	"golang.org/x/net/http2/hpack"
	"google.golang.org/grpc/metadata"

	"github.com/cairnstack/cairn/internal/otlp"
	"github.com/cairnstack/cairn/internal/testkit"
)

func (d *door) missed() bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.receipt != nil && d.receipt.Missed()
}

// TestStreamsAreKnownByTheirNumbers guards what we look up inside gRPC.
func TestStreamsAreKnownByTheirNumbers(t *testing.T) {
	t.Parallel()
	d := openDoor(t, doorOptions{})
	ctx := metadata.AppendToOutgoingContext(t.Context(), "authorization", goodKey)
	for range 3 {
		if _, err := plogotlp.NewGRPCClient(d.conn).Export(ctx, logRequest(1, 0)); err != nil {
			t.Fatal(err)
		}
	}
	var streams []uint32
	for _, sender := range d.senders {
		streams = append(streams, otlp.StreamID(sender))
	}
	if diff := cmp.Diff([]uint32{1, 3, 5}, streams); diff != "" {
		t.Errorf("streams (-want +got):\n%s", diff)
	}
	if d.missed() {
		t.Error("an answer that was read counts as missed")
	}
}

// TestAnswerIsMissedByAClientThatCancels cancels a call after its answer was
// written, as a client does whose patience ends meanwhile.
func TestAnswerIsMissedByAClientThatCancels(t *testing.T) {
	t.Parallel()
	for _, isSealed := range []bool{false, true} {
		wantMissed(t, openDoor(t, doorOptions{tls: isSealed}))
	}
}

func wantMissed(t *testing.T, d *door) {
	t.Helper()
	conn := d.dial(t)
	defer func() { _ = conn.Close() }()
	go func() { _, _ = io.Copy(io.Discard, conn) }()
	_, _ = io.WriteString(conn, http2.ClientPreface)
	framer := http2.NewFramer(conn, nil)
	_ = framer.WriteSettings()
	_ = framer.WriteHeaders(http2.HeadersFrameParam{StreamID: 1, EndHeaders: true, BlockFragment: callHeaders()})
	body := protoLogs(t, 1, 0)
	_ = framer.WriteData(1, true, append(binary.BigEndian.AppendUint32([]byte{0}, uint32(len(body))), body...))
	testkit.Eventually(t, 10*time.Second, "the request is answered", func() bool {
		d.mu.Lock()
		defer d.mu.Unlock()
		return d.receipt != nil
	})
	if d.missed() {
		t.Error("the answer counts as missed before the client has cancelled")
	}
	_ = framer.WriteRSTStream(1, http2.ErrCodeCancel)
	testkit.Eventually(t, 10*time.Second, "the answer is missed", d.missed)
}

// callHeaders returns the headers of a call.
func callHeaders() []byte {
	var block bytes.Buffer
	encoder := hpack.NewEncoder(&block)
	for _, field := range [][2]string{
		{":method", "POST"}, {":scheme", "http"}, {":authority", "x"},
		{":path", "/opentelemetry.proto.collector.logs.v1.LogsService/Export"},
		{"te", "trailers"}, {"content-type", "application/grpc"}, {"authorization", goodKey},
	} {
		_ = encoder.WriteField(hpack.HeaderField{Name: field[0], Value: field[1]})
	}
	return block.Bytes()
}

// callAndReset starts calls on a connection and cancels each at once, up to so
// many. It returns the frames that came back until the server ended it, or
// until limit.
func callAndReset(t *testing.T, d *door, calls int, code http2.ErrCode) (goAway *http2.GoAwayFrame, ended bool) {
	t.Helper()
	conn := d.dial(t)
	defer func() { _ = conn.Close() }()
	_, _ = io.WriteString(conn, http2.ClientPreface)
	framer := http2.NewFramer(conn, conn)
	_ = framer.WriteSettings()
	_ = framer.WriteSettingsAck()
	go func() {
		sent := http2.NewFramer(conn, nil)
		for i := range calls {
			stream := uint32(2*i + 1)
			if sent.WriteHeaders(http2.HeadersFrameParam{StreamID: stream, EndHeaders: true, BlockFragment: callHeaders()}) != nil {
				return
			}
			_ = sent.WriteRSTStream(stream, code)
		}
		_ = sent.WritePing(false, [8]byte{1})
	}()
	_ = conn.SetReadDeadline(time.Now().Add(20 * time.Second))
	for {
		frame, err := framer.ReadFrame()
		if err != nil {
			return goAway, errors.Is(err, io.EOF) || errors.Is(err, syscall.ECONNRESET)
		}
		switch frame := frame.(type) {
		case *http2.GoAwayFrame:
			copied := *frame
			goAway = &copied
		case *http2.PingFrame:
			if frame.IsAck() && frame.Data[0] == 1 {
				return goAway, false
			}
		}
	}
}

// TestRapidResetsEndTheConnection holds that a client which starts calls only
// to cancel them is sent away, whatever reason it gives, and one that cancels
// now and then is not.
func TestRapidResetsEndTheConnection(t *testing.T) {
	t.Parallel()
	for code, isSealed := range map[http2.ErrCode]bool{http2.ErrCodeCancel: true, http2.ErrCodeNo: false} {
		d := openDoor(t, doorOptions{tls: isSealed})
		goAway, ended := callAndReset(t, d, 50_000, code)
		if !ended || goAway == nil || goAway.ErrCode != http2.ErrCodeEnhanceYourCalm {
			t.Errorf("%s: ended %t with %v", code, ended, goAway)
		}
		ctx := metadata.AppendToOutgoingContext(t.Context(), "authorization", goodKey)
		if _, err := plogotlp.NewGRPCClient(d.conn).Export(ctx, logRequest(1, 0)); err != nil {
			t.Errorf("another client: %v", err)
		}
		if goAway, ended := callAndReset(t, d, 100, code); ended || goAway != nil {
			t.Errorf("%s: a few resets: ended %t with %v", code, ended, goAway)
		}
	}
}
