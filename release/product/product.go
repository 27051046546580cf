// Package product names what a release of Cairn consists of, for those who pack it.
package product

import "time"

// Platform is an operating system and a processor, in Go's words.
type Platform struct{ OS, Arch string }

// String returns the platform as it stands in the names of files.
func (p Platform) String() string { return p.OS + "-" + p.Arch }

// Product is one built Cairn: paths of files that are ready to be packed.
type Product struct {
	Platform Platform
	Version  string    // without a leading v
	Time     time.Time // of the commit; every packed file has it

	Binary      string
	Engine      string // libchdb.so; empty for a product without the engine
	License     string
	Notices     string            // licences of all third parties
	BOM         string            // CycloneDX JSON
	Man         string            // cairn.1, not compressed
	Completions map[string]string // shell (bash, zsh, fish) to file
}

// Flavour returns the word for what a product is: full, or slim without the
// engine.
func (p Product) Flavour() string {
	if p.Engine == "" {
		return "slim"
	}
	return "full"
}

// Name returns how names of files begin that hold the product.
func (p Product) Name() string {
	name := "cairn_" + p.Version + "_" + p.Platform.OS + "_" + p.Platform.Arch
	if p.Engine == "" {
		name += "_slim"
	}
	return name
}
