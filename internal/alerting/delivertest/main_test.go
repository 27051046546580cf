// Package delivertest_test holds deliveries to what they promise: with real
// databases, the real sender and real receivers.
package delivertest_test

import (
	"fmt"
	"os"
	"testing"

	"go.uber.org/goleak"

	"github.com/cairnstack/cairn/internal/testkit/pgtest"
)

func TestMain(m *testing.M) {
	if place := os.Getenv(deliverVariable); place != "" {
		deliverFrom(place)
	}
	code := pgtest.Main(m)
	if err := goleak.Find(); code == 0 && err != nil {
		fmt.Fprintln(os.Stderr, err)
		code = 1
	}
	os.Exit(code)
}
