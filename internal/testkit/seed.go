package testkit

import (
	"os"
	"strconv"
	"strings"
	"testing"
)

// seedVariable holds a number that gives every test other random choices.
const seedVariable = "CAIRN_TEST_SEED"

// seedStride keeps the seeds of one number apart from those of the next.
const seedStride = 1_000_003

// Seed returns the seed of a test's random choices: the test's own, moved by
// the number in CAIRN_TEST_SEED. A test that fails says how to repeat it.
func Seed(t testing.TB, own uint64) uint64 {
	t.Helper()
	shift := Size(t, seedVariable, 0)
	t.Cleanup(func() {
		if t.Failed() {
			t.Logf("repeat the random choices with %s=%d", seedVariable, shift)
		}
	})
	return own + uint64(shift)*seedStride
}

// Size returns how large something shall be: the number that the variable of
// the environment holds, or otherwise when it is not set.
func Size(t testing.TB, variable string, otherwise int) int {
	t.Helper()
	text := os.Getenv(variable)
	if text == "" {
		return otherwise
	}
	size, err := strconv.ParseUint(text, 10, 31)
	if err != nil {
		t.Fatalf("%s is no whole number", variable)
	}
	return int(size)
}

// Sizes returns the numbers, separated by commas, that the variable of the
// environment holds, or the others when it is not set.
func Sizes(t testing.TB, variable string, otherwise ...int) []int {
	t.Helper()
	text := os.Getenv(variable)
	if text == "" {
		return otherwise
	}
	var sizes []int
	for part := range strings.SplitSeq(text, ",") {
		size, err := strconv.ParseUint(part, 10, 31)
		if err != nil {
			t.Fatalf("%s is no list of whole numbers", variable)
		}
		sizes = append(sizes, int(size))
	}
	return sizes
}
