package notices

import (
	"context"
	"os"
	"path/filepath"
	"runtime"

	"github.com/cairnstack/cairn/release/product"
	"github.com/cairnstack/cairn/release/source"
)

// engineLicences returns what the library says about itself. One for another
// machine can't be asked: that of this machine, of the same version and from the
// same sources, speaks for it.
func engineLicences(ctx context.Context, tree source.Tree, p product.Product) (string, error) {
	library, binary := p.Engine, p.Binary
	if own := (product.Platform{OS: runtime.GOOS, Arch: runtime.GOARCH}); p.Platform != own {
		version, err := tree.EngineVersion()
		if err != nil {
			return "", err
		}
		library = filepath.Join(tree.Cache, "engine", version, "libchdb.so")
		binary = filepath.Join(filepath.Dir(filepath.Dir(p.Binary)), own.String(), "cairn")
	}
	if _, err := os.Stat(library); err != nil {
		return "", err
	}
	return tree.Run(ctx, nil, binary, "engine-licenses", "--engine-lib", library)
}
