// Package source knows the tree that a release is made of.
package source

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/cairnstack/cairn/release/product"
)

// Tree is a clone of the repository, with the web interface built in it.
type Tree struct {
	Root   string
	Commit string    // the full hash
	Time   time.Time // of the commit
	Cache  string    // where the engine libraries and packages of Debian are kept
	Say    func(format string, args ...any)
}

// Open reads the commit of a tree. A tree with changes can't be built again from
// its commit, and is refused unless dirty is true.
func Open(ctx context.Context, root, cache string, dirty bool) (Tree, error) {
	t := Tree{Root: root, Cache: cache}
	said, err := t.Run(ctx, nil, "git", "log", "-1", "--format=%H %ct")
	if err != nil {
		return t, err
	}
	commit, seconds, _ := strings.Cut(strings.TrimSpace(said), " ")
	at, err := strconv.ParseInt(seconds, 10, 64)
	if err != nil {
		return t, fmt.Errorf("time of the commit: %w", err)
	}
	t.Commit, t.Time = commit, time.Unix(at, 0).UTC()
	changes, err := t.Run(ctx, nil, "git", "status", "--porcelain")
	if err == nil && changes != "" && !dirty {
		err = errors.New("the tree has changes that are not committed, so that nobody could build this release again; commit them, or use -dirty to try things out")
	}
	return t, err
}

// Run runs a program in the root with more environment, and returns what it prints.
func (t Tree) Run(ctx context.Context, env []string, name string, args ...string) (string, error) {
	var stdout, stderr bytes.Buffer
	cmd := exec.CommandContext(ctx, name, args...) //nolint:gosec // the programs of the build
	cmd.Dir, cmd.Env = t.Root, append(cmd.Environ(), env...)
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	if err := cmd.Run(); err != nil {
		return "", fmt.Errorf("%s %s: %w\n%s", name, strings.Join(args, " "), err, stderr.Bytes())
	}
	return stdout.String(), nil
}

// Path returns the path of a file of the tree.
func (t Tree) Path(words ...string) string {
	return filepath.Join(append([]string{t.Root}, words...)...)
}

// EngineVersion returns the version of the engine library that the tree pins.
func (t Tree) EngineVersion() (string, error) {
	text, err := os.ReadFile(t.Path("engine", "package.json"))
	if err != nil {
		return "", err
	}
	_, rest, found := strings.Cut(string(text), `"@chdb/lib-linux-x64-gnu": "`)
	version, _, ended := strings.Cut(rest, `"`)
	if !found || !ended {
		return "", errors.New("engine/package.json pins no library")
	}
	return version, nil
}

// EngineDigest returns the SHA-256 that the library of a platform must have, and
// nothing where none is known.
func (t Tree) EngineDigest(p product.Platform) (string, error) {
	text, err := os.ReadFile(t.Path("internal", "clickhouse", "embedded", "libchdb.sha256"))
	if err != nil {
		return "", err
	}
	for line := range strings.Lines(string(text)) {
		if fields := strings.Fields(line); len(fields) == 2 && fields[1] == p.String() {
			return fields[0], nil
		}
	}
	return "", nil
}
