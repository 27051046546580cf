// Package querytest_test holds charts and searches to what they promise, with
// a real engine and without HTTP in between.
package querytest_test

import (
	"fmt"
	"os"
	"testing"

	"go.uber.org/goleak"

	"github.com/cairnstack/cairn/internal/testkit/enginetest"
)

func TestMain(m *testing.M) {
	code := enginetest.Main(m)
	if code == 0 {
		if err := goleak.Find(); err != nil {
			fmt.Fprintln(os.Stderr, err)
			code = 1
		}
	}
	os.Exit(code)
}
