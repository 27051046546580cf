package embedded_test

import (
	"testing"

	"github.com/cairnstack/cairn/internal/clickhouse/embedded"
)

func TestEngineSizesStayWithinItsMemory(t *testing.T) {
	t.Parallel()
	const mib, gib = 1 << 20, 1 << 30
	for _, c := range []struct {
		memory int64
		cores  int
		want   embedded.Sizes
	}{
		{gib / 2, 8, embedded.Sizes{MarkCacheBytes: 48 * mib, BlockCacheBytes: 16 * mib, IndexCacheBytes: 16 * mib, QueryBytes: gib / 4, QueryThreads: 8, MergeThreads: 2}},
		{gib, 2, embedded.Sizes{MarkCacheBytes: 96 * mib, BlockCacheBytes: 32 * mib, IndexCacheBytes: 32 * mib, QueryBytes: gib / 2, QueryThreads: 2, MergeThreads: 4}},
		{gib, 64, embedded.Sizes{MarkCacheBytes: 96 * mib, BlockCacheBytes: 32 * mib, IndexCacheBytes: 32 * mib, QueryBytes: gib / 2, QueryThreads: 16, MergeThreads: 4}},
		{2 * gib, 1, embedded.Sizes{MarkCacheBytes: 192 * mib, BlockCacheBytes: 64 * mib, IndexCacheBytes: 64 * mib, QueryBytes: gib, QueryThreads: 1, MergeThreads: 4}},
		{4 * gib, 16, embedded.Sizes{MarkCacheBytes: 384 * mib, BlockCacheBytes: 128 * mib, IndexCacheBytes: 128 * mib, QueryBytes: gib, QueryThreads: 16, MergeThreads: 8}},
		{64 * gib, 128, embedded.Sizes{MarkCacheBytes: gib, BlockCacheBytes: 512 * mib, IndexCacheBytes: 512 * mib, QueryBytes: gib, QueryThreads: 32, MergeThreads: 16}},
	} {
		got := embedded.Size(c.memory, c.cores)
		if c.want.MemoryBytes = c.memory; got != c.want {
			t.Errorf("%d MiB, %d cores: %+v, want %+v", c.memory/mib, c.cores, got, c.want)
		}
		if left := c.memory - got.CacheBytes() - got.QueryBytes; left < c.memory/5 {
			t.Errorf("%d MiB: caches and one query leave only %d MiB", c.memory/mib, left/mib)
		}
		if got.QueryBytes > c.memory/2 {
			t.Errorf("%d MiB: a query may take %d MiB", c.memory/mib, got.QueryBytes/mib)
		}
	}
}
