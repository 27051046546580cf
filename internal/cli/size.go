package cli

import (
	"fmt"
	"math"
	"text/tabwriter"
)

// Costs of one kind of record, as make bench measures them.
type recordCost struct {
	cpuPerMillion float64 // seconds of one core, of server and engine together
	diskBytes     float64 // on disk, merged
}

// What rich log records cost (thirteen resource attributes, a dozen of their own),
// and spans and points of metrics as bench/ingest makes them.
var (
	logCost    = recordCost{cpuPerMillion: 16.6, diskBytes: 81.5}
	spanCost   = recordCost{cpuPerMillion: 5.9, diskBytes: 46.8}
	metricCost = recordCost{cpuPerMillion: 5.9, diskBytes: 6.8}
)

// What a machine needs beyond what telemetry costs as such.
const (
	busyShare  = 0.5 // of the processors, so that questions and peaks find room
	diskShare  = 0.7 // of the disk, so that merges find room
	gibPerCore = 2.0 // server and engine take one at full load; the rest is for questions and the page cache
	coresMin   = 2
)

// What one machine does well; beyond it, a cluster is the better way.
const (
	coresMax   = 32
	diskGiBMax = 16 << 10
)

type sizeCmd struct {
	Rate    float64 `default:"0" help:"Log records per second, on average." placeholder:"N"`
	Spans   float64 `default:"0" help:"Spans per second." placeholder:"N"`
	Metrics float64 `default:"0" help:"Points of metrics per second." placeholder:"N"`
	Peak    float64 `default:"3" help:"How many times the average the peaks are." placeholder:"N"`
	Days    int     `default:"30" help:"Days for which telemetry is kept." placeholder:"N"`
	Bytes   float64 `default:"0" help:"Bytes that a log record takes on disk, where you have measured them; ours when 0." placeholder:"N"`
}

// need is what an installation takes.
type need struct {
	cores, diskGiB, memoryGiB, perDayGiB float64
}

// Run prints what an installation of that size needs.
func (c sizeCmd) Run(env *environment) error {
	if err := c.check(); err != nil {
		return &exitError{ExitUsage, err.Error()}
	}
	n := c.need()
	out := tabwriter.NewWriter(env.Stdout, 0, 8, 2, ' ', 0)
	for _, line := range [][2]string{
		{"Cores", fmt.Sprintf("%.0f", n.cores)},
		{"Memory", fmt.Sprintf("%.0f GiB", n.memoryGiB)},
		{"Disk", fmt.Sprintf("%s for %d days, %s a day", gib(n.diskGiB), c.Days, gib(n.perDayGiB))},
	} {
		_, _ = fmt.Fprintln(out, line[0]+"\t"+line[1])
	}
	if err := out.Flush(); err != nil {
		return err
	}
	return say(env, "%s", c.advice(n))
}

func (c sizeCmd) check() error {
	switch {
	case c.Rate < 0 || c.Spans < 0 || c.Metrics < 0 || c.Bytes < 0:
		return fmt.Errorf("--rate, --spans, --metrics, --bytes: must not be negative")
	case c.Rate+c.Spans+c.Metrics == 0 || math.IsInf(c.Rate+c.Spans+c.Metrics+c.Bytes, 0) || math.IsNaN(c.Rate+c.Spans+c.Metrics+c.Bytes):
		return fmt.Errorf("--rate, --spans, --metrics: at least one is needed, in records per second")
	case !(c.Peak >= 1 && c.Peak <= 1000):
		return fmt.Errorf("--peak: must be between 1 and 1000")
	case c.Days < 1 || c.Days > 3650:
		return fmt.Errorf("--days: must be between 1 and 3650")
	}
	return nil
}

func (c sizeCmd) need() need {
	logs := logCost
	if c.Bytes > 0 {
		logs.diskBytes = c.Bytes
	}
	var cpu, bytes float64
	for _, part := range []struct {
		rate float64
		cost recordCost
	}{{c.Rate, logs}, {c.Spans, spanCost}, {c.Metrics, metricCost}} {
		cpu += part.rate * part.cost.cpuPerMillion / 1e6
		bytes += part.rate * part.cost.diskBytes
	}
	const gibibyte, secondsPerDay = 1 << 30, 86_400
	perDay := bytes * secondsPerDay / gibibyte
	cores := max(coresMin, math.Ceil(cpu*c.Peak/busyShare))
	return need{
		cores: cores, memoryGiB: cores * gibPerCore,
		perDayGiB: perDay, diskGiB: perDay * float64(c.Days) / diskShare,
	}
}

func (c sizeCmd) advice(n need) string {
	if n.cores > coresMax || n.diskGiB > diskGiBMax {
		return "This is more than one machine: run Cairn on a ClickHouse cluster and PostgreSQL (docs/operations.md). The figures are those of all its machines."
	}
	return "One server with a local SSD is enough. Your records may be richer or poorer than ours: after a day, compare with\ncairn_service_storage_bytes and cairn_service_storage_rows, and give --bytes."
}

func gib(n float64) string {
	switch {
	case n < 1:
		return fmt.Sprintf("%.0f MiB", n*1024)
	case n < 10:
		return fmt.Sprintf("%.1f GiB", n)
	case n < 10*1024:
		return fmt.Sprintf("%.0f GiB", n)
	}
	return fmt.Sprintf("%.1f TiB", n/1024)
}
