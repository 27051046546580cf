package debian

import (
	"errors"
	"os"
	"path/filepath"
	"regexp"
)

// ErrNoMirror says that nobody has named a mirror.
var ErrNoMirror = errors.New("apt of this machine names no mirror of Debian; give one with -mirror")

// site is the address of Debian's archive in a list of apt's sources, without its
// last part.
var site = regexp.MustCompile(`(?m)^[^#\n]*?(https?://\S+/)debian/?(?:\s|$)`)

// Mirror returns the mirror that apt of the machine below a root uses, or nothing.
// What it sends counts only by its digest.
func Mirror(root string) string {
	for _, pattern := range []string{"sources.list", "sources.list.d/*"} {
		lists, err := filepath.Glob(filepath.Join(root, "etc/apt", pattern))
		if err != nil {
			return ""
		}
		for _, list := range lists {
			text, err := os.ReadFile(list)
			if found := site.FindSubmatch(text); err == nil && found != nil {
				return string(found[1])
			}
		}
	}
	return ""
}
