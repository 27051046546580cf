package cli

import (
	"fmt"
	"runtime"

	"github.com/cairnstack/cairn/internal/app"
	"github.com/cairnstack/cairn/internal/clickhouse/embedded"
)

type versionCmd struct{}

// Run prints the versions of the program, of Go and of the engine.
func (versionCmd) Run(env *environment) error {
	metadata, telemetry, err := app.SchemaVersions()
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(env.Stdout, "cairn %s (%s, %s/%s, engine %s, schema %d, telemetry tables %d)\n",
		app.Version(), runtime.Version(), runtime.GOOS, runtime.GOARCH, embedded.EngineVersion, metadata, telemetry)
	return err
}
