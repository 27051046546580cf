package telemetry

import (
	"bytes"
	"hash/maphash"
)

// Dictionary numbers distinct texts in the order of their first use. Number
// zero is the empty text.
type Dictionary struct {
	bytes []byte
	ends  []uint32 // end of each text in bytes
	slots []uint32 // open addressing: number + 1, zero is free
	next  []uint32 // the number that followed each number last time
	seed  maphash.Seed
}

// A dictionary that grew beyond dictionarySlotsKept gives its slots back, so
// that forgetting all texts stays cheap.
const (
	dictionarySlotsMin  = 64
	dictionarySlotsKept = 8192
)

// NewDictionary returns a dictionary that holds the empty text alone. Its seed
// decides the order of hash slots and nothing that can be seen from outside;
// senders who don't know it can't make texts collide.
func NewDictionary() Dictionary {
	return Dictionary{
		ends: []uint32{0}, next: []uint32{0},
		slots: make([]uint32, dictionarySlotsMin), seed: maphash.MakeSeed(),
	}
}

// Len returns how many texts there are.
func (d *Dictionary) Len() int { return len(d.ends) }

// Text returns a text by its number. It must not be changed, and is valid
// until the rows are reset.
func (d *Dictionary) Text(number uint32) []byte {
	if number == 0 {
		return nil
	}
	return d.bytes[d.ends[number-1]:d.ends[number]]
}

// Number returns the number of a text, and adds it if it is new.
func (d *Dictionary) Number(text []byte) uint32 {
	if len(text) == 0 {
		return 0
	}
	slot := d.find(text)
	if d.slots[slot] != 0 {
		return d.slots[slot] - 1
	}
	return d.add(slot, text)
}

// NumberAfter returns as Number does, and is quicker when the text followed
// the one with the number previous the last time too.
func (d *Dictionary) NumberAfter(previous uint32, text []byte) uint32 {
	guess := d.next[previous]
	if guess != 0 && bytes.Equal(d.Text(guess), text) {
		return guess
	}
	number := d.Number(text)
	d.next[previous] = number
	return number
}

// find returns the slot that holds the text, or the free one where it belongs.
func (d *Dictionary) find(text []byte) uint64 {
	mask := uint64(len(d.slots) - 1)
	slot := maphash.Bytes(d.seed, text) & mask
	for d.slots[slot] != 0 && !bytes.Equal(d.Text(d.slots[slot]-1), text) {
		slot = (slot + 1) & mask
	}
	return slot
}

func (d *Dictionary) add(slot uint64, text []byte) uint32 {
	number := uint32(len(d.ends))
	d.bytes = append(d.bytes, text...)
	d.ends = append(d.ends, uint32(len(d.bytes)))
	d.next = append(d.next, 0)
	d.slots[slot] = number + 1
	if 2*len(d.ends) > len(d.slots) {
		d.rehash(2 * len(d.slots))
	}
	return number
}

func (d *Dictionary) rehash(size int) {
	d.slots = make([]uint32, size)
	for number := 1; number < len(d.ends); number++ {
		d.slots[d.find(d.Text(uint32(number)))] = uint32(number) + 1
	}
}

// truncate forgets the texts from a number on.
func (d *Dictionary) truncate(length int) {
	if length == len(d.ends) {
		return
	}
	d.ends = d.ends[:length]
	d.bytes = d.bytes[:d.ends[length-1]]
	d.next = d.next[:length]
	clear(d.next)
	d.rehash(len(d.slots))
}

// Reset forgets all texts and keeps the memory.
func (d *Dictionary) Reset() {
	d.ends, d.next, d.bytes = d.ends[:1], d.next[:1], d.bytes[:0]
	d.next[0] = 0
	if len(d.slots) > dictionarySlotsKept {
		d.slots = make([]uint32, dictionarySlotsMin)
	}
	clear(d.slots)
}

// size returns the memory in use.
func (d *Dictionary) size() int { return len(d.bytes) + 8*len(d.ends) + 4*len(d.slots) }

// numbersOf returns, for each number of other, the number of the same text
// here. The answer uses the memory of into.
func (d *Dictionary) numbersOf(other *Dictionary, into []uint32) []uint32 {
	into = append(into[:0], 0)
	for number := 1; number < other.Len(); number++ {
		into = append(into, d.Number(other.Text(uint32(number))))
	}
	return into
}
