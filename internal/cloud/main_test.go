package cloud_test

import (
	"fmt"
	"os"
	"testing"

	"go.uber.org/goleak"

	"github.com/cairnstack/cairn/internal/testkit/enginetest"
	"github.com/cairnstack/cairn/internal/testkit/pgtest"
)

type runner func() int

// Run calls the function.
func (r runner) Run() int { return r() }

func TestMain(m *testing.M) {
	code := enginetest.Main(runner(func() int { return pgtest.Main(m) }))
	if code == 0 {
		if err := goleak.Find(); err != nil {
			fmt.Fprintln(os.Stderr, err)
			code = 1
		}
	}
	os.Exit(code)
}
