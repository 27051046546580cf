package cli

import (
	"fmt"
	"slices"
	"strings"

	"github.com/alecthomas/kong"

	"github.com/cairnstack/cairn/internal/app"
)

// isLocal reports whether a command is about the installation on this machine.
// The others ask a server for it, or need none.
func isLocal(ctx *kong.Context) bool {
	first, _, _ := strings.Cut(ctx.Command(), " ")
	return slices.Contains([]string{"serve", "backup", "restore", "config"}, first) || opensFolder(first)
}

// opensFolder reports whether a command looks into the data folder, besides
// those that run the engine on it.
func opensFolder(first string) bool {
	return slices.Contains([]string{"bootstrap", "user", "key", "audit", "link", "monitor", "doctor"}, first)
}

// actAsOwner runs a command that root has started as the owner of the data
// folder, who could not use what root makes there. Serving as root is allowed,
// but not by mistake on the machine's own installation, which has a user. Other
// commands that run the engine refuse it, because they have files elsewhere.
func actAsOwner(p Process, c app.Config, parsed *kong.Context) error {
	uid, gid, other := c.OtherOwner()
	if p.Become == nil || !other {
		return nil
	}
	first, _, _ := strings.Cut(parsed.Command(), " ")
	if !opensFolder(first) && (first != "serve" || p.SystemConfig == "") {
		return nil
	}
	return fmt.Errorf("can't act as the owner of the data folder: %w", p.Become(uid, gid))
}
