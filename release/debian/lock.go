// Package debian fetches packages of Debian that a lock file pins by digest, and
// takes them apart. It never runs their scripts.
package debian

import (
	"fmt"
	"os"
	"strings"
)

// Package is one binary package of Debian as the lock file pins it.
type Package struct {
	Arch    string // of the image, in Debian's words
	Name    string
	Version string
	SHA256  string
	Path    string // below the mirror
}

const lockHead = "# Packages of Debian in our images. Written by `make release-lock`.\n"

// ReadLock returns the packages of a lock file for one architecture.
func ReadLock(path, arch string) (packages []Package, err error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	for line := range strings.Lines(string(text)) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		fields := strings.Fields(line)
		if len(fields) != 5 {
			return nil, fmt.Errorf("%s: a line has %d words, not 5", path, len(fields))
		}
		if fields[0] == arch {
			packages = append(packages, Package{fields[0], fields[1], fields[2], fields[3], fields[4]})
		}
	}
	if len(packages) == 0 {
		return nil, fmt.Errorf("%s has no packages for %s", path, arch)
	}
	return packages, nil
}

// WriteLock replaces a lock file.
func WriteLock(path string, packages []Package) error {
	var b strings.Builder
	b.WriteString(lockHead)
	for _, p := range packages {
		fmt.Fprintln(&b, p.Arch, p.Name, p.Version, p.SHA256, p.Path)
	}
	return os.WriteFile(path, []byte(b.String()), 0o644) //nolint:gosec // a source file
}
