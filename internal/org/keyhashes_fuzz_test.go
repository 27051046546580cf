package org_test

import (
	"encoding/base64"
	"strings"
	"testing"
	"time"

	"github.com/cairnstack/cairn/internal/org"
)

// FuzzKeyHashes holds that a hash that is taken is the whole of what was sent.
func FuzzKeyHashes(f *testing.F) {
	good := base64.StdEncoding.EncodeToString(make([]byte, 32))
	f.Add(good, "ABCD", good)
	f.Add(strings.Repeat("\n", 44), "abc", "")
	f.Add(good[:43]+"B", "ABCD", good+"=")
	f.Fuzz(func(t *testing.T, id, suffix, secret string) {
		key, err := org.NewKey(org.KeyInput{
			Name: "k", Roles: []org.Role{org.RoleBilling}, Hashes: &org.KeyHashes{KeyIDHash: id, KeyIDSuffix: suffix, KeySecretHash: secret},
		}, time.Unix(0, 0))
		if err != nil {
			return
		}
		for text, hash := range map[string][]byte{id: key.KeyIDHash, secret: key.SecretHash} {
			if base64.StdEncoding.EncodeToString(hash) != text {
				t.Fatalf("%q is taken as %x", text, hash)
			}
		}
	})
}
