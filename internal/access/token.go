package access

import (
	"crypto/sha256"
	"crypto/subtle"
	"errors"
	"hash/crc32"
	"io"
	"strings"
)

// TokenKind tells the credentials apart that Cairn hands out.
type TokenKind string

// The kinds. Each is the prefix of its tokens, so that a leaked one can be
// recognised by a scanner and a misplaced one gets a helpful answer.
const (
	TokenAccess    TokenKind = "cairn_ak_" // personal API access key
	TokenIngestion TokenKind = "cairn_ik_" // telemetry to the collector
	TokenCloud     TokenKind = "cairn_cs_" // secret half of a cloud key
	TokenSession   TokenKind = "cairn_us_" // UI session
	TokenShare     TokenKind = "cairn_sl_" // link to one dashboard
	TokenPassword  TokenKind = "cairn_pl_" // link that sets a password, or signs in
	TokenFirst     TokenKind = "cairn_fl_" // link that sets up an installation
)

const (
	publicIDChars = 12
	secretChars   = 32 // 190 bits
	checksumChars = 6  // holds any CRC-32
	cloudIDChars  = 20
	alphabet      = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
)

// ErrToken says that a text is no token: unknown prefix, wrong length, or a
// checksum that does not match.
var ErrToken = errors.New("not a key of this installation's form")

// Token is a freshly made credential. Text is shown once and never stored.
type Token struct {
	PublicID string // finds the record
	Text     string
}

// Hash returns what is stored of the token.
func (t Token) Hash() []byte { return HashSecret(t.Text) }

// NewToken makes a token of the kind from random.
func NewToken(random io.Reader, kind TokenKind) (Token, error) {
	publicID, err := randomText(random, publicIDChars)
	if err != nil {
		return Token{}, err
	}
	secret, err := randomText(random, secretChars)
	if err != nil {
		return Token{}, err
	}
	body := string(kind) + publicID + secret
	return Token{PublicID: publicID, Text: body + checksum(body)}, nil
}

// NewCloudKeyID makes the key id of a cloud key: the user name of Basic
// authentication.
func NewCloudKeyID(random io.Reader) (string, error) { return randomText(random, cloudIDChars) }

// ParseToken returns the kind and public id of text, or ErrToken. It checks
// form alone; whether the token is known is the store's business.
func ParseToken(text string) (TokenKind, string, error) {
	kind, rest, ok := cutKind(text)
	if !ok || len(rest) != publicIDChars+secretChars+checksumChars {
		return "", "", ErrToken
	}
	body, sum := text[:len(text)-checksumChars], text[len(text)-checksumChars:]
	if sum != checksum(body) {
		return "", "", ErrToken
	}
	return kind, rest[:publicIDChars], nil
}

func cutKind(text string) (TokenKind, string, bool) {
	for _, kind := range []TokenKind{TokenAccess, TokenIngestion, TokenCloud, TokenSession, TokenShare, TokenPassword, TokenFirst} {
		if rest, ok := strings.CutPrefix(text, string(kind)); ok {
			return kind, rest, true
		}
	}
	return "", "", false
}

// HashSecret returns the SHA-256 of a secret. Our secrets carry 190 random
// bits, so a slow hash would add cost and no safety.
func HashSecret(secret string) []byte {
	sum := sha256.Sum256([]byte(secret))
	return sum[:]
}

// SameHash compares two hashes in constant time.
func SameHash(a, b []byte) bool { return subtle.ConstantTimeCompare(a, b) == 1 }

func checksum(body string) string {
	sum := crc32.ChecksumIEEE([]byte(body))
	var text [checksumChars]byte
	for i := range text {
		text[checksumChars-1-i] = alphabet[sum%uint32(len(alphabet))]
		sum /= uint32(len(alphabet))
	}
	return string(text[:])
}

// randomText draws n characters without bias: bytes above the largest
// multiple of the alphabet's length are thrown away.
func randomText(random io.Reader, n int) (string, error) {
	const limit = 256 - 256%len(alphabet)
	text := make([]byte, 0, n)
	var block [64]byte
	for len(text) < n {
		if _, err := io.ReadFull(random, block[:]); err != nil {
			return "", err
		}
		for _, b := range block {
			if int(b) < limit && len(text) < n {
				text = append(text, alphabet[int(b)%len(alphabet)])
			}
		}
	}
	return string(text), nil
}
