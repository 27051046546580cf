package receive

import (
	"io"
	"time"
)

// Bounds of cancelling streams. A stream costs the server far more than it
// costs a client to start and cancel it, and cancelled ones do not count for
// the limit of streams. Collectors cancel when their patience ends, at most
// their streams at a time; they close refused streams with the code 0, which
// weighs less.
const (
	resetWeightMax    = 5000
	resetWindow       = 10 * time.Second
	resetWeight       = 10
	resetWeightOfNone = 1
	farewellTimeMax   = time.Second
)

// resetFlood weighs the streams that a client resets.
type resetFlood struct {
	since  time.Time
	weight int
}

// note weighs a reset and reports whether they are too many.
func (f *resetFlood) note(code uint32, now time.Time) bool {
	if now.Sub(f.since) >= resetWindow {
		f.since, f.weight = now, 0
	}
	if code == 0 {
		f.weight += resetWeightOfNone
	} else {
		f.weight += resetWeight
	}
	return f.weight > resetWeightMax
}

// calmDown is a GOAWAY frame: no stream is worth another try, error code
// ENHANCE_YOUR_CALM, and the reason as debug data.
func calmDown() []byte {
	const reason = "too many streams were reset"
	head := []byte{0, 0, 8 + byte(len(reason)), 7, 0, 0, 0, 0, 0, 0x7f, 0xff, 0xff, 0xff, 0, 0, 0, 0xb}
	return append(head, reason...)
}

// Write writes, and follows the frames, so that it is known where one of our
// own fits between them.
func (c *FramedConn) Write(p []byte) (int, error) {
	c.writing.Lock()
	defer c.writing.Unlock()
	if c.isSilent {
		return 0, io.ErrClosedPipe
	}
	n, err := c.writeFrames(p)
	c.sent.take(p[:n], func(uint32, uint32) {})
	return n, err
}

// sendAway says that it is enough and reads what is still on its way, because
// closing a connection with something unread would destroy the farewell. A
// client that does not read gets none.
func (c *FramedConn) sendAway() error {
	deadline := time.Now().Add(farewellTimeMax)
	_ = c.SetDeadline(deadline) // frees a writer that waits for the client
	c.silence()
	for buffer := make([]byte, WindowBytes/8); ; {
		if _, err := c.TCPConn.Read(buffer); err != nil {
			return io.EOF
		}
	}
}

func (c *FramedConn) silence() {
	c.writing.Lock()
	defer c.writing.Unlock()
	c.isSilent = true
	if c.sent.isBetweenFrames() {
		_, _ = c.writeFrames(calmDown())
	}
	if c.sealed != nil {
		_ = c.sealed.CloseWrite()
	}
	_ = c.CloseWrite()
}
