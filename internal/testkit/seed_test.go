package testkit_test

import (
	"testing"

	"github.com/cairnstack/cairn/internal/testkit"
)

func TestSeedFollowsTheEnvironment(t *testing.T) {
	t.Setenv("CAIRN_TEST_SEED", "")
	if got := testkit.Seed(t, 7); got != 7 {
		t.Errorf("the seed is %d without a number", got)
	}
	t.Setenv("CAIRN_TEST_SEED", "3")
	if got := testkit.Seed(t, 7); got == 7 || got != testkit.Seed(t, 7) || got == testkit.Seed(t, 8) {
		t.Errorf("the seed is %d", got)
	}
}

func TestSizeIsTheNumberOfTheVariable(t *testing.T) {
	if got := testkit.Size(t, "CAIRN_SOAK_OF_A_TEST", 5); got != 5 {
		t.Errorf("%d without a number", got)
	}
	t.Setenv("CAIRN_SOAK_OF_A_TEST", "12")
	if got := testkit.Size(t, "CAIRN_SOAK_OF_A_TEST", 5); got != 12 {
		t.Errorf("%d, want 12", got)
	}
	t.Setenv("CAIRN_SOAK_OF_A_TEST", "1,20")
	if got := testkit.Sizes(t, "CAIRN_SOAK_OF_A_TEST", 5); len(got) != 2 || got[1] != 20 {
		t.Errorf("%v, want 1 and 20", got)
	}
}
