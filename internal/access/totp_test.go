package access

import (
	"strings"
	"testing"
	"time"
)

// TestTOTPVectors uses those of RFC 6238, appendix B, of which our codes are
// the last six digits.
func TestTOTPVectors(t *testing.T) {
	t.Parallel()
	secret := []byte("12345678901234567890")
	f := func(seconds int64, want string) {
		t.Helper()
		if got := totpCode(secret, totpStep(time.Unix(seconds, 0))); got != want {
			t.Errorf("at %d: %s, want %s", seconds, got, want)
		}
	}
	f(59, "287082")
	f(1111111109, "081804")
	f(1111111111, "050471")
	f(1234567890, "005924")
	f(2000000000, "279037")
	f(20000000000, "353130")
}

func TestTOTPMatchesOneStepAround(t *testing.T) {
	t.Parallel()
	secret, now := []byte("12345678901234567890"), midnight()
	for offset, want := range map[int64]bool{-2: false, -1: true, 0: true, 1: true, 2: false} {
		step := totpStep(now) + offset
		got, ok := matchTOTP(secret, totpCode(secret, step), now, 0)
		if ok != want || ok && got != step {
			t.Errorf("%+d steps: %d, %t", offset, got, ok)
		}
		if _, again := matchTOTP(secret, totpCode(secret, step), now, step); again {
			t.Errorf("%+d steps: a code that was taken is taken again", offset)
		}
	}
}

func TestTOTPURI(t *testing.T) {
	t.Parallel()
	got := totpURI([]byte("12345678901234567890"), "ada+x@example.net")
	if want := "otpauth://totp/Cairn:ada+x@example.net?issuer=Cairn&secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ"; got != want {
		t.Error(got)
	}
}

func TestRecoveryCodesAreReadAsTyped(t *testing.T) {
	t.Parallel()
	code, err := newRecoveryCode(strings.NewReader("0123456789abcdef"))
	if err != nil || len(plainCode(code)) != recoveryCodeChars || strings.Count(code, "-") != 3 {
		t.Fatalf("%q, %v", code, err)
	}
	if plainCode(" "+strings.ToUpper(strings.ReplaceAll(code, "-", " "))) != plainCode(code) {
		t.Error("capitals and spaces make it another code")
	}
}
