package receive

import "encoding/binary"

// frameScan follows the frames of an HTTP/2 connection as they are read, in
// pieces of any size.
type frameScan struct {
	started bool
	skip    int    // bytes of the preface or of a payload that are left
	head    []byte // of the next frame, as far as it has come
}

// take scans the next bytes and calls reset for each stream that they reset,
// with the code that says why. Clients also close streams that are over, with
// the code 0.
func (s *frameScan) take(b []byte, reset func(stream, code uint32)) {
	if !s.started {
		s.started, s.skip = true, prefaceBytes
	}
	for len(b) > 0 {
		if s.skip > 0 {
			n := min(s.skip, len(b))
			s.skip, b = s.skip-n, b[n:]
			continue
		}
		n := min(s.wanted()-len(s.head), len(b))
		s.head, b = append(s.head, b[:n]...), b[n:]
		if len(s.head) == s.wanted() {
			s.end(reset)
		}
	}
}

// isBetweenFrames reports whether a frame has ended and none has begun.
func (s *frameScan) isBetweenFrames() bool { return s.skip == 0 && len(s.head) == 0 }

// wanted is how much of a frame is looked at: its head, and the code of one
// that cancels a stream.
func (s *frameScan) wanted() int {
	if s.isReset() {
		return frameHeadBytes + resetFrameBytes
	}
	return frameHeadBytes
}

func (s *frameScan) isReset() bool {
	return len(s.head) >= frameHeadBytes && s.head[3] == resetFrameType && s.length() == resetFrameBytes
}

func (s *frameScan) length() int { return int(s.head[0])<<16 | int(s.head[1])<<8 | int(s.head[2]) }

// end handles a frame whose head is there.
func (s *frameScan) end(reset func(stream, code uint32)) {
	if !s.isReset() {
		s.skip, s.head = s.length(), s.head[:0]
		return
	}
	stream := binary.BigEndian.Uint32(s.head[5:]) &^ (1 << 31)
	reset(stream, binary.BigEndian.Uint32(s.head[frameHeadBytes:]))
	s.head = s.head[:0]
}
