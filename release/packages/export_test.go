package packages

import "github.com/cairnstack/cairn/release/product"

// MakeDebian writes the Debian package alone: an engine takes its time.
func MakeDebian(p product.Product, drafts, dir string) ([]string, error) {
	return makeFrom(p, draft{drafts}, dir, debian())
}
