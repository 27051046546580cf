package packages

import (
	"compress/gzip"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/goreleaser/nfpm/v2"
)

// format is what sets Debian's packages and Red Hat's apart.
type format struct {
	name        string
	pattern     string            // of the file's name
	arches      map[string]string // from Go's words
	docs        string
	license     string
	zsh         string
	configGroup string // of the configuration, as far as it exists when files are unpacked
	settle      func(info *nfpm.Info)
	scripts     func(d draft) (nfpm.Scripts, error)
}

// version returns a version with pre-releases before their release.
func (f format) version(v string) string { return strings.Replace(v, "-", "~", 1) }

func debian() format {
	return format{
		name: "deb", pattern: "cairn_VERSION_ARCH.deb", arches: map[string]string{"amd64": "amd64", "arm64": "arm64"},
		docs: "/usr/share/doc/cairn", license: "copyright", zsh: "/usr/share/zsh/vendor-completions",
		configGroup: "root", settle: settleDebian, scripts: debianScripts,
	}
}

// settleDebian: zstd is known since Debian 12 and Ubuntu 22.04. The user is made
// by passwd, which even a minimal system has.
func settleDebian(info *nfpm.Info) {
	info.Depends = []string{"libc6 (>= 2.31)", "passwd"}
	info.Recommends = []string{"ca-certificates"}
	info.Deb.Compression = "zstd"
}

func debianScripts(d draft) (nfpm.Scripts, error) {
	return scripts(d, "deb", [4]string{"preinst", "postinst", "prerm", "postrm"})
}

func redHat() format {
	return format{
		name: "rpm", pattern: "cairn-VERSION-1.ARCH.rpm", arches: map[string]string{"amd64": "x86_64", "arm64": "aarch64"},
		docs: "/usr/share/doc/cairn", license: "LICENSE", zsh: "/usr/share/zsh/site-functions",
		configGroup: "cairn", settle: settleRedHat, scripts: redHatScripts,
	}
}

func settleRedHat(info *nfpm.Info) {
	info.Release = "1"
	info.Depends = []string{"glibc", "shadow-utils"}
	info.Recommends = []string{"ca-certificates"}
	info.RPM.Compression, info.RPM.BuildHost, info.RPM.Group = "zstd", "cairn", "System Environment/Daemons"
	info.RPM.Summary, _, _ = strings.Cut(description, "\n")
}

func redHatScripts(d draft) (nfpm.Scripts, error) {
	return scripts(d, "rpm", [4]string{"pre", "post", "preun", "postun"})
}

// scriptHead begins every script.
const scriptHead = "#!/bin/sh\nset -e\n"

func scripts(d draft, folder string, names [4]string) (nfpm.Scripts, error) {
	var paths [4]string
	var failed error
	for i, name := range names {
		path, err := d.put(folder+"-"+name, scriptHead, "user.sh", folder+"/"+name)
		paths[i], failed = path, errors.Join(failed, err)
	}
	return nfpm.Scripts{PreInstall: paths[0], PostInstall: paths[1], PreRemove: paths[2], PostRemove: paths[3]}, failed
}

// compress writes a file as gzip, without a name and a time.
func (d draft) compress(name, source string) (string, error) {
	if source == "" {
		return "", nil
	}
	in, err := os.Open(source)
	if err != nil {
		return "", err
	}
	defer func() { _ = in.Close() }()
	path := filepath.Join(d.dir, name)
	out, err := os.Create(path)
	if err != nil {
		return "", err
	}
	packer, err := gzip.NewWriterLevel(out, gzip.BestCompression)
	if err != nil {
		return "", errors.Join(err, out.Close())
	}
	_, err = io.Copy(packer, in)
	return path, errors.Join(err, packer.Close(), out.Close())
}
