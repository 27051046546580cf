package httpx

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/hkdf"
	"crypto/sha256"
	"errors"
)

// sealer closes records with what only the client knows: its credential and
// its Idempotency-Key. Answers may hold secrets that are shown once, and so
// who reads the database does not read them.
type sealer struct {
	aead cipher.AEAD
	err  error
}

// sealLabel separates this use of a credential from any other.
const sealLabel = "cairn idempotent answer"

func (c *call) sealer() sealer {
	secret := c.r.Header.Get("Authorization") + "\x00" + c.key
	key, err := hkdf.Key(sha256.New, []byte(secret), nil, sealLabel, 32)
	if err != nil {
		return sealer{err: err}
	}
	block, err := aes.NewCipher(key)
	if err != nil {
		return sealer{err: err}
	}
	aead, err := cipher.NewGCMWithRandomNonce(block)
	return sealer{aead, err}
}

func (s sealer) seal(plain []byte) ([]byte, error) {
	if s.err != nil {
		return nil, s.err
	}
	return s.aead.Seal(nil, nil, plain, nil), nil
}

var errSealed = errors.New("record can't be opened")

func (s sealer) open(sealed []byte) ([]byte, error) {
	if s.err != nil {
		return nil, s.err
	}
	plain, err := s.aead.Open(nil, nil, sealed, nil)
	if err != nil {
		return nil, errSealed
	}
	return plain, nil
}
