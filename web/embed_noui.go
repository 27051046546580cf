//go:build noui

// Package web carries the built web interface inside the binary; this variant
// carries none.
package web

import (
	"embed"
	"io/fs"
)

// FS returns an empty tree, because the binary was built without the interface.
func FS() fs.FS {
	return embed.FS{}
}
