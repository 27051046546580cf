package app

import (
	"crypto/hkdf"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/cairnstack/cairn/internal/disk"
	"github.com/cairnstack/cairn/internal/sqlstore"
)

// secretKeyFile is where the data folder keeps the key that seals secrets,
// unless an option gives it.
const secretKeyFile = "secret.key"

// errSecretKey says what a secret key looks like.
var errSecretKey = fmt.Errorf("must be %d random bytes in base64, as openssl rand -base64 %[1]d prints them", sqlstore.SecretKeyBytes)

// secretKey returns the key that seals secrets: the option's, or that of the
// data folder, which is made when there is none.
func secretKey(c Config) ([]byte, error) {
	if c.SecretKey != "" {
		return parseSecretKey(c.SecretKey)
	}
	path := filepath.Join(c.DataDir, secretKeyFile)
	text, err := disk.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		text, err = makeSecretKey(path)
	}
	if err != nil {
		return nil, fmt.Errorf("--data-dir: can't read or make the secret key: %w", err)
	}
	key, err := parseSecretKey(string(text))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return key, nil
}

// linkKey returns the key that signs the first link of an installation. It is made
// of the secret key, which all nodes share, and says nothing about it.
func linkKey(c Config) ([]byte, error) {
	key, err := secretKey(c)
	if err != nil {
		return nil, err
	}
	return hkdf.Key(sha256.New, key, nil, "first link", sha256.Size)
}

// errOtherKey says that secrets can't be opened.
var errOtherKey = fmt.Errorf("--secret-key: %w; give every node the same key, or put the %s back that it was sealed with",
	sqlstore.ErrSecretKey, secretKeyFile)

// checkSecretKey refuses a key that does not open the seal of a database, and
// makes none.
func checkSecretKey(c Config, seal string) error {
	path := filepath.Join(c.DataDir, secretKeyFile)
	if seal != "" && c.SecretKey == "" && !exists(path) {
		return fmt.Errorf("%s is missing, and the database has secrets that were sealed with it; put it back, or give it with --secret-key", path)
	}
	if c.SecretKey == "" && !exists(path) {
		return nil
	}
	key, err := secretKey(c)
	if err != nil {
		return err
	}
	if sqlstore.OpensSeal(key, seal) != nil {
		return errOtherKey
	}
	return nil
}

func parseSecretKey(text string) ([]byte, error) {
	key, err := base64.StdEncoding.DecodeString(strings.TrimSpace(text))
	if err != nil || len(key) != sqlstore.SecretKeyBytes {
		return nil, errSecretKey
	}
	return key, nil
}

// makeSecretKey writes a fresh key beside its place and links it there, so
// that of several processes one is first and all read the same. What it seals
// may outlast a power cut, hence the sync of its name.
func makeSecretKey(path string) ([]byte, error) {
	key := make([]byte, sqlstore.SecretKeyBytes)
	if _, err := rand.Read(key); err != nil {
		return nil, err
	}
	draft, err := os.CreateTemp(filepath.Dir(path), ".secret-*")
	if err != nil {
		return nil, err
	}
	_, writeErr := draft.WriteString(base64.StdEncoding.EncodeToString(key) + "\n")
	err = errors.Join(writeErr, draft.Sync(), draft.Close())
	if err == nil {
		err = os.Link(draft.Name(), path)
	}
	if removed := os.Remove(draft.Name()); err == nil || errors.Is(err, fs.ErrExist) {
		err = errors.Join(removed, disk.SyncFolder(filepath.Dir(path)))
	}
	if err != nil {
		return nil, err
	}
	return disk.ReadFile(path)
}
