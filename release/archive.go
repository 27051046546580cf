package main

import (
	"path/filepath"

	"github.com/cairnstack/cairn/release/product"
	"github.com/cairnstack/cairn/release/tarfile"
)

// writeArchive packs a product into a folder of one name, and returns the file.
func writeArchive(p product.Product, dir string) (string, error) {
	files := []tarfile.File{
		{Name: "cairn", Mode: 0o755, Path: p.Binary},
		{Name: "LICENSE", Mode: 0o644, Path: p.License},
		{Name: "THIRD-PARTY-NOTICES.txt", Mode: 0o644, Path: p.Notices},
		{Name: "cairn.cdx.json", Mode: 0o644, Path: p.BOM},
		{Name: "share/man/man1/cairn.1", Mode: 0o644, Path: p.Man},
		{Name: "share/bash-completion/completions/cairn", Mode: 0o644, Path: p.Completions["bash"]},
		{Name: "share/zsh/site-functions/_cairn", Mode: 0o644, Path: p.Completions["zsh"]},
		{Name: "share/fish/vendor_completions.d/cairn.fish", Mode: 0o644, Path: p.Completions["fish"]},
	}
	if p.Engine != "" {
		files = append(files, tarfile.File{Name: "libchdb.so", Mode: 0o755, Path: p.Engine})
	}
	for i := range files {
		files[i].Name = p.Name() + "/" + files[i].Name
	}
	path := filepath.Join(dir, p.Name()+".tar.gz")
	return path, tarfile.Write(path, files, p.Time)
}
