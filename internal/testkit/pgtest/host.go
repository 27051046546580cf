package pgtest

import (
	"fmt"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"slices"
	"strconv"
	"syscall"
)

// debianPrograms is where Debian and its relatives keep the server programs,
// which they leave out of PATH.
const debianPrograms = "/usr/lib/postgresql/*/bin"

// findPrograms returns the folder that holds initdb and postgres: the
// newest that matches the pattern, or the one that lookPath knows.
func findPrograms(pattern string, lookPath func(string) (string, error)) (string, error) {
	candidates, err := filepath.Glob(pattern)
	if err != nil {
		return "", err
	}
	slices.Reverse(candidates) // newest first
	if path, err := lookPath("initdb"); err == nil {
		if resolved, err := filepath.EvalSymlinks(path); err == nil {
			candidates = append(candidates, filepath.Dir(resolved))
		}
	}
	for _, dir := range candidates {
		if hasPrograms(dir) {
			return dir, nil
		}
	}
	return "", fmt.Errorf("initdb and postgres are neither in %s nor in PATH; install the Debian package postgresql", pattern)
}

func hasPrograms(dir string) bool {
	for _, name := range []string{"initdb", "postgres"} {
		if _, err := exec.LookPath(filepath.Join(dir, name)); err != nil {
			return false
		}
	}
	return true
}

// serverOwner returns the account that the server must run as: nil for the
// caller itself, and somebody without rights when the caller is root, whom
// PostgreSQL refuses.
func serverOwner(euid int) (*syscall.Credential, error) {
	if euid != 0 {
		return nil, nil
	}
	for _, name := range []string{"postgres", "nobody"} {
		if account, err := user.Lookup(name); err == nil {
			return credential(account)
		}
	}
	return nil, fmt.Errorf("PostgreSQL does not run as root, and there is neither a user postgres nor a user nobody")
}

func credential(account *user.User) (*syscall.Credential, error) {
	uid, err := strconv.ParseUint(account.Uid, 10, 32)
	if err != nil {
		return nil, err
	}
	gid, err := strconv.ParseUint(account.Gid, 10, 32)
	if err != nil {
		return nil, err
	}
	return &syscall.Credential{Uid: uint32(uid), Gid: uint32(gid)}, nil
}

// makeDir makes a temporary folder that belongs to the owner and that the
// owner can reach.
func makeDir(owner *syscall.Credential) (string, error) {
	parent := os.TempDir()
	if owner != nil && !openToAll(parent) {
		parent = "/tmp"
	}
	dir, err := os.MkdirTemp(parent, "cairn-pgtest-")
	if err != nil || owner == nil {
		return dir, err
	}
	return dir, os.Chown(dir, int(owner.Uid), int(owner.Gid))
}

// openToAll reports whether every account may pass through dir and the
// folders above it.
func openToAll(dir string) bool {
	for {
		state, err := os.Stat(dir)
		if err != nil || state.Mode().Perm()&0o001 == 0 {
			return false
		}
		if dir == filepath.Dir(dir) {
			return true
		}
		dir = filepath.Dir(dir)
	}
}
