package wal

import (
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"strconv"
	"strings"

	"github.com/cairnstack/cairn/internal/fault"
)

// A segment is a header and records without gaps, all numbers little-endian.
//
//	header: magic 8, version 4, CRC32C of the rest 4, first position 8, mark 8, log id 16
//	record: mark 8, position 8, payload bytes 4, meta bytes 4, CRC32C 4, meta, payload
//
// Even versions say that the file was an earlier segment's, whose remains may
// stand behind the last record; versions 1 and 2 that the records have the log's
// id as their origin. A record's checksum covers meta, payload and then the
// header before it, so that appenders do the long part before the position is
// known.
const (
	segmentMagic       = "cairnwal"
	originlessVersion  = 1
	segmentVersion     = 3
	overVersion        = 4
	segmentHeaderBytes = 48
	recordHeaderBytes  = 28
	recordSummedBytes  = 24
	markBytes          = 8

	segmentSuffix = ".wal"
	corruptSuffix = ".corrupt"
	unnamedFile   = "segment.tmp"
)

// Record is one record as a reader sees it.
type Record struct {
	Position Position
	Meta     []byte
	Payload  []byte
}

var errDamaged = errors.New("damaged")

type segmentHeader struct {
	first Position
	mark  uint64
	id    ID
	over  bool // written over an earlier segment
	early bool // written by a version whose records have the log's id as their origin
}

func (h segmentHeader) encode() []byte {
	b := make([]byte, segmentHeaderBytes)
	copy(b, segmentMagic)
	binary.LittleEndian.PutUint32(b[8:], h.version())
	binary.LittleEndian.PutUint64(b[16:], uint64(h.first))
	binary.LittleEndian.PutUint64(b[24:], h.mark)
	copy(b[32:], h.id[:])
	binary.LittleEndian.PutUint32(b[12:], checksum(0, b[16:]))
	return b
}

func (h segmentHeader) version() uint32 {
	if h.over {
		return overVersion
	}
	return segmentVersion
}

// decodeSegmentHeader returns errDamaged, or fault.Conflict for a format of
// another version of the program.
func decodeSegmentHeader(b []byte) (segmentHeader, error) {
	if len(b) < segmentHeaderBytes || string(b[:8]) != segmentMagic {
		return segmentHeader{}, errDamaged
	}
	if binary.LittleEndian.Uint32(b[12:]) != checksum(0, b[16:segmentHeaderBytes]) {
		return segmentHeader{}, errDamaged
	}
	version := binary.LittleEndian.Uint32(b[8:])
	if version < originlessVersion || version > overVersion {
		return segmentHeader{}, fault.New(fault.Conflict, "the write-ahead log has format %d, this program reads %d", version, overVersion)
	}
	return segmentHeader{
		first: Position(binary.LittleEndian.Uint64(b[16:])),
		mark:  binary.LittleEndian.Uint64(b[24:]),
		id:    ID(b[32:48]),
		over:  version%2 == 0,
		early: version < segmentVersion,
	}, nil
}

func segmentName(first Position) string {
	return fmt.Sprintf("%020d%s", uint64(first), segmentSuffix)
}

func parseSegmentName(name string) (Position, bool) {
	digits, ok := strings.CutSuffix(name, segmentSuffix)
	if !ok || len(digits) != 20 {
		return 0, false
	}
	first, err := strconv.ParseUint(digits, 10, 64)
	return Position(first), err == nil
}

type recordHeader struct {
	position     Position
	payloadBytes uint32
	metaBytes    uint32
	sum          uint32
}

func (h recordHeader) bytes() int64 {
	return recordHeaderBytes + int64(h.metaBytes) + int64(h.payloadBytes)
}

// appendRecordHeader completes bodySum, the checksum of meta and payload.
func appendRecordHeader(b []byte, mark uint64, h recordHeader, bodySum uint32) []byte {
	start := len(b)
	b = binary.LittleEndian.AppendUint64(b, mark)
	b = binary.LittleEndian.AppendUint64(b, uint64(h.position))
	b = binary.LittleEndian.AppendUint32(b, h.payloadBytes)
	b = binary.LittleEndian.AppendUint32(b, h.metaBytes)
	return binary.LittleEndian.AppendUint32(b, checksum(bodySum, b[start:]))
}

func decodeRecordHeader(b []byte) (mark uint64, h recordHeader) {
	return binary.LittleEndian.Uint64(b), recordHeader{
		position:     Position(binary.LittleEndian.Uint64(b[8:])),
		payloadBytes: binary.LittleEndian.Uint32(b[16:]),
		metaBytes:    binary.LittleEndian.Uint32(b[20:]),
		sum:          binary.LittleEndian.Uint32(b[24:]),
	}
}

// checksum extends a CRC32C by b.
func checksum(sum uint32, b []byte) uint32 {
	return crc32.Update(sum, crc32.MakeTable(crc32.Castagnoli), b)
}
