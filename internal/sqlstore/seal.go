package sqlstore

import (
	"context"
	"crypto/aes"
	"crypto/cipher"
	"crypto/rand"
	"database/sql/driver"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/cairnstack/cairn/internal/fault"
)

// SecretKeyBytes is the length of a sealing key: AES-256.
const SecretKeyBytes = 32

// sealID is the row by which a wrong sealing key is noticed.
const sealID = "check"

var (
	// ErrSecretKey says that the sealing key is not the one that the secrets
	// in the database were sealed with.
	ErrSecretKey = errors.New("the secret key is not the one that this database was sealed with")

	errNoSecretKey = errors.New("the store was opened without a secret key")
	errSeal        = errors.New("a sealed value can't be opened")
)

// sealer seals what has to be used again, such as the headers of a webhook.
// What was sealed for one row can't be opened in another.
type sealer struct{ aead cipher.AEAD }

// newSealer returns nil for an empty key: a store that seals nothing.
func newSealer(key []byte) (*sealer, error) {
	if len(key) == 0 {
		return nil, nil
	}
	if len(key) != SecretKeyBytes {
		return nil, fmt.Errorf("the secret key must have %d bytes", SecretKeyBytes)
	}
	block, err := aes.NewCipher(key)
	if err != nil {
		return nil, err
	}
	aead, err := cipher.NewGCM(block)
	return &sealer{aead}, err
}

func (s *sealer) seal(plain []byte, place string) (string, error) {
	if s == nil {
		return "", errNoSecretKey
	}
	nonce := make([]byte, s.aead.NonceSize())
	if _, err := rand.Read(nonce); err != nil {
		return "", err
	}
	return base64.StdEncoding.EncodeToString(s.aead.Seal(nonce, nonce, plain, []byte(place))), nil
}

func (s *sealer) open(text, place string) ([]byte, error) {
	if s == nil {
		return nil, errNoSecretKey
	}
	sealed, err := base64.StdEncoding.DecodeString(text)
	if err != nil || len(sealed) < s.aead.NonceSize() {
		return nil, errSeal
	}
	nonce, sealed := sealed[:s.aead.NonceSize()], sealed[s.aead.NonceSize():]
	plain, err := s.aead.Open(nil, nonce, sealed, []byte(place))
	if err != nil {
		return nil, errSeal
	}
	return plain, nil
}

// sealedText keeps a value as sealed JSON that is bound to its column and to
// the id of its row. On the way out the id has to be scanned before it.
type sealedText struct {
	by     *sealer
	column string
	id     *string
	of     any
}

// Value implements driver.Valuer.
func (v sealedText) Value() (driver.Value, error) {
	plain, err := json.Marshal(v.of)
	if err != nil {
		return nil, err
	}
	return v.by.seal(plain, v.place())
}

// Scan implements sql.Scanner.
func (v sealedText) Scan(src any) error {
	text, ok := src.(string)
	if !ok {
		return fmt.Errorf("can't read a sealed value from %T", src)
	}
	plain, err := v.by.open(text, v.place())
	if err != nil {
		return err
	}
	return json.Unmarshal(plain, v.of)
}

func (v sealedText) place() string { return v.column + ":" + *v.id }

const (
	insertSealSQL = `
INSERT INTO seals (id, sealed)
VALUES ($1, $2)
ON CONFLICT (id) DO NOTHING`

	sealByIDSQL = `
SELECT sealed
FROM seals
WHERE id = $1`
)

// checkSeal returns ErrSecretKey unless the key opens what the first store
// with a key has sealed.
func (s *Store) checkSeal(ctx context.Context) error {
	if s.seal == nil {
		return nil
	}
	stored, err := one(ctx, s, scanText, about("seal", sealByIDSQL, sealID))
	if fault.KindOf(err) == fault.NotFound {
		stored, err = s.firstSeal(ctx)
	}
	if err != nil {
		return err
	}
	if _, err := s.seal.open(stored, sealID); err != nil {
		return ErrSecretKey
	}
	return nil
}

// firstSeal returns what is sealed from now on: by this store, or by another
// that was faster.
func (s *Store) firstSeal(ctx context.Context) (string, error) {
	fresh, err := s.seal.seal([]byte(sealID), sealID)
	if err != nil {
		return "", err
	}
	if err := s.insert(ctx, about("seal", insertSealSQL, sealID, fresh)); err != nil {
		return "", err
	}
	return one(ctx, s, scanText, about("seal", sealByIDSQL, sealID))
}
