package access

import (
	"crypto/hmac"
	"crypto/sha1" //nolint:gosec // what authenticator apps compute; HMAC does not need more of it
	"crypto/subtle"
	"encoding/base32"
	"encoding/binary"
	"fmt"
	"net/url"
	"time"
)

// Parameters of time-based one-time passwords (RFC 6238): those that every
// authenticator app knows.
const (
	totpPeriod      = 30 * time.Second
	totpDigits      = 6
	totpModulus     = 1_000_000
	totpSkewSteps   = 1
	totpSecretBytes = 20
	totpIssuer      = "Cairn"
)

func totpStep(at time.Time) int64 { return at.Unix() / int64(totpPeriod/time.Second) }

// totpCode returns the code of a step.
func totpCode(secret []byte, step int64) string {
	var counter [8]byte
	binary.BigEndian.PutUint64(counter[:], uint64(step))
	mac := hmac.New(sha1.New, secret)
	mac.Write(counter[:])
	sum := mac.Sum(nil)
	at := sum[len(sum)-1] & 0x0f
	number := binary.BigEndian.Uint32(sum[at:at+4]) & 0x7fffffff
	return fmt.Sprintf("%0*d", totpDigits, number%totpModulus)
}

// matchTOTP returns the step that a code is of, within the steps around now
// and after the last one that was taken.
func matchTOTP(secret []byte, code string, now time.Time, last int64) (step int64, ok bool) {
	for offset := int64(-totpSkewSteps); offset <= totpSkewSteps; offset++ {
		candidate := totpStep(now) + offset
		same := subtle.ConstantTimeCompare([]byte(totpCode(secret, candidate)), []byte(code)) == 1
		if same && candidate > last && !ok {
			step, ok = candidate, true
		}
	}
	return step, ok
}

func totpText(secret []byte) string {
	return base32.StdEncoding.WithPadding(base32.NoPadding).EncodeToString(secret)
}

// totpURI returns what an authenticator app reads from a QR code.
func totpURI(secret []byte, email string) string {
	label := url.PathEscape(totpIssuer + ":" + email)
	query := url.Values{"secret": {totpText(secret)}, "issuer": {totpIssuer}}
	return "otpauth://totp/" + label + "?" + query.Encode()
}
