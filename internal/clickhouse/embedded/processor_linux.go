package embedded

import (
	"bytes"
	"os"
	"path/filepath"
	"strconv"
	"time"
)

// clockTick is the unit of times in /proc on every Linux that Go runs on.
const clockTick = 10 * time.Millisecond

// The places of the times that a process spent in its own code and in the
// kernel, counted after its name in /proc/PID/stat.
const (
	statOwnTime    = 11
	statKernelTime = 12
)

// ProcessorTime returns the processor time that a process has taken; zero
// when there is none.
func ProcessorTime(pid int) time.Duration {
	stat, err := os.ReadFile(filepath.Join("/proc", strconv.Itoa(pid), "stat"))
	if err != nil {
		return 0
	}
	// The name stands in brackets and may hold anything.
	fields := bytes.Fields(stat[bytes.LastIndexByte(stat, ')')+1:])
	if len(fields) <= statKernelTime {
		return 0
	}
	own, _ := strconv.ParseInt(string(fields[statOwnTime]), 10, 64)
	kernel, _ := strconv.ParseInt(string(fields[statKernelTime]), 10, 64)
	return time.Duration(own+kernel) * clockTick
}
