package app

import "runtime/debug"

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
