package embedded

import "github.com/cairnstack/cairn/internal/clickhouse"

// Bounds of caches and of threads that merge, whatever memory the engine has.
const (
	markCacheBytesMax  = 1 << 30
	blockCacheBytesMax = 512 << 20
	indexCacheBytesMax = 512 << 20
	mergeThreadsMin    = 2
	mergeThreadsUsual  = 4
	mergeThreadsMax    = 16
	mergeMemoryBytes   = 256 << 20
)

// indexCaches is how many caches of IndexCacheBytes the configuration has.
const indexCaches = 5

// Sizes are what the parts of the engine get of its memory and of the
// machine's cores.
type Sizes struct {
	MemoryBytes     int64 // of all of the engine
	MarkCacheBytes  int64
	BlockCacheBytes int64 // of blocks that were decompressed
	IndexCacheBytes int64 // of each cache of indexes
	QueryBytes      int64 // at most, of one query
	QueryThreads    int   // at most, of one query
	MergeThreads    int
}

// Size divides the memory of an engine on so many cores. A query gets at
// most half of it and the caches less than a third, so that inserts, merges
// and other queries go on beside a query that takes all it may.
func Size(memoryBytes int64, cores int) Sizes {
	query := min(memoryBytes/2, clickhouse.ReadMemoryBytesMax)
	return Sizes{
		MemoryBytes:     memoryBytes,
		MarkCacheBytes:  min(memoryBytes*3/32, markCacheBytesMax),
		BlockCacheBytes: min(memoryBytes/32, blockCacheBytesMax),
		IndexCacheBytes: min(memoryBytes/32, indexCacheBytesMax),
		QueryBytes:      query,
		QueryThreads:    queryThreads(query, cores),
		MergeThreads:    mergeThreads(memoryBytes, cores),
	}
}

func queryThreads(queryBytes int64, cores int) int {
	return max(1, min(cores, clickhouse.ReadThreadsMax, int(queryBytes/clickhouse.ThreadMemoryBytes)))
}

func mergeThreads(memoryBytes int64, cores int) int {
	wanted := min(max(cores/2, mergeThreadsUsual), mergeThreadsMax)
	return max(mergeThreadsMin, min(wanted, int(memoryBytes/mergeMemoryBytes)))
}
