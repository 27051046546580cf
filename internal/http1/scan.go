// Package http1 finds requests of HTTP/1 that two readers could take for two
// different things: with a length and a transfer encoding. The HTTP server of
// the library drops the length before a handler sees the request, which leaves
// nothing to refuse.
package http1

import (
	"bytes"
	"strconv"
	"strings"
)

// lineBytesMax bounds a line. The server refuses headers long before.
const lineBytesMax = 64 << 10

// Scan follows the requests of a connection as they are read, in pieces of any
// size. The zero value is ready to use. What it does not understand ends it:
// the server refuses that as malformed.
type Scan struct {
	next func(s *Scan, line string) // takes the next line; nil: the request line
	line []byte                     // as far as it has come
	skip uint64                     // bytes of a body that are left
	over bool

	isOld     bool // HTTP/1.0, which knows no transfer encoding
	hasLength bool
	hasCoding bool
	ambiguous bool
	length    string
}

// Take scans the next bytes and reports whether a request among all so far is
// ambiguous.
func (s *Scan) Take(b []byte) bool {
	for len(b) > 0 && !s.over {
		if s.skip > 0 {
			n := min(s.skip, uint64(len(b)))
			s.skip, b = s.skip-n, b[n:]
			continue
		}
		b = s.takeLine(b)
	}
	return s.ambiguous
}

func (s *Scan) takeLine(b []byte) []byte {
	piece, rest, whole := bytes.Cut(b, []byte{'\n'})
	s.line = append(s.line, piece...)
	if len(s.line) > lineBytesMax {
		s.end()
		return nil
	}
	if !whole {
		return nil
	}
	line := strings.TrimSuffix(string(s.line), "\r")
	s.line = s.line[:0]
	if s.next == nil {
		s.next = (*Scan).requestLine
	}
	s.next(s, line)
	return rest
}

func (s *Scan) end() { s.over, s.line = true, nil }

func (s *Scan) requestLine(line string) {
	version := line[strings.LastIndexByte(line, ' ')+1:]
	if !strings.HasPrefix(version, "HTTP/1.") {
		s.end()
		return
	}
	s.isOld, s.hasLength, s.hasCoding, s.length = version == "HTTP/1.0", false, false, ""
	s.next = (*Scan).headerLine
}

func (s *Scan) headerLine(line string) {
	if line == "" {
		s.endHeader()
		return
	}
	name, value, _ := strings.Cut(line, ":")
	switch strings.ToLower(strings.TrimSpace(name)) {
	case "content-length":
		s.hasLength, s.length = true, strings.TrimSpace(value)
	case "transfer-encoding":
		s.hasCoding = true
	}
}

func (s *Scan) endHeader() {
	s.next = (*Scan).requestLine
	switch {
	case s.hasLength && s.hasCoding:
		s.ambiguous = true
		s.end()
	case s.hasCoding && !s.isOld:
		s.next = (*Scan).chunkLine
	case s.hasLength:
		length, err := strconv.ParseUint(s.length, 10, 63)
		if err != nil {
			s.end()
		}
		s.skip = length
	}
}

func (s *Scan) chunkLine(line string) {
	size, _, _ := strings.Cut(line, ";")
	n, err := strconv.ParseUint(strings.TrimSpace(size), 16, 63)
	switch {
	case err != nil:
		s.end()
	case n == 0:
		s.next = (*Scan).trailerLine
	default:
		s.skip, s.next = n, (*Scan).chunkEnd
	}
}

func (s *Scan) chunkEnd(line string) {
	s.next = (*Scan).chunkLine
	if line != "" {
		s.end()
	}
}

func (s *Scan) trailerLine(line string) {
	if line == "" {
		s.next = (*Scan).requestLine
	}
}
