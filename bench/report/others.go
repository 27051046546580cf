package main

import (
	"strconv"
	"strings"
	"syscall"
	"time"
)

// usage is what processors have done up to a moment.
type usage struct {
	at   time.Time
	all  time.Duration // of every process
	ours time.Duration // of this one and the ones that it waited for
}

// ticksPerSecond is how the kernel counts the time of processors.
const ticksPerSecond = 100

func usageNow() usage {
	line, _, _ := strings.Cut(text("/proc/stat"), "\n")
	return usage{at: time.Now(), all: busyTime(line), ours: used(syscall.RUSAGE_SELF) + used(syscall.RUSAGE_CHILDREN)}
}

// busyTime reads the first line of /proc/stat: user, nice and system time, and
// after idle and waiting that of interrupts and of the host.
func busyTime(line string) time.Duration {
	const idle, waiting, last = 4, 5, 8
	ticks := 0
	for i, field := range strings.Fields(line) {
		if i == 0 || i == idle || i == waiting || i > last {
			continue
		}
		count, _ := strconv.Atoi(field) // 0 where it is not told
		ticks += count
	}
	return time.Duration(ticks) * time.Second / ticksPerSecond
}

func used(who int) time.Duration {
	var u syscall.Rusage
	if syscall.Getrusage(who, &u) != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// othersSince returns which share of the processors has worked for others.
func (u usage) othersSince(begin usage, cores int) float64 {
	others := (u.all - begin.all) - (u.ours - begin.ours)
	return max(0, others.Seconds()/u.at.Sub(begin.at).Seconds()/float64(cores))
}
