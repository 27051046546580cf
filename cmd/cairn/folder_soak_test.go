//go:build soak

package main

import "testing"

// TestSoakFolders lets every mishap happen that a file or folder can have.
func TestSoakFolders(t *testing.T) {
	dir := killedFolder(t)
	for _, m := range mishaps(t, dir) {
		t.Run(m.name, func(t *testing.T) { m.play(t, dir) })
	}
}
