package app

import (
	"runtime/debug"

	"github.com/cairnstack/cairn/internal/clickhouse/tables"
	"github.com/cairnstack/cairn/internal/sqlstore"
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

// SchemaVersions returns the newest versions of the metadata's schema and of the
// telemetry tables that this build knows.
func SchemaVersions() (metadata int64, telemetry int, err error) {
	if metadata, err = sqlstore.NewestSchema(); err != nil {
		return 0, 0, err
	}
	telemetry, err = tables.NewestSchema()
	return metadata, telemetry, err
}
