package debian

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"github.com/ulikunitz/xz"
)

// Suite is a part of Debian's archive, below the mirror.
type Suite struct{ Archive, Name string }

// Stable returns the suites of the stable release, with its security updates.
func Stable() []Suite {
	return []Suite{{"debian/", "trixie"}, {"debian/", "trixie-updates"}, {"debian-security/", "trixie-security"}}
}

// Keyring holds the keys that sign the archive; the package
// debian-archive-keyring has it.
const Keyring = "/usr/share/keyrings/debian-archive-keyring.gpg"

// Renew returns the newest versions of packages. It trusts what the keys of the
// archive have signed, and nothing else that the mirror says.
func Renew(ctx context.Context, mirror string, suites []Suite, arch string, names []string) ([]Package, error) {
	if mirror == "" {
		return nil, ErrNoMirror
	}
	newest := map[string]Package{}
	for _, suite := range suites {
		found, err := suite.packages(ctx, mirror, arch, names)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", suite.Name, err)
		}
		for _, p := range found {
			if is, err := isNewer(ctx, p, newest[p.Name]); err != nil {
				return nil, err
			} else if is {
				newest[p.Name] = p
			}
		}
	}
	packages := make([]Package, 0, len(names))
	for _, name := range slices.Sorted(slices.Values(names)) {
		if newest[name].Name == "" {
			return nil, fmt.Errorf("no suite has %s for %s", name, arch)
		}
		packages = append(packages, newest[name])
	}
	return packages, nil
}

// isNewer compares versions as dpkg does.
func isNewer(ctx context.Context, p, than Package) (bool, error) {
	if than.Name == "" {
		return true, nil
	}
	err := exec.CommandContext(ctx, "dpkg", "--compare-versions", p.Version, "gt", than.Version).Run() //nolint:gosec // signed by Debian
	var exit *exec.ExitError
	if errors.As(err, &exit) && exit.ExitCode() == 1 {
		return false, nil
	}
	return err == nil, err
}

func (s Suite) packages(ctx context.Context, mirror, arch string, names []string) ([]Package, error) {
	base := mirror + s.Archive + "dists/" + s.Name + "/"
	signed, err := get(ctx, base+"InRelease")
	if err != nil {
		return nil, err
	}
	release, err := verified(ctx, signed)
	if err != nil {
		return nil, err
	}
	index := "main/binary-" + arch + "/Packages.xz"
	want := digestIn(release, index)
	if want == "" {
		return nil, fmt.Errorf("InRelease does not list %s", index)
	}
	packed, err := get(ctx, base+index)
	if err != nil {
		return nil, err
	}
	if digest(packed) != want {
		return nil, fmt.Errorf("%s is not the one that InRelease lists; the mirror may be in the middle of an update", index)
	}
	plain, err := xz.NewReader(bytes.NewReader(packed))
	if err != nil {
		return nil, err
	}
	text, err := io.ReadAll(plain)
	return s.pick(string(text), arch, names), err
}

// verified returns what the keys of the archive have signed.
func verified(ctx context.Context, signed []byte) (string, error) {
	dir, err := os.MkdirTemp("", "cairn-inrelease-")
	if err != nil {
		return "", err
	}
	defer func() { _ = os.RemoveAll(dir) }()
	in, out := filepath.Join(dir, "InRelease"), filepath.Join(dir, "Release")
	if err := os.WriteFile(in, signed, 0o600); err != nil {
		return "", err
	}
	if said, err := exec.CommandContext(ctx, "gpgv", "--keyring", Keyring, "--output", out, in).CombinedOutput(); err != nil { //nolint:gosec // files of our own
		return "", fmt.Errorf("gpgv: %w: %s", err, said)
	}
	text, err := os.ReadFile(out)
	return string(text), err
}

// digestIn returns the SHA-256 of a file that Release lists.
func digestIn(release, file string) string {
	_, list, _ := strings.Cut(release, "\nSHA256:\n")
	for line := range strings.Lines(list) {
		if fields := strings.Fields(line); strings.HasPrefix(line, " ") && len(fields) == 3 && fields[2] == file {
			return fields[0]
		} else if !strings.HasPrefix(line, " ") {
			break
		}
	}
	return ""
}

// pick returns packages of an index.
func (s Suite) pick(index, arch string, names []string) (packages []Package) {
	for stanza := range strings.SplitSeq(index, "\n\n") {
		fields := map[string]string{}
		for line := range strings.Lines(stanza) {
			if name, value, ok := strings.Cut(strings.TrimSpace(line), ": "); ok && !strings.HasPrefix(line, " ") {
				fields[name] = value
			}
		}
		if slices.Contains(names, fields["Package"]) {
			packages = append(packages, Package{arch, fields["Package"], fields["Version"], fields["SHA256"], s.Archive + fields["Filename"]})
		}
	}
	return packages
}
