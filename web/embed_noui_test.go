//go:build noui

package web_test

import (
	"io/fs"
	"testing"

	"github.com/cairnstack/cairn/web"
)

func TestFS_is_empty_without_the_interface(t *testing.T) {
	t.Parallel()
	entries, err := fs.ReadDir(web.FS(), ".")
	if err != nil || len(entries) > 0 {
		t.Fatalf("got %d entries and error %v, want an empty tree", len(entries), err)
	}
}
