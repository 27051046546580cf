package metering_test

import (
	"os"
	"testing"

	"github.com/cairnstack/cairn/internal/testkit/pgtest"
)

func TestMain(m *testing.M) { os.Exit(pgtest.Main(m)) }
