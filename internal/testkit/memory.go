package testkit

import (
	"runtime"
	"testing"
)

// Memory watches how much memory stays in use over a number of steps. Make it
// with NewMemory.
type Memory struct {
	steps int
	early uint64 // after a tenth of the steps, when everything is warm
	late  uint64 // after the last step
}

// NewMemory makes a Memory for so many steps.
func NewMemory(steps int) *Memory { return &Memory{steps: steps} }

// Step is to be called after each step, with its number from zero on.
func (m *Memory) Step(n int) {
	switch n + 1 {
	case max(m.steps/10, 1):
		m.early = inUse()
	case m.steps:
		m.late = inUse()
	}
}

// Check fails the test when more than a bound was added between the tenth of
// the steps and the last, and says how much was in use.
func (m *Memory) Check(t testing.TB, bytesMax uint64) {
	t.Helper()
	t.Logf("%d MiB in use after a tenth, %d MiB after all of %d", m.early>>20, m.late>>20, m.steps)
	if m.late > m.early+bytesMax {
		t.Errorf("memory has grown by %d MiB", (m.late-m.early)>>20)
	}
}

func inUse() uint64 {
	runtime.GC()
	var stats runtime.MemStats
	runtime.ReadMemStats(&stats)
	return stats.HeapInuse + stats.StackInuse
}
