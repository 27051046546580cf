package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"golang.org/x/sys/unix"
)

// cpu returns the CPU time that a process has used, by the clock that the kernel
// has for each of them.
func cpu(pid int) (time.Duration, error) {
	const usedByAllThreads = 2
	var t unix.Timespec
	if err := unix.ClockGettime(int32(^pid<<3|usedByAllThreads), &t); err != nil {
		return 0, fmt.Errorf("process %d: %w", pid, err)
	}
	return time.Duration(t.Nano()), nil
}

// processes are those of the engines of a server.
type processes []int

// cpu returns the CPU time that all of them have used.
func (p processes) cpu() (total time.Duration, err error) {
	for _, pid := range p {
		used, err := cpu(pid)
		if err != nil {
			return 0, err
		}
		total += used
	}
	return total, nil
}

// peak returns the sum of the largest memory that each of them has had.
func (p processes) peak() (total int64, err error) {
	for _, pid := range p {
		most, err := peak(pid)
		if err != nil {
			return 0, err
		}
		total += most
	}
	return total, nil
}

// stat returns the fields of /proc/pid/stat behind the name, from the state on.
func stat(pid int) ([]string, error) {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return nil, err
	}
	_, rest, _ := strings.Cut(string(text), ") ")
	return strings.Fields(rest), nil
}

// runnable returns for how long each thread of a process has run or waited for a
// core.
func runnable(pid int) (map[string]time.Duration, error) {
	paths, err := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/schedstat", pid))
	if err != nil {
		return nil, err
	}
	threads := map[string]time.Duration{}
	for _, path := range paths {
		text, err := os.ReadFile(path) // the kernel's
		fields := strings.Fields(string(text))
		if err != nil || len(fields) < 2 {
			continue // the thread has ended
		}
		ran, _ := strconv.ParseInt(fields[0], 10, 64)
		waited, _ := strconv.ParseInt(fields[1], 10, 64)
		threads[path] = time.Duration(ran + waited)
	}
	return threads, nil
}

// peak returns the largest memory that a process has had, in bytes.
func peak(pid int) (int64, error) {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil {
		return 0, err
	}
	_, rest, _ := strings.Cut(string(text), "VmHWM:")
	fields := strings.Fields(rest)
	if len(fields) == 0 {
		return 0, fmt.Errorf("process %d has no peak", pid)
	}
	kilobytes, err := strconv.ParseInt(fields[0], 10, 64)
	return kilobytes << 10, err
}

// written returns how many bytes a process has sent to the disk.
func written(pid int) (int64, error) {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/io", pid))
	if err != nil {
		return 0, err
	}
	_, rest, _ := strings.Cut(string(text), "\nwrite_bytes: ")
	number, _, _ := strings.Cut(rest, "\n")
	return strconv.ParseInt(number, 10, 64)
}

// childOf returns the child of a process: the engine of a server.
func childOf(parent int) (int, error) {
	paths, err := filepath.Glob("/proc/[0-9]*")
	if err != nil {
		return 0, err
	}
	for _, path := range paths {
		pid, _ := strconv.Atoi(filepath.Base(path))
		if fields, err := stat(pid); err == nil && fields[1] == strconv.Itoa(parent) && fields[0] != "Z" {
			return pid, nil
		}
	}
	return 0, fmt.Errorf("process %d has no child", parent)
}
