package main

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"regexp"
	"runtime"
	"strconv"
	"strings"

	"github.com/cairnstack/cairn/internal/clickhouse/embedded"
)

// machine is where and with what figures came about.
type machine struct {
	CPU       string `json:"cpu"`
	Cores     int    `json:"cores"`
	MemoryGiB int    `json:"memoryGiB"`
	Kernel    string `json:"kernel"`
	Go        string `json:"go"`
	Engine    string `json:"engine"` // version of the library
	Load      string `json:"load"`   // averages when the part began
}

var (
	cpuName     = regexp.MustCompile(`model name\s*: (.+)`)
	memoryTotal = regexp.MustCompile(`MemTotal:\s+(\d+) kB`)
)

func thisMachine() machine {
	kilobytes, _ := strconv.Atoi(match(memoryTotal, "/proc/meminfo")) // 0 where it is not told
	kernel, _, _ := strings.Cut(strings.TrimSpace(text("/proc/sys/kernel/osrelease")), "-")
	return machine{
		CPU: match(cpuName, "/proc/cpuinfo"), Cores: runtime.NumCPU(), MemoryGiB: (kilobytes + 1<<19) >> 20,
		Kernel: kernel, Go: strings.TrimPrefix(runtime.Version(), "go"),
		Engine: embedded.EngineVersion, Load: loadAverages(),
	}
}

func (m machine) String() string {
	return fmt.Sprintf("%d cores of an %s, %d GiB, Linux %s, Go %s, engine library %s",
		m.Cores, m.CPU, m.MemoryGiB, m.Kernel, m.Go, m.Engine)
}

func match(pattern *regexp.Regexp, file string) string {
	if found := pattern.FindStringSubmatch(text(file)); found != nil {
		return found[1]
	}
	return ""
}

func text(file string) string {
	b, _ := os.ReadFile(file) // names that stand here; empty where there is none
	return string(b)
}

func loadAverages() string {
	fields := strings.Fields(text("/proc/loadavg"))
	return strings.Join(fields[:min(3, len(fields))], " ")
}

// commit returns the commit of the tree, with a mark when it was changed.
func commit(ctx context.Context) string {
	out, err := exec.CommandContext(ctx, "git", "describe", "--always", "--dirty").Output()
	if err != nil {
		return "unknown"
	}
	return strings.TrimSpace(string(out))
}
