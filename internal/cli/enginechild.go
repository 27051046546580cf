package cli

import (
	"path/filepath"

	"github.com/cairnstack/cairn/internal/clickhouse/embedded"
)

// engineChildCommand is the hidden command that turns the binary into the
// engine.
const engineChildCommand = "engine-child"

type engineChildCmd struct {
	Args []string `arg:"" optional:"" passthrough:""`
}

// Run hands the process over to the engine.
func (c engineChildCmd) Run() error { return embedded.RunChild(c.Args) }

type licensesCmd struct{}

// Run prints the licences of what the engine library is made of, for releases.
func (licensesCmd) Run(env *environment) error {
	library, err := embedded.FindLibrary(env.Config.EngineLib, filepath.Dir(env.Executable), env.cacheDir())
	if err != nil {
		return err
	}
	return embedded.PrintLicenses(env.Stdout, library)
}
