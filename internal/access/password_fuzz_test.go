package access

import (
	"bytes"
	"strings"
	"testing"
)

// FuzzDecodePassword holds that no stored text panics, and that what is read
// is read again from what it is written as.
func FuzzDecodePassword(f *testing.F) {
	f.Add(encodePassword([]byte("0123456789abcdef"), []byte("0123456789abcdef0123456789abcdef")))
	for _, seed := range []string{"", "$argon2id$", "$argon2i$v=19$m=1,t=1,p=1$AA$AA", "$argon2id$v=19$m=65536,t=3,p=2$*$*", "$$$$$"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, phc string) {
		salt, key, err := decodePassword(phc)
		if err != nil {
			return
		}
		again, sameKey, err := decodePassword(encodePassword(salt, key))
		if err != nil || !bytes.Equal(salt, again) || !bytes.Equal(key, sameKey) {
			t.Fatalf("%q is not read again: %v", phc, err)
		}
	})
}

// FuzzBearerText holds that a credential is a part of its header, without
// space around it, and that a refusal does not repeat it.
func FuzzBearerText(f *testing.F) {
	for _, seed := range []string{"", "Bearer cairn_ak_x", "bearer  x ", "Basic eDp5", "Bearer", "Bearer \t"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, header string) {
		token, err := BearerText(header)
		if err == nil && (token == "" || token != strings.TrimSpace(token) || !strings.HasSuffix(strings.TrimSpace(header), token)) {
			t.Fatalf("%q has the token %q", header, token)
		}
		if err != nil && !IsRefusal(err) {
			t.Fatalf("%q is no refusal: %v", header, err)
		}
	})
}
