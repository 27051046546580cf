package telemetry

import (
	"encoding/binary"
	"math/bits"
)

// The constants of hash; series that are stored depend on them.
const (
	hashStart = 0x9e3779b97f4a7c15
	hashWord  = 0xd6e8feb86659fd93
	hashTail  = 0xa0761d6478bd642f
)

// hash returns a number for a text on top of that of what came before. The
// number is stored, so it is the same everywhere and for ever.
func hash(before uint64, text []byte) uint64 {
	sum := before ^ hashStart ^ uint64(len(text))
	for len(text) >= 8 {
		sum = mix(sum^binary.LittleEndian.Uint64(text), hashWord)
		text = text[8:]
	}
	var tail [8]byte
	copy(tail[:], text)
	return mix(sum^binary.LittleEndian.Uint64(tail[:]), hashTail)
}

func mix(x, y uint64) uint64 {
	high, low := bits.Mul64(x, y)
	return high ^ low
}
