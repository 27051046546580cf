package org

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"hash"
)

// chainDomain keeps the hashes of the log apart from all others.
const chainDomain = "cairn audit log 1"

// Hash is a SHA-256 in the chain of the audit log.
type Hash [sha256.Size]byte

// String returns the hash in hexadecimal digits.
func (h Hash) String() string { return hex.EncodeToString(h[:]) }

// ParseHash reads what String wrote, and returns false for anything else.
func ParseHash(text string) (Hash, bool) {
	var h Hash
	if len(text) != hex.EncodedLen(len(h)) {
		return Hash{}, false
	}
	_, err := hex.Decode(h[:], []byte(text))
	return h, err == nil
}

// Seal returns the hash of the entry behind the one with the hash prev. It
// covers every field but PrevHash and Hash themselves, each with its length,
// so that no text can pass for another.
func Seal(prev Hash, a Activity) Hash {
	digest := sha256.New()
	writeText(digest, chainDomain)
	writeText(digest, string(prev[:]))
	writeNumber(digest, a.Sequence)
	writeNumber(digest, a.CreatedAt.UnixMilli())
	for _, text := range []string{
		a.ID, a.OrganizationID, a.ServiceID, string(a.Type),
		string(a.Actor.Type), a.Actor.ID, a.Actor.Details, a.Actor.IPAddress, a.Actor.UserAgent,
		a.TargetID, string(a.KeyUpdate), a.Before, a.After,
	} {
		writeText(digest, text)
	}
	return Hash(digest.Sum(nil))
}

func writeText(digest hash.Hash, text string) {
	writeNumber(digest, int64(len(text)))
	digest.Write([]byte(text)) // a hash never fails
}

func writeNumber(digest hash.Hash, number int64) {
	var block [8]byte
	binary.BigEndian.PutUint64(block[:], uint64(number))
	digest.Write(block[:]) // a hash never fails
}

// Follow returns the entry as the next one after prev; the zero Activity
// stands before the first.
func (a Activity) Follow(prev Activity) Activity {
	a.Sequence, a.PrevHash = prev.Sequence+1, prev.Hash
	a.Hash = Seal(a.PrevHash, a)
	return a
}

// ChainError names the first entry of a log that is not what was written.
type ChainError struct {
	Sequence int64  // of the entry, as the log has it
	ID       string // of the entry
	Problem  string
}

// Error returns the entry and what is wrong with it.
func (e *ChainError) Error() string {
	return fmt.Sprintf("audit log entry %d (%s): %s", e.Sequence, e.ID, e.Problem)
}

// Verify walks entries in the order of their sequence and returns a
// ChainError for the first that is missing its predecessor, out of place or
// altered. Anchor is the last entry that is known to be good, the zero
// Activity at the beginning of the log, so that a long log can be verified
// page by page.
func Verify(anchor Activity, entries []Activity) error {
	for _, entry := range entries {
		if problem := entry.problemAfter(anchor); problem != "" {
			return &ChainError{Sequence: entry.Sequence, ID: entry.ID, Problem: problem}
		}
		anchor = entry
	}
	return nil
}

func (a Activity) problemAfter(prev Activity) string {
	switch {
	case a.Sequence != prev.Sequence+1:
		return fmt.Sprintf("follows entry %d", prev.Sequence)
	case a.PrevHash != prev.Hash:
		return "does not continue the entry before it"
	case a.Hash != Seal(a.PrevHash, a):
		return "was altered"
	default:
		return ""
	}
}
