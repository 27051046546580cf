package backup

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"mime/multipart"
	"net/textproto"

	"github.com/cairnstack/cairn/internal/fault"
)

// The headers of a stream's parts. A part has a file, or says what went wrong.
const (
	nameHeader  = "Cairn-File"
	failureName = "failure"
	failureMax  = 4 << 10
)

// Stream is a backup on its way to somebody else. It is a Sink.
type Stream struct{ parts *multipart.Writer }

// NewStream makes a stream over a writer.
func NewStream(w io.Writer) *Stream { return &Stream{multipart.NewWriter(w)} }

// ContentType returns the stream's type, without which it can't be read.
func (s *Stream) ContentType() string { return "multipart/mixed; boundary=" + s.parts.Boundary() }

// Create begins a file.
func (s *Stream) Create(name string) (io.WriteCloser, error) {
	part, err := s.parts.CreatePart(textproto.MIMEHeader{nameHeader: {name}})
	return openEnd{part}, err
}

// Fail tells the other side why the backup ends here.
func (s *Stream) Fail(message string) error {
	part, err := s.Create(failureName)
	if err != nil {
		return err
	}
	if _, err := io.WriteString(part, message); err != nil {
		return err
	}
	return s.Close()
}

// Close ends the stream.
func (s *Stream) Close() error { return s.parts.Close() }

// openEnd is a part, which ends where the next one begins.
type openEnd struct{ io.Writer }

// Close does nothing.
func (openEnd) Close() error { return nil }

// Receive writes the files of a stream to a sink, tells report of each, and
// returns the manifest once every file is what the manifest says.
func Receive(r io.Reader, boundary string, sink Sink, report func(File)) (Manifest, error) {
	parts := multipart.NewReader(r, boundary)
	var got []File
	for {
		part, err := parts.NextRawPart()
		if err != nil {
			return Manifest{}, fault.Wrap(fault.Unavailable, err, "the server ended before the backup did")
		}
		name := part.Header.Get(nameHeader)
		switch name {
		case failureName:
			return Manifest{}, failureIn(part)
		case ManifestName:
			return receiveManifest(parts, part, sink, got)
		}
		file, err := receive(part, name, sink)
		if err != nil {
			return Manifest{}, err
		}
		report(file)
		got = append(got, file)
	}
}

func failureIn(part io.Reader) error {
	text, err := io.ReadAll(io.LimitReader(part, failureMax))
	if err != nil {
		return err
	}
	return fault.New(fault.Unavailable, "the server could not finish the backup: %s", text)
}

func receive(part io.Reader, name string, sink Sink) (File, error) {
	file, err := sink.Create(name)
	if err != nil {
		return File{}, err
	}
	sum := sha256.New()
	bytes, err := io.Copy(io.MultiWriter(file, sum), part)
	if err := errors.Join(err, file.Close()); err != nil {
		return File{}, fmt.Errorf("receive %s: %w", name, err)
	}
	return File{Name: name, Bytes: bytes, SHA256: hex.EncodeToString(sum.Sum(nil))}, nil
}

// receiveManifest writes the manifest only if it arrived whole and describes
// what came.
func receiveManifest(parts *multipart.Reader, part io.Reader, sink Sink, got []File) (Manifest, error) {
	text, err := io.ReadAll(io.LimitReader(part, ManifestBytesMax))
	if err != nil {
		return Manifest{}, fault.Wrap(fault.Unavailable, err, "the server ended before the backup did")
	}
	m, err := readManifest(text)
	if err != nil {
		return m, err
	}
	if m.IsSummed() {
		if err := receiveManifestSum(parts, text); err != nil {
			return m, err
		}
	}
	if len(got) != len(m.Files) {
		return m, fault.New(fault.Unavailable, "%d of %d files arrived", len(got), len(m.Files))
	}
	for i, file := range m.Files {
		if got[i] != file {
			return m, fault.New(fault.Unavailable, "%s did not arrive as it was sent", file.Name)
		}
	}
	return m, writeManifest(sink, text, m.Format)
}

// receiveManifestSum compares the manifest with the checksum that follows it.
func receiveManifestSum(parts *multipart.Reader, text []byte) error {
	part, err := parts.NextRawPart()
	if err != nil || part.Header.Get(nameHeader) != manifestSumName {
		return fault.New(fault.Unavailable, "the server ended before the backup did")
	}
	sum, err := io.ReadAll(io.LimitReader(part, failureMax))
	if err != nil {
		return fault.Wrap(fault.Unavailable, err, "the server ended before the backup did")
	}
	return checkManifestSum(text, sum)
}
