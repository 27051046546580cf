package debian

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"time"
)

const (
	fetchBytesMax = 256 << 20
	fetchTimeMax  = 5 * time.Minute
)

var errGone = errors.New("the mirror no longer has it; `make release-lock` pins what it has now")

// Fetch returns the path of a package's file in the cache, which it fills.
func Fetch(ctx context.Context, mirror, cache string, p Package) (string, error) {
	path := filepath.Join(cache, p.SHA256+".deb")
	if content, err := os.ReadFile(path); err == nil && digest(content) == p.SHA256 {
		return path, nil
	}
	if mirror == "" {
		return "", fmt.Errorf("%s %s: %w", p.Name, p.Version, ErrNoMirror)
	}
	content, err := get(ctx, mirror+p.Path)
	if err != nil {
		return "", fmt.Errorf("%s %s: %w", p.Name, p.Version, err)
	}
	if got := digest(content); got != p.SHA256 {
		return "", fmt.Errorf("%s %s is not the package that the lock file pins: its SHA-256 is %s, not %s", p.Name, p.Version, got, p.SHA256)
	}
	if err := os.MkdirAll(cache, 0o750); err != nil {
		return "", err
	}
	return path, write(path, content)
}

// write makes a file appear complete or not at all.
func write(path string, content []byte) error {
	draft, err := os.CreateTemp(filepath.Dir(path), ".fetch-*")
	if err != nil {
		return err
	}
	_, err = draft.Write(content)
	if err = errors.Join(err, draft.Close()); err == nil {
		err = os.Rename(draft.Name(), path)
	}
	if err != nil {
		return errors.Join(err, os.Remove(draft.Name()))
	}
	return nil
}

func digest(content []byte) string {
	sum := sha256.Sum256(content)
	return hex.EncodeToString(sum[:])
}

func get(ctx context.Context, url string) ([]byte, error) {
	ctx, cancel := context.WithTimeout(ctx, fetchTimeMax)
	defer cancel()
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, url, http.NoBody)
	if err != nil {
		return nil, err
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return nil, err
	}
	defer func() { _ = response.Body.Close() }()
	switch response.StatusCode {
	case http.StatusOK:
	case http.StatusNotFound, http.StatusGone:
		return nil, fmt.Errorf("%s: %w", url, errGone)
	default:
		return nil, fmt.Errorf("%s: %s", url, response.Status)
	}
	content, err := io.ReadAll(io.LimitReader(response.Body, fetchBytesMax+1))
	if err == nil && len(content) > fetchBytesMax {
		err = fmt.Errorf("%s is larger than %d bytes", url, fetchBytesMax)
	}
	return content, err
}
