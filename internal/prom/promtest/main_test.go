// Package promtest holds the tests of PromQL over a real engine.
package promtest_test

import (
	"os"
	"testing"

	"github.com/cairnstack/cairn/internal/testkit/enginetest"
)

func TestMain(m *testing.M) { os.Exit(enginetest.Main(m)) }
