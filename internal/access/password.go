package access

import (
	"crypto/subtle"
	"encoding/base64"
	"errors"
	"flag"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"golang.org/x/crypto/argon2"

	"github.com/cairnstack/cairn/internal/fault"
)

// Bounds of a password. The upper one keeps hashing cheap to refuse.
const (
	PasswordCharsMin = 12
	PasswordCharsMax = 128
)

// argonCost is what it takes to hash a password.
type argonCost struct{ time, memoryKiB uint32 }

// argon is the second choice of RFC 9106's memory-constrained profile, about
// 30 ms on one core.
var argon = argonCost{time: 2, memoryKiB: 19 * 1024}

// Parameters of argon2id besides its cost.
const (
	argonThreads   = 1
	argonKeyBytes  = 32
	argonSaltBytes = 16
	passwordChars  = 20 // of a password that we make
)

// HashCheaply makes passwords cost next to nothing, in test binaries that make
// accounts by the hundred. A program that is no test ends instead. Call it
// before anything is hashed.
func HashCheaply() {
	if flag.Lookup("test.v") == nil {
		panic("passwords are hashed cheaply in tests alone")
	}
	argon = argonCost{time: 1, memoryKiB: 8}
}

var errPasswordHash = errors.New("stored password hash is malformed")

// CheckPassword returns an Invalid fault that states the rules which the
// password of the e-mail's owner breaks.
func CheckPassword(password, email string) error {
	var rules fault.Rules
	chars := utf8.RuneCountInString(password)
	rules.Check(chars >= PasswordCharsMin, "password", "min_length", "must be at least %d characters", PasswordCharsMin)
	rules.Check(chars <= PasswordCharsMax, "password", "max_length", "must be at most %d characters", PasswordCharsMax)
	rules.Check(!strings.EqualFold(password, email), "password", "same_as_email", "must differ from the e-mail address")
	return rules.Err()
}

// hashPassword returns the argon2id hash in PHC string form.
func hashPassword(random io.Reader, password string) (string, error) {
	salt := make([]byte, argonSaltBytes)
	if _, err := io.ReadFull(random, salt); err != nil {
		return "", err
	}
	return encodePassword(salt, deriveKey(password, salt)), nil
}

func deriveKey(password string, salt []byte) []byte {
	return argon2.IDKey([]byte(password), salt, argon.time, argon.memoryKiB, argonThreads, argonKeyBytes)
}

func encodePassword(salt, key []byte) string {
	b64 := base64.RawStdEncoding
	return fmt.Sprintf("$argon2id$v=%d$m=%d,t=%d,p=%d$%s$%s", argon2.Version,
		argon.memoryKiB, argon.time, argonThreads, b64.EncodeToString(salt), b64.EncodeToString(key))
}

// verifyPassword reports whether the password matches the PHC string.
func verifyPassword(phc, password string) (bool, error) {
	salt, key, err := decodePassword(phc)
	if err != nil {
		return false, err
	}
	return subtle.ConstantTimeCompare(key, deriveKey(password, salt)) == 1, nil
}

func decodePassword(phc string) (salt, key []byte, err error) {
	parts := strings.Split(phc, "$")
	if len(parts) != 6 || parts[1] != "argon2id" {
		return nil, nil, errPasswordHash
	}
	if parts[3] != fmt.Sprintf("m=%d,t=%d,p=%d", argon.memoryKiB, argon.time, argonThreads) {
		return nil, nil, fmt.Errorf("%w: unknown parameters", errPasswordHash)
	}
	salt, saltErr := base64.RawStdEncoding.DecodeString(parts[4])
	key, keyErr := base64.RawStdEncoding.DecodeString(parts[5])
	return salt, key, errors.Join(saltErr, keyErr)
}

// NewPassword makes a password that nobody has to think of.
func NewPassword(random io.Reader) (string, error) { return randomText(random, passwordChars) }
