package cloudapi_test

import (
	"testing"

	"github.com/cairnstack/cairn/internal/testkit/doctest"
)

// TestEveryFieldIsReadAsDocumented sends variations of every field of the
// document that must be refused or must make no difference.
func TestEveryFieldIsReadAsDocumented(t *testing.T) {
	t.Parallel()
	s := newStage(t)
	d := s.driver()
	doctest.Prober{Operations: d.Operations, API: d.API, Valid: d.Valid, Every: probesEvery}.Run(t)
}
