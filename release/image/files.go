package image

import (
	"bytes"
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	v1 "github.com/google/go-containerregistry/pkg/v1"

	"github.com/cairnstack/cairn/release/debian"
	"github.com/cairnstack/cairn/release/product"
	"github.com/cairnstack/cairn/release/tarfile"
)

// home is where the program and the library lie side by side.
const home = "usr/lib/cairn/"

// DataDir is where a volume belongs.
const DataDir = "/var/lib/cairn"

func engineFiles(p product.Product) []tarfile.File {
	return []tarfile.File{{Name: home + "libchdb.so", Mode: 0o755, Path: p.Engine}}
}

func cairnFiles(p product.Product) []tarfile.File {
	const doc = "usr/share/doc/cairn/"
	return []tarfile.File{
		{Name: home + "cairn", Mode: 0o755, Path: p.Binary},
		{Name: "usr/bin/cairn", Mode: 0o777, Link: "../lib/cairn/cairn"},
		{Name: doc + "LICENSE", Mode: 0o644, Path: p.License},
		{Name: doc + "THIRD-PARTY-NOTICES.txt", Mode: 0o644, Path: p.Notices},
		{Name: strings.TrimPrefix(DataDir, "/"), Mode: 0o700, Owner: User, Folder: true},
	}
}

// base makes the layer with Debian's packages, without what only people read,
// but with their licences.
func (b Builder) base(ctx context.Context, arch string) (v1.Layer, []debian.Package, error) {
	packages, err := debian.ReadLock(b.Lock, arch) // Debian and Go have the same words for ours
	if err != nil {
		return nil, nil, err
	}
	files := accounts()
	for _, p := range packages {
		contents, err := b.unpack(ctx, p)
		if err != nil {
			return nil, nil, err
		}
		files = append(files, slices.DeleteFunc(contents.Files, isLeftOut)...)
		// Where scanners of images look for packages.
		files = append(files, tarfile.File{Name: "var/lib/dpkg/status.d/" + p.Name, Mode: 0o644, Content: contents.Control})
	}
	files = append(files, certificates(files))
	made, err := b.layer("base-"+arch, files, time.Unix(0, 0))
	return made, packages, err
}

func (b Builder) unpack(ctx context.Context, p debian.Package) (debian.Contents, error) {
	path, err := debian.Fetch(ctx, b.Mirror, b.Cache, p)
	if err != nil {
		return debian.Contents{}, err
	}
	return debian.Unpack(path)
}

func isLeftOut(f tarfile.File) bool {
	if strings.HasPrefix(f.Name, "usr/share/doc/") {
		return !strings.HasSuffix(f.Name, "/copyright")
	}
	for _, folder := range []string{"usr/share/man", "usr/share/info", "usr/share/locale", "usr/share/lintian", "usr/share/base-files", "usr/share/bug", "usr/lib/x86_64-linux-gnu/gconv", "usr/lib/aarch64-linux-gnu/gconv", "etc/update-motd.d"} {
		if f.Name == folder || strings.HasPrefix(f.Name, folder+"/") {
			return true
		}
	}
	return f.Name == "" || f.Name == "usr/share/doc"
}

// accounts returns who there is, and how names of hosts are looked up.
func accounts() []tarfile.File {
	text := func(name, content string) tarfile.File {
		return tarfile.File{Name: name, Mode: 0o644, Content: []byte(content)}
	}
	return []tarfile.File{
		text("etc/passwd", fmt.Sprintf("root:x:0:0:root:/root:/usr/sbin/nologin\nnobody:x:65534:65534:nobody:/nonexistent:/usr/sbin/nologin\ncairn:x:%[1]d:%[1]d:Cairn:%[2]s:/usr/sbin/nologin\n", User, DataDir)),
		text("etc/group", fmt.Sprintf("root:x:0:\nnogroup:x:65534:\ncairn:x:%d:\n", User)),
		text("etc/nsswitch.conf", "passwd: files\ngroup: files\nhosts: files dns\nservices: files\nprotocols: files\n"),
		{Name: "tmp", Mode: 0o1777, Folder: true},
	}
}

// certificates returns the bundle that Debian's script would make of the
// certificates in the package.
func certificates(files []tarfile.File) tarfile.File {
	files = slices.Clone(files)
	slices.SortFunc(files, func(a, b tarfile.File) int { return strings.Compare(a.Name, b.Name) })
	var bundle bytes.Buffer
	for _, f := range files {
		if strings.HasPrefix(f.Name, "usr/share/ca-certificates/mozilla/") && strings.HasSuffix(f.Name, ".crt") {
			bundle.Write(append(bytes.TrimSpace(f.Content), '\n'))
		}
	}
	return tarfile.File{Name: "etc/ssl/certs/ca-certificates.crt", Mode: 0o644, Content: bundle.Bytes()}
}
