package embedded_test

import (
	"context"
	"fmt"
	"os"
	"testing"

	"github.com/cairnstack/cairn/internal/clickhouse/embedded"
	"github.com/cairnstack/cairn/internal/testkit/enginetest"
)

// parentArg makes the test binary a server that dies.
const parentArg = "engine-parent"

func TestMain(m *testing.M) {
	os.Exit(enginetest.Main(m, enginetest.Part{Arg: parentArg, Run: runParent}))
}

// runParent is a server that starts an engine, says so, and waits to be
// killed.
func runParent(dir string) error {
	opts, err := enginetest.EmbeddedOptions(dir)
	if err != nil {
		return err
	}
	engine, err := embedded.Start(context.Background(), opts)
	if err != nil {
		return err
	}
	fmt.Println(engine.State().PID)
	select {}
}
