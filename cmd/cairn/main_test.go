package main

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/cairnstack/cairn/internal/clickhouse/embedded"
)

// asCairn makes this test binary the program itself, for tests that end it
// from outside.
const asCairn = "CAIRN_TEST_AS_PROGRAM"

func TestMain(m *testing.M) {
	if os.Getenv(asCairn) != "" {
		main()
		return
	}
	testscript.Main(m, map[string]func(){"cairn": main})
}

// TestScripts shows the program as a user sees it.
func TestScripts(t *testing.T) {
	t.Parallel()
	library := engineLibrary(t)
	testscript.Run(t, testscript.Params{
		Dir: filepath.Join("testdata", "script"),
		Setup: func(env *testscript.Env) error {
			env.Setenv("CAIRN_ENGINE_LIB", library)
			env.Setenv("CAIRN_LOG_LEVEL", "warn")
			env.Setenv("GORACE", "atexit_sleep_ms=0")
			for _, role := range []string{"STACK", "UI", "CLOUD", "OTLP_GRPC", "OTLP_HTTP", "ADMIN"} {
				env.Setenv("CAIRN_"+role+"_ADDR", "127.0.0.1:0")
			}
			return nil
		},
	})
}

func engineLibrary(t *testing.T) string {
	t.Helper()
	library, err := embedded.FindLibrary(os.Getenv("CAIRN_ENGINE_LIB"), "", embedded.CacheDir(os.Getenv))
	if err != nil {
		t.Fatal(err)
	}
	return library
}
