package clickhouse_test

import (
	"os"
	"testing"

	"github.com/cairnstack/cairn/internal/testkit/enginetest"
)

func TestMain(m *testing.M) {
	os.Exit(enginetest.Main(m))
}
