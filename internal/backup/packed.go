package backup

import (
	"bufio"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"hash"
	"io"

	"github.com/klauspost/compress/zstd"
)

// packBytes is how much is gathered before it is compressed.
const packBytes = 256 << 10

// packed is a compressed file of a backup that begins with its first byte.
type packed struct {
	sink  Sink
	name  string
	file  io.WriteCloser // nil: nothing was written
	sum   hash.Hash
	bytes int64
	zip   *zstd.Encoder
	pages *bufio.Writer
}

func newPacked(sink Sink, name string) *packed {
	return &packed{sink: sink, name: name, sum: sha256.New()}
}

// Write implements io.Writer.
func (p *packed) Write(b []byte) (int, error) {
	if p.file == nil {
		if err := p.begin(); err != nil {
			return 0, err
		}
	}
	return p.pages.Write(b)
}

func (p *packed) begin() (err error) {
	if p.file, err = p.sink.Create(p.name); err != nil {
		return err
	}
	p.zip, err = zstd.NewWriter(writerFunc(p.count), zstd.WithEncoderLevel(zstd.SpeedFastest), zstd.WithEncoderConcurrency(1))
	p.pages = bufio.NewWriterSize(p.zip, packBytes)
	return err
}

// count hands compressed bytes on and sums them up.
func (p *packed) count(b []byte) (int, error) {
	n, err := p.file.Write(b)
	p.bytes += int64(n)
	p.sum.Write(b[:n])
	return n, err
}

// close ends the file and returns its entry, without bytes if there is none.
func (p *packed) close() (File, error) {
	if p.file == nil {
		return File{Name: p.name}, nil
	}
	err := errors.Join(p.pages.Flush(), p.zip.Close(), p.file.Close())
	return File{Name: p.name, Bytes: p.bytes, SHA256: hex.EncodeToString(p.sum.Sum(nil))}, err
}

type writerFunc func([]byte) (int, error)

func (f writerFunc) Write(b []byte) (int, error) { return f(b) }
