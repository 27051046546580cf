package receive_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/net/http2"

	"github.com/cairnstack/cairn/internal/receive"
)

// frames writes what an HTTP/2 client sends.
func frames(write func(f *http2.Framer)) []byte {
	out := bytes.NewBufferString(http2.ClientPreface)
	write(http2.NewFramer(out, nil))
	return out.Bytes()
}

func TestCancelledStreamsAreFoundInPieces(t *testing.T) {
	t.Parallel()
	sent := frames(func(f *http2.Framer) {
		_ = f.WriteSettings()
		_ = f.WriteData(1, true, []byte(strings.Repeat("\x00\x00\x04\x03", 100))) // looks like one
		_ = f.WriteRSTStream(1, http2.ErrCodeCancel)
		_ = f.WriteRSTStream(3, http2.ErrCodeNo)
		_ = f.WritePing(false, [8]byte{})
		_ = f.WriteRSTStream(5, http2.ErrCodeCancel)
	})
	for size := 1; size <= len(sent); size++ {
		var pieces [][]byte
		for rest := sent; len(rest) > 0; rest = rest[min(size, len(rest)):] {
			pieces = append(pieces, rest[:min(size, len(rest))])
		}
		if diff := cmp.Diff([]uint32{1, 5}, receive.CancelledStreams(pieces...)); diff != "" {
			t.Fatalf("in pieces of %d bytes (-want +got):\n%s", size, diff)
		}
	}
}

func FuzzFrameScan(f *testing.F) {
	f.Add(frames(func(f *http2.Framer) { _ = f.WriteRSTStream(1, http2.ErrCodeCancel) }), 3)
	f.Fuzz(func(t *testing.T, sent []byte, cut int) {
		cut = max(0, min(cut, len(sent)))
		whole, parts := receive.CancelledStreams(sent), receive.CancelledStreams(sent[:cut], sent[cut:])
		if diff := cmp.Diff(whole, parts); diff != "" {
			t.Errorf("cut at %d (-whole +parts):\n%s", cut, diff)
		}
	})
}
