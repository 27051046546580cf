package sqlstore_test

import (
	"log/slog"
	"testing"

	"github.com/cairnstack/cairn/internal/sqlstore"
)

// BenchmarkAccessKeyByPublicID is what every request of the stack API pays.
func BenchmarkAccessKeyByPublicID(b *testing.B) {
	for kind, options := range backends() {
		b.Run(kind, func(b *testing.B) {
			o := options(b)
			o.Logger = slog.New(slog.DiscardHandler)
			benchmarkAccessKey(b, open(b, o))
		})
	}
}

func benchmarkAccessKey(b *testing.B, s *sqlstore.Store) {
	u, tm := seat(b, s, 1)
	key := accessKey(2, u.ID, tm.ID)
	ok(b, s.CreateAccessKey(b.Context(), key))
	b.ReportAllocs()
	b.ResetTimer()
	b.RunParallel(func(pb *testing.PB) {
		for pb.Next() {
			if _, err := s.AccessKeyByPublicID(b.Context(), key.PublicID); err != nil {
				b.Error(err)
			}
		}
	})
}
