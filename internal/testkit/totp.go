package testkit

import (
	"crypto/hmac"
	"crypto/sha1" // what authenticator apps compute
	"encoding/base32"
	"encoding/binary"
	"fmt"
	"testing"
	"time"
)

// TOTP returns what an authenticator app with the secret shows at a time.
func TOTP(t testing.TB, secret string, at time.Time) string {
	t.Helper()
	plain, err := base32.StdEncoding.WithPadding(base32.NoPadding).DecodeString(secret)
	if err != nil {
		t.Fatal(err)
	}
	mac := hmac.New(sha1.New, plain)
	_ = binary.Write(mac, binary.BigEndian, at.Unix()/30)
	sum := mac.Sum(nil)
	offset := sum[len(sum)-1] & 0x0f
	return fmt.Sprintf("%06d", (binary.BigEndian.Uint32(sum[offset:])&0x7fffffff)%1_000_000)
}
