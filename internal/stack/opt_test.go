package stack_test

import (
	"encoding/json"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/cairnstack/cairn/internal/stack"
)

func TestOptTellsNotSentFromNull(t *testing.T) {
	t.Parallel()
	type body struct {
		Field stack.Opt[int] `json:"field,omitzero"`
	}
	stored := 7
	f := func(text string, want stack.Opt[int], merged *int) {
		t.Helper()
		var got body
		if err := json.Unmarshal([]byte(text), &got); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, got.Field); diff != "" {
			t.Errorf("%s (-want +got):\n%s", text, diff)
		}
		if diff := cmp.Diff(merged, got.Field.OrElse(&stored)); diff != "" {
			t.Errorf("%s over 7 (-want +got):\n%s", text, diff)
		}
		if again := string(encode(t, got)); again != text {
			t.Errorf("%s is written as %s", text, again)
		}
	}
	zero := 0
	f(`{}`, stack.Opt[int]{}, &stored)
	f(`{"field":null}`, stack.Null[int](), nil)
	f(`{"field":0}`, stack.Some(0), &zero)
}
