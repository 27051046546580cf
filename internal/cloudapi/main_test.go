package cloudapi_test

import (
	"os"
	"testing"

	"go.uber.org/goleak"

	"github.com/cairnstack/cairn/internal/testkit/apptest"
)

func TestMain(m *testing.M) {
	code := apptest.Main(m)
	if code == 0 {
		if err := goleak.Find(); err != nil {
			os.Stderr.WriteString(err.Error() + "\n")
			code = 1
		}
	}
	os.Exit(code)
}
