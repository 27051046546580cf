package fault_test

import (
	"errors"
	"fmt"
	"testing"

	"github.com/cairnstack/cairn/internal/fault"
)

func TestRulesNameEveryPlace(t *testing.T) {
	t.Parallel()
	var rules fault.Rules
	rules.Check(true, "name", "required", "is required")
	rules.Check(false, "tiles.0.w", "range", "must be between %d and %d", 1, 24)
	rules.Break("", "shape", "the body must be an object")
	err := rules.Err()
	want := "tiles.0.w: must be between 1 and 24; the body must be an object"
	if err == nil || err.Error() != want {
		t.Fatalf("Err() = %v, want %q", err, want)
	}
	if got := fault.From(err).Details[0].Path; got != "tiles.0.w" {
		t.Errorf("first detail's path = %q", got)
	}
}

func TestRulesWithoutBreachAreNil(t *testing.T) {
	t.Parallel()
	var rules fault.Rules
	if err := rules.Err(); err != nil {
		t.Fatalf("Err() = %v, want nil", err)
	}
}

func TestFromHidesWhatIsNoFault(t *testing.T) {
	t.Parallel()
	cause := errors.New("password=hunter2")
	got := fault.From(cause)
	if got.Kind != fault.Internal || got.Message != "internal error" {
		t.Fatalf("From() = %q %q", got.Kind, got.Message)
	}
	if !errors.Is(got, cause) {
		t.Error("the cause is lost")
	}
}

func TestKindOfSeesThroughWrapping(t *testing.T) {
	t.Parallel()
	err := fmt.Errorf("load: %w", fault.New(fault.NotFound, "alert does not exist"))
	if got := fault.KindOf(err); got != fault.NotFound {
		t.Fatalf("KindOf() = %q", got)
	}
	if got := fault.KindOf(nil); got != "" {
		t.Fatalf("KindOf(nil) = %q", got)
	}
}
