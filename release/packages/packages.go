// Package packages makes Debian and RPM packages of a built Cairn.
package packages

import (
	"embed"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/goreleaser/nfpm/v2"
	_ "github.com/goreleaser/nfpm/v2/deb" // registers its format
	"github.com/goreleaser/nfpm/v2/files"
	_ "github.com/goreleaser/nfpm/v2/rpm" // registers its format

	"github.com/cairnstack/cairn/release/product"
)

//go:embed files
var packed embed.FS

// Make writes a Debian and an RPM package of a product for Linux into a folder
// and returns their paths. The same product leads to the same bytes.
func Make(p product.Product, dir string) ([]string, error) {
	if p.Platform.OS != "linux" {
		return nil, fmt.Errorf("there are no packages for %s", p.Platform)
	}
	drafts, err := os.MkdirTemp("", "cairn-packages-")
	if err != nil {
		return nil, err
	}
	paths, err := makeFrom(p, draft{drafts}, dir, debian(), redHat())
	return paths, errors.Join(err, os.RemoveAll(drafts))
}

func makeFrom(p product.Product, d draft, dir string, formats ...format) (paths []string, err error) {
	for _, f := range formats {
		info, err := f.describe(p, d)
		if err != nil {
			return nil, err
		}
		path := filepath.Join(dir, f.fileName(p))
		if err := write(f.name, info, path); err != nil {
			return nil, fmt.Errorf("%s: %w", filepath.Base(path), err)
		}
		paths = append(paths, path)
	}
	return paths, nil
}

func write(format string, info *nfpm.Info, path string) error {
	packager, err := nfpm.Get(format)
	if err != nil {
		return err
	}
	if err := nfpm.PrepareForPackager(info, format); err != nil {
		return err
	}
	file, err := os.Create(path)
	if err != nil {
		return err
	}
	info.Target = path
	return errors.Join(packager.Package(info, file), file.Close())
}

// describe returns the package of a product in a format.
func (f format) describe(p product.Product, d draft) (*nfpm.Info, error) {
	contents, err := d.contents(p, f)
	if err != nil {
		return nil, err
	}
	info := &nfpm.Info{
		Name: "cairn", Arch: p.Platform.Arch, Platform: "linux", Version: p.Version, VersionSchema: "semver",
		Section: "admin", Priority: "optional", Maintainer: "The Cairn authors <packages@cairn.example>",
		Description: description, License: "Apache-2.0", MTime: p.Time, DisableGlobbing: true,
	}
	info.Contents = contents
	f.settle(info)
	info.Scripts, err = f.scripts(d)
	return nfpm.WithDefaults(info), err
}

const description = `Observability stack: logs, traces, metrics, sessions and alerts
Receives telemetry over OTLP, keeps it in an embedded ClickHouse engine or an
external one, and serves the web interface, the stack API and the cloud API.`

// draft is a folder for files that are made for a package.
type draft struct{ dir string }

// put writes a file of the source, or several as one, into the draft.
func (d draft) put(name, first string, sources ...string) (string, error) {
	text := first
	for _, source := range sources {
		part, err := packed.ReadFile("files/" + source)
		if err != nil {
			return "", err
		}
		text += string(part)
	}
	path := filepath.Join(d.dir, name)
	return path, os.WriteFile(path, []byte(text), 0o600)
}

// contents returns every file of the package.
func (d draft) contents(p product.Product, f format) (files.Contents, error) {
	unit, err := d.put("cairn.service", "", "cairn.service")
	config, configErr := d.put("cairn.yaml", "", "cairn.yaml")
	users, usersErr := d.put("sysusers.conf", "", "sysusers.conf")
	man, manErr := d.compress("cairn.1.gz", p.Man)
	if err := errors.Join(err, configErr, usersErr, manErr); err != nil {
		return nil, err
	}
	list := files.Contents{
		file(p.Binary, "/usr/bin/cairn", 0o755),
		file(unit, "/usr/lib/systemd/system/cairn.service", 0o644),
		file(users, "/usr/lib/sysusers.d/cairn.conf", 0o644),
		{Source: config, Destination: "/etc/cairn/cairn.yaml", Type: files.TypeConfigNoReplace, FileInfo: &files.ContentFileInfo{Owner: "root", Group: f.configGroup, Mode: 0o640}},
		{Destination: "/etc/cairn", Type: files.TypeDir, FileInfo: &files.ContentFileInfo{Owner: "root", Group: "root", Mode: 0o755}},
		file(p.License, f.docs+"/"+f.license, 0o644),
	}
	if p.Engine != "" {
		list = append(list, &files.Content{Destination: "/usr/lib/cairn", Type: files.TypeDir, FileInfo: &files.ContentFileInfo{Owner: "root", Group: "root", Mode: 0o755}})
	}
	for _, c := range []*files.Content{
		file(p.Engine, "/usr/lib/cairn/libchdb.so", 0o644),
		file(p.Notices, f.docs+"/THIRD-PARTY-NOTICES", 0o644),
		file(p.BOM, f.docs+"/cairn.cdx.json", 0o644),
		file(man, "/usr/share/man/man1/cairn.1.gz", 0o644),
		file(p.Completions["bash"], "/usr/share/bash-completion/completions/cairn", 0o644),
		file(p.Completions["zsh"], f.zsh+"/_cairn", 0o644),
		file(p.Completions["fish"], "/usr/share/fish/vendor_completions.d/cairn.fish", 0o644),
	} {
		if c.Source != "" {
			list = append(list, c)
		}
	}
	for _, c := range list {
		c.FileInfo.MTime = p.Time
	}
	return list, nil
}

func file(source, destination string, mode os.FileMode) *files.Content {
	return &files.Content{Source: source, Destination: destination, FileInfo: &files.ContentFileInfo{Owner: "root", Group: "root", Mode: mode}}
}

// fileName returns the name of a package in the form of its format.
func (f format) fileName(p product.Product) string {
	return strings.NewReplacer("VERSION", f.version(p.Version), "ARCH", f.arches[p.Platform.Arch]).Replace(f.pattern)
}
