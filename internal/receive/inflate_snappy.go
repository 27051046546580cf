package receive

import (
	"github.com/klauspost/compress/snappy"

	"github.com/cairnstack/cairn/internal/fault"
)

// snappyRatioMax is what one byte of a snappy block can become at most: three
// bytes copy 64.
const snappyRatioMax = 22

// inflateSnappy decompresses a snappy block, which needs all of its memory at
// once: no more than so short a block can fill.
func (d *Inflater) inflateSnappy(payload []byte) (*Buffer, error) {
	length, err := snappy.DecodedLen(payload)
	switch {
	case err != nil:
		return nil, malformed("snappy", err)
	case int64(length) > d.bytesMax:
		return nil, ErrTooLarge
	case length > snappyRatioMax*len(payload):
		return nil, fault.New(fault.Invalid, "the body is not valid snappy: it says that it is longer than it can be")
	}
	plain, err := d.buffers.take(int64(length))
	if err != nil {
		return nil, err
	}
	if _, err := snappy.Decode(plain.Bytes, payload); err != nil {
		plain.Free()
		return nil, malformed("snappy", err)
	}
	return plain, nil
}
