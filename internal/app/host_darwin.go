package app

import (
	"encoding/binary"
	"syscall"
)

// systemMemory returns the machine's memory; 0 when the system does not say.
func systemMemory() int64 {
	const sizeBytes = 8
	text, err := syscall.Sysctl("hw.memsize")
	if err != nil {
		return 0
	}
	// Sysctl takes the number for a text and drops a zero at its end.
	var number [sizeBytes]byte
	copy(number[:], text)
	return int64(binary.LittleEndian.Uint64(number[:])) // less than 2^63 bytes
}
