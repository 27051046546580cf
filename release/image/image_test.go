package image_test

import (
	"slices"
	"testing"

	"github.com/cairnstack/cairn/release/debian"
	"github.com/cairnstack/cairn/release/image"
)

// TestLockHasEveryPackage holds the lock file to what images consist of.
func TestLockHasEveryPackage(t *testing.T) {
	t.Parallel()
	for _, arch := range []string{"amd64", "arm64"} {
		packages, err := debian.ReadLock("debian.lock", arch)
		if err != nil {
			t.Fatal(err)
		}
		var names []string
		for _, p := range packages {
			names = append(names, p.Name)
			if len(p.SHA256) != 64 {
				t.Errorf("%s: %q is no SHA-256", p.Name, p.SHA256)
			}
		}
		if want := image.Packages(); !slices.Equal(names, want) {
			t.Errorf("%s: the lock file has %q, images want %q", arch, names, want)
		}
	}
}
