package cli

import "github.com/cairnstack/cairn/internal/clickhouse/embedded"

// engineChildCommand is the hidden command that turns the binary into the
// engine.
const engineChildCommand = "engine-child"

type engineChildCmd struct {
	Args []string `arg:"" optional:"" passthrough:""`
}

// Run hands the process over to the engine.
func (c engineChildCmd) Run() error { return embedded.RunChild(c.Args) }
