// Package sums writes the checksums of a release, and signs them.
package sums

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

// Namespace is what a signature is for, so that one made for something else does
// not count. Those who verify have to name it.
const Namespace = "cairn-release"

// File is the name of the list, in the form of sha256sum.
const File = "SHA256SUMS"

// Write writes the digests of files of a folder into it.
func Write(dir string, files []string) error {
	lines := make([]string, len(files))
	for i, path := range files {
		sum, err := digest(path)
		if err != nil {
			return err
		}
		lines[i] = sum + "  " + filepath.Base(path) + "\n"
	}
	slices.SortFunc(lines, func(a, b string) int { return strings.Compare(a[66:], b[66:]) })
	return os.WriteFile(filepath.Join(dir, File), []byte(strings.Join(lines, "")), 0o644) //nolint:gosec // is published
}

func digest(path string) (string, error) {
	file, err := os.Open(path)
	if err != nil {
		return "", err
	}
	sum := sha256.New()
	_, err = io.Copy(sum, file)
	return hex.EncodeToString(sum.Sum(nil)), errors.Join(err, file.Close())
}

// Sign writes File.sig with a key of OpenSSH, which may be one that an agent or a
// security token holds: ssh-keygen asks for what it needs.
func Sign(ctx context.Context, dir, key string) error {
	list := filepath.Join(dir, File)
	if err := os.Remove(list + ".sig"); err != nil && !errors.Is(err, os.ErrNotExist) {
		return err
	}
	cmd := exec.CommandContext(ctx, "ssh-keygen", "-Y", "sign", "-n", Namespace, "-f", key, list) //nolint:gosec // the key is the caller's
	cmd.Stdin = os.Stdin
	if said, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("ssh-keygen: %w: %s", err, said)
	}
	return nil
}
