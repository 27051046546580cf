package clickhouse

import (
	"slices"
	"strconv"
	"sync"

	"github.com/ClickHouse/ch-go"
)

// The engine's names of how many threads a query has, and of the free memory
// that it wants for each of them.
const (
	threadsSetting       = "max_threads"
	threadsMemorySetting = "max_threads_min_free_memory_per_thread"
)

// threadsFactor is how many threads all reads together may have for each core,
// besides the one that every read has.
const threadsFactor = 2

// ThreadMemoryBytes is what a query has at least for each of its threads. They
// take 2 to 9 MiB when they group two million records by a unique value, or
// search them for a text.
const ThreadMemoryBytes = 32 << 20

// threadShare divides the cores of the embedded engine among the reads that
// run at the same time: its own concurrency control is off in the embedded
// form. A read alone gets all cores; each further one gets an equal part, and
// at least one thread.
type threadShare struct {
	mu      sync.Mutex
	reads   int
	threads int
}

// enter returns how many threads a read gets of what one may have at most;
// leave gives them back.
func (t *threadShare) enter(most int) (threads int, leave func()) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.reads++
	threads = max(1, min(most/t.reads, threadsFactor*most-t.threads))
	t.threads += threads
	return threads, func() { t.leave(threads) }
}

func (t *threadShare) leave(threads int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.reads--
	t.threads -= threads
}

// hasThreads reports whether the caller has chosen the number of threads.
func (s Statement) hasThreads() bool {
	return slices.ContainsFunc(s.Query.Settings, func(setting ch.Setting) bool { return setting.Key == threadsSetting })
}

// withThreads returns the statement with a number of threads.
func (s Statement) withThreads(n int) Statement {
	settings := NativeSettings([]Setting{{threadsSetting, strconv.Itoa(n)}})
	s.Query.Settings = append(settings, s.Query.Settings...)
	return s
}

// runShared runs a statement on a connection. A read on the embedded engine
// gets its share of the cores unless its caller has chosen the number of
// threads.
func (c *Client) runShared(target Target, s Statement, run func(Statement) (Stats, error)) (Stats, error) {
	if target.Threads == 0 || s.Role != Reader || s.hasThreads() {
		return run(s)
	}
	threads, leave := c.threads.enter(target.Threads)
	defer leave()
	return run(s.withThreads(threads))
}

// ThreadSettings returns the settings by which the embedded engine uses more
// than one core for a role's queries. Its default wants a free gibibyte for
// each thread, which an engine of ordinary size never has. Inserts keep it:
// they are one block and one thread.
func ThreadSettings(role Role) []Setting {
	if role == Writer {
		return nil
	}
	return []Setting{{threadsMemorySetting, strconv.Itoa(ThreadMemoryBytes)}}
}
