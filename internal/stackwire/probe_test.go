package stackwire_test

import (
	"testing"

	"github.com/cairnstack/cairn/internal/testkit/doctest"
	"github.com/cairnstack/cairn/internal/testkit/stacktest"
)

// TestEveryFieldIsReadAsDocumented sends variations of every field of both
// documents that must be refused or must make no difference.
func TestEveryFieldIsReadAsDocumented(t *testing.T) {
	t.Parallel()
	for _, deployment := range []string{"self-hosted", "managed"} {
		t.Run(deployment, func(t *testing.T) {
			t.Parallel()
			d := newStage(t, stacktest.New(t, stacktest.Options{}), deployment, nil).driver()
			doctest.Prober{Operations: d.Operations, API: d.API, Valid: d.Valid, Every: probesEvery}.Run(t)
		})
	}
}
