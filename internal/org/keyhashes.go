package org

import (
	"crypto/sha256"
	"encoding/base64"
	"regexp"

	"github.com/cairnstack/cairn/internal/fault"
)

// A colon would end the user name of Basic authentication.
var keySuffixPattern = regexp.MustCompile(`^[!-9;-~]{4}$`)

// KeyHashes are the credentials of a key whose id and secret the client made
// and keeps to itself.
type KeyHashes struct {
	KeyIDHash     string // base64 of the SHA-256 of the key id
	KeyIDSuffix   string // the last KeyIDSuffixChars of the key id
	KeySecretHash string // base64 of the SHA-256 of the key secret
}

func (h KeyHashes) fill(rules *fault.Rules, path string, key *Key) {
	key.KeyIDHash = decodeHash(rules, path+".keyIdHash", h.KeyIDHash)
	key.SecretHash = decodeHash(rules, path+".keySecretHash", h.KeySecretHash)
	key.KeyIDSuffix = h.KeyIDSuffix
	rules.Check(keySuffixPattern.MatchString(h.KeyIDSuffix), path+".keyIdSuffix", "format",
		"must be the last %d characters of the key id", KeyIDSuffixChars)
}

// decodeHash returns the bytes of a base64 SHA-256, and breaks a rule for
// anything else. The length is checked too, because the decoder skips line
// ends.
func decodeHash(rules *fault.Rules, path, text string) []byte {
	hash, err := base64.StdEncoding.Strict().DecodeString(text)
	if err != nil || len(hash) != sha256.Size || len(text) != base64.StdEncoding.EncodedLen(sha256.Size) {
		rules.Break(path, "format", "must be the base64 of a SHA-256 digest of %d bytes", sha256.Size)
		return nil
	}
	return hash
}
