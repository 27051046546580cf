//go:build !noui

// Package web carries the built web interface inside the binary.
package web

import (
	"embed"
	"io/fs"
)

// The folder holds at least a placeholder, so that the module compiles before
// the interface was built.
//
//go:embed all:dist
var dist embed.FS

// FS returns the built interface: index.html, hashed assets with their
// compressed twins (name.gz), and reference/standalone.js for the API
// reference pages. It has no index.html when the interface was not built.
func FS() fs.FS {
	tree, err := fs.Sub(dist, "dist")
	if err != nil {
		panic("web: the embedded folder has an impossible name: " + err.Error())
	}
	return tree
}
