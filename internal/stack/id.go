// Package stack holds the nouns of the observability stack: teams,
// dashboards, tiles, alerts, sources, connections, webhooks and saved
// searches. It decides and never performs I/O.
package stack

import (
	"encoding/binary"
	"encoding/hex"
	"io"
	"regexp"
	"sync"
	"time"
)

var idForm = regexp.MustCompile(`^[0-9a-f]{24}$`)

// The parts of a stack id: seconds, a fraction of a second, and random bytes
// that tell the ids of several processes apart.
const (
	idBytes       = 12
	idStampBytes  = 7
	fractionBits  = 24
	fractionShift = 8 // from the bytes of the stamp to those of a uint64
)

// IDs makes stack ids that sort by their creation. The zero value is ready;
// it must not be copied.
type IDs struct {
	mu   sync.Mutex
	last uint64
}

// New makes an id: 24 lower-case hex characters that sort after all that the
// IDs made before, and by their time among those of others.
func (s *IDs) New(random io.Reader, now time.Time) (string, error) {
	var id [idBytes]byte
	binary.BigEndian.PutUint64(id[:], s.next(now)<<fractionShift)
	if _, err := io.ReadFull(random, id[idStampBytes:idBytes]); err != nil {
		return "", err
	}
	return hex.EncodeToString(id[:idBytes]), nil
}

// next returns the stamp of a time, or the one after the last.
func (s *IDs) next(now time.Time) uint64 {
	seconds := uint64(uint32(now.Unix())) // wraps in 2106, as every id of this form does
	fraction := uint64(now.Nanosecond()) << fractionBits / uint64(time.Second)
	s.mu.Lock()
	defer s.mu.Unlock()
	s.last = max(seconds<<fractionBits|fraction, s.last+1)
	return s.last
}

// NewID makes a stack id that sorts by its time alone.
func NewID(random io.Reader, now time.Time) (string, error) { return new(IDs).New(random, now) }

// CheckID returns an Invalid fault unless id has the form of a stack id.
func CheckID(path, id string) error {
	p := root()
	p.at(path).id(id)
	return p.log.err()
}
