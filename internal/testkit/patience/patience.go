// Package patience measures time as tests are patient: on a virtual machine whose
// processors others had, less of it has passed for the programs of this one.
package patience

import (
	"bytes"
	"os"
	"strconv"
	"time"
)

// Clock measures from when it was started. Its zero value is of no use.
type Clock struct {
	begun time.Time
	at    processors
}

// Start returns a clock that begins to run.
func Start() Clock { return Clock{begun: time.Now(), at: readProcessors()} }

// Elapsed returns the time since the start, without the share that was stolen.
func (c Clock) Elapsed() time.Duration {
	return time.Duration(float64(time.Since(c.begun)) * (1 - c.Stolen()))
}

// Stolen returns the share of the processors' time that programs here could have
// used since the start and others had: 0 on a machine of one's own.
func (c Clock) Stolen() float64 { return readProcessors().since(c.at).share() }

// processors is what the kernel counts of all processors since it started, in
// ticks.
type processors struct{ used, stolen float64 }

func (p processors) since(earlier processors) processors {
	return processors{used: p.used - earlier.used, stolen: p.stolen - earlier.stolen}
}

func (p processors) share() float64 {
	if p.stolen <= 0 {
		return 0
	}
	return p.stolen / (p.stolen + max(p.used, 0))
}

// readProcessors returns nothing where the kernel does not say.
func readProcessors() processors {
	text, _ := os.ReadFile("/proc/stat")
	return parseProcessors(text)
}

// parseProcessors reads the first line of /proc/stat: "cpu", then the ticks spent on
// user, nice, system, idle, iowait, irq, softirq and steal.
func parseProcessors(text []byte) processors {
	line, _, _ := bytes.Cut(text, []byte("\n"))
	words := bytes.Fields(line)
	if len(words) < 9 || string(words[0]) != "cpu" {
		return processors{}
	}
	ticks := make([]float64, 8)
	for i := range ticks {
		ticks[i], _ = strconv.ParseFloat(string(words[i+1]), 64)
	}
	const user, nice, system, irq, softirq, steal = 0, 1, 2, 5, 6, 7
	return processors{used: ticks[user] + ticks[nice] + ticks[system] + ticks[irq] + ticks[softirq], stolen: ticks[steal]}
}
