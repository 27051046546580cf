package peer

import "io"

// ReadHeader reads a header and nothing behind it.
func ReadHeader(r io.Reader) (Origin, error) {
	h, err := readHeader(r)
	return h.origin, err
}
