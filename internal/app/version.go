package app

import (
	"fmt"
	"runtime"
	"runtime/debug"

	"github.com/cairnstack/cairn/internal/clickhouse/embedded"
)

// version is set by the linker; a plain "go build" leaves the module's own.
var version string //nolint:gochecknoglobals // the linker can set nothing else

// Version returns the version of this build.
func Version() string {
	if version != "" {
		return version
	}
	if build, ok := debug.ReadBuildInfo(); ok && build.Main.Version != "" && build.Main.Version != "(devel)" {
		return build.Main.Version
	}
	return "devel"
}

type versionCmd struct{}

// Run prints the versions of the program, of Go and of the engine.
func (versionCmd) Run(env *environment) error {
	_, err := fmt.Fprintf(env.Stdout, "cairn %s (%s, %s/%s, engine %s)\n",
		Version(), runtime.Version(), runtime.GOOS, runtime.GOARCH, embedded.EngineVersion)
	return err
}
