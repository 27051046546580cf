// Package stack holds the nouns of the observability stack: teams,
// dashboards, tiles, alerts, sources, connections, webhooks and saved
// searches. It decides and never performs I/O.
package stack

import (
	"encoding/binary"
	"encoding/hex"
	"io"
	"regexp"
	"time"

	"github.com/cairnstack/cairn/internal/fault"
)

var idForm = regexp.MustCompile(`^[0-9a-f]{24}$`)

// NewID makes a stack id: 24 lower-case hex characters that sort by the
// second of creation.
func NewID(random io.Reader, now time.Time) (string, error) {
	var id [12]byte
	seconds := uint32(now.Unix()) //nolint:gosec // wraps in 2106, as every id of this form does
	binary.BigEndian.PutUint32(id[:4], seconds)
	if _, err := io.ReadFull(random, id[4:]); err != nil {
		return "", err
	}
	return hex.EncodeToString(id[:]), nil
}

// CheckID answers an Invalid fault unless id has the form of a stack id.
func CheckID(path, id string) error {
	var rules fault.Rules
	rules.Check(idForm.MatchString(id), path, "format", "must be 24 lower-case hex characters")
	return rules.Err()
}
