// Package querytest_test drives charts and searches through the whole API.
package querytest_test

import (
	"os"
	"testing"

	"github.com/cairnstack/cairn/internal/testkit/apptest"
)

func TestMain(m *testing.M) { os.Exit(apptest.Main(m)) }
