package tables_test

import (
	"os"
	"testing"

	"github.com/cairnstack/cairn/internal/testkit/enginetest"
)

func TestMain(m *testing.M) {
	os.Exit(enginetest.Main(m, enginetest.Part{Arg: upgradeArg, Run: runUpgrade}))
}
