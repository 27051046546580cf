//go:build !noui

package web_test

import (
	"io/fs"
	"testing"

	"github.com/cairnstack/cairn/web"
)

func TestFS_opens_at_the_root_of_the_built_interface(t *testing.T) {
	t.Parallel()
	if _, err := fs.Stat(web.FS(), ".gitkeep"); err != nil {
		t.Fatalf("the placeholder of the tree is missing: %v", err)
	}
}

func TestFS_keeps_source_files_out(t *testing.T) {
	t.Parallel()
	if _, err := fs.Stat(web.FS(), "package.json"); err == nil {
		t.Fatal("the tree reaches outside the built folder")
	}
}
