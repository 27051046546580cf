package cluster_test

import (
	"os"
	"testing"

	"github.com/cairnstack/cairn/internal/testkit/apptest"
)

func TestMain(m *testing.M) { os.Exit(apptest.Main(m)) }
