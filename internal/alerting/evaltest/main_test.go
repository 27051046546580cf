// Package evaltest_test holds evaluation to what it promises, with real
// databases: every window once, in order, whatever happens.
package evaltest_test

import (
	"fmt"
	"os"
	"testing"

	"go.uber.org/goleak"

	"github.com/cairnstack/cairn/internal/testkit/pgtest"
)

func TestMain(m *testing.M) {
	if dir := os.Getenv(victimVariable); dir != "" {
		os.Exit(runVictim(dir, os.Getenv(victimOwner)))
	}
	code := pgtest.Main(m)
	if err := goleak.Find(); code == 0 && err != nil {
		fmt.Fprintln(os.Stderr, err)
		code = 1
	}
	os.Exit(code)
}
