package embedded

import (
	"fmt"
	"os"
	"path/filepath"

	"github.com/cairnstack/cairn/internal/fault"
)

// EngineVersion is the version of the engine library that this build is
// tested with. It names the library's folder in the cache.
const EngineVersion = "26.7.3-stable.1"

// libraryFile is the library's name on every platform.
const libraryFile = "libchdb.so"

// CacheDir returns the user's cache folder, the same place that the build
// installs the engine library below, or nothing when there is no home.
func CacheDir(getenv func(string) string) string {
	if dir := getenv("XDG_CACHE_HOME"); dir != "" {
		return dir
	}
	if home := getenv("HOME"); home != "" {
		return filepath.Join(home, ".cache")
	}
	return ""
}

// FindLibrary returns the path of the engine library. An explicit path (the
// option --engine-lib) must exist; otherwise the library is looked for beside
// the binary, in ../lib/cairn from there, where packages put it, and then below
// the cache folder, by EngineVersion.
func FindLibrary(explicit, exeDir, cacheDir string) (string, error) {
	if explicit != "" {
		if err := regularFile(explicit); err != nil {
			return "", fault.Wrap(fault.Invalid, err, "--engine-lib (CAIRN_ENGINE_LIB) does not name a readable file")
		}
		return explicit, nil
	}
	for _, path := range libraryPlaces(exeDir, cacheDir) {
		if regularFile(path) == nil {
			return path, nil
		}
	}
	return "", fault.New(fault.Unavailable,
		"the engine library %s (%s) is not installed: %s, or set CAIRN_CLICKHOUSE_URL to use a ClickHouse server",
		libraryFile, EngineVersion, libraryWays())
}

func libraryPlaces(exeDir, cacheDir string) []string {
	var places []string
	if exeDir != "" {
		places = append(places, filepath.Join(exeDir, libraryFile), filepath.Join(exeDir, "..", "lib", "cairn", libraryFile))
	}
	if cacheDir != "" {
		places = append(places, filepath.Join(cacheDir, "cairn", "engine", EngineVersion, libraryFile))
	}
	return places
}

// regularFile returns nil when path can be opened and is a regular file.
func regularFile(path string) error {
	file, err := os.Open(path)
	if err != nil {
		return err
	}
	defer func() { _ = file.Close() }()
	stat, err := file.Stat()
	if err != nil {
		return err
	}
	if !stat.Mode().IsRegular() {
		return fmt.Errorf("%s is no regular file", path)
	}
	return nil
}
