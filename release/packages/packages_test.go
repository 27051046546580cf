package packages_test

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"github.com/cairnstack/cairn/release/packages"
	"github.com/cairnstack/cairn/release/product"
)

func TestMakeIsReproducible(t *testing.T) {
	t.Parallel()
	for arch, names := range map[string][2]string{
		"amd64": {"cairn_1.2.0_amd64.deb", "cairn-1.2.0-1.x86_64.rpm"},
		"arm64": {"cairn_1.2.0_arm64.deb", "cairn-1.2.0-1.aarch64.rpm"},
	} {
		once, again := [2]string{}, [2]string{}
		once[0], once[1] = packed(t, drawn(t, arch, "1.2.0"))
		again[0], again[1] = packed(t, drawn(t, arch, "1.2.0"))
		for i, name := range names {
			if filepath.Base(once[i]) != name {
				t.Errorf("%s is named %s", name, once[i])
			}
			a, err := os.ReadFile(once[i])
			b, errAgain := os.ReadFile(again[i])
			if err != nil || errAgain != nil || !bytes.Equal(a, b) {
				t.Errorf("%s differs the second time: %v %v", name, err, errAgain)
			}
		}
	}
}

func TestPreReleasesComeBeforeTheirRelease(t *testing.T) {
	t.Parallel()
	deb, rpm := packed(t, drawn(t, "amd64", "1.2.0-rc.1"))
	version := run(t, "dpkg-deb", "--field", deb, "Version")
	if filepath.Base(deb) != "cairn_1.2.0~rc.1_amd64.deb" || filepath.Base(rpm) != "cairn-1.2.0~rc.1-1.x86_64.rpm" || version != "1.2.0~rc.1\n" {
		t.Errorf("%s, %s, version %s", deb, rpm, version)
	}
	if got := run(t, "rpm", "-qp", "--nosignature", rpm); got != "cairn-1.2.0~rc.1-1.x86_64\n" {
		t.Errorf("the RPM package is %s", got)
	}
}

func TestOtherSystemsHaveNoPackages(t *testing.T) {
	t.Parallel()
	p := drawn(t, "arm64", "1.2.0")
	p.Platform = product.Platform{OS: "darwin", Arch: "arm64"}
	if paths, err := packages.Make(p, t.TempDir()); err == nil {
		t.Errorf("%v was made", paths)
	}
}
