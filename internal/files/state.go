package files

import (
	"crypto/rand"
	"crypto/subtle"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"golang.org/x/crypto/argon2"
)

// StateFile is where a folder remembers what it owns.
const StateFile = ".cairn-state.json"

// state is what the folder owns, by team. Only what is in it is ever deleted.
type state struct {
	Teams map[string]map[string]*owned `json:"teams"`
}

// owned is a resource that was exported from a team, or applied to it.
type owned struct {
	ID    string            `json:"id"`
	Parts map[string]string `json:"parts,omitempty"` // of a dashboard: tiles/<id in the file> to live id
	Seal  string            `json:"seal,omitempty"`  // of the secrets that were applied
}

func readState(dir string) (*state, error) {
	s := &state{Teams: map[string]map[string]*owned{}}
	text, err := os.ReadFile(filepath.Join(dir, StateFile))
	if errors.Is(err, fs.ErrNotExist) {
		return s, nil
	}
	if err != nil {
		return nil, err
	}
	if err := json.Unmarshal(text, s); err != nil || s.Teams == nil {
		return nil, fmt.Errorf("%s: is not a file of this program: %w", StateFile, err)
	}
	return s, nil
}

func (s *state) write(dir string) error {
	text, err := json.MarshalIndent(s, "", "  ")
	if err != nil {
		return err
	}
	return replaceFile(filepath.Join(dir, StateFile), append(text, '\n'))
}

// of returns what the folder owns in the team.
func (s *state) of(team string) map[string]*owned {
	if s.Teams[team] == nil {
		s.Teams[team] = map[string]*owned{}
	}
	return s.Teams[team]
}

// secretFields lists what the API never returns.
func secretFields() []string { return []string{"password", "headers", "queryParams"} }

// secrets returns the secrets of a body as one text; empty when it has none.
func secrets(body map[string]any) (string, error) {
	found := map[string]any{}
	for _, name := range secretFields() {
		if value, ok := body[name]; ok {
			found[name] = value
		}
	}
	if len(found) == 0 {
		return "", nil
	}
	text, err := encode(found)
	return string(text), err
}

const (
	sealSaltBytes   = 16
	sealMemoryKiB   = 8 << 10
	sealOutputBytes = 32
)

// newSeal returns a text by which the same secrets can be recognised, and
// from which they can't be had.
func newSeal(secret string) (string, error) {
	salt := make([]byte, sealSaltBytes)
	if _, err := rand.Read(salt); err != nil {
		return "", err
	}
	return base64.StdEncoding.EncodeToString(salt) + "." + base64.StdEncoding.EncodeToString(stretch(secret, salt)), nil
}

func matchesSeal(seal, secret string) bool {
	saltText, sumText, _ := strings.Cut(seal, ".")
	salt, saltErr := base64.StdEncoding.DecodeString(saltText)
	sum, sumErr := base64.StdEncoding.DecodeString(sumText)
	if saltErr != nil || sumErr != nil || len(salt) != sealSaltBytes {
		return false
	}
	return subtle.ConstantTimeCompare(sum, stretch(secret, salt)) == 1
}

func stretch(secret string, salt []byte) []byte {
	return argon2.IDKey([]byte(secret), salt, 1, sealMemoryKiB, 1, sealOutputBytes)
}
