package cli_test

import (
	"encoding/json"
	"math"
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/cairnstack/cairn/internal/testkit/clitest"
)

// TestSizeGrowsWithWhatIsSent holds that more records, longer keeping and higher
// peaks never need less, over rates from a laptop to a cluster.
func TestSizeGrowsWithWhatIsSent(t *testing.T) {
	t.Parallel()
	number := regexp.MustCompile(`[\d.]+`)
	size := func(args ...string) (cores, disk float64) {
		t.Helper()
		out := clitest.Run(t, nil, append([]string{"size"}, args...)...)
		if out.Code != 0 {
			t.Fatalf("%v: %+v", args, out)
		}
		for line := range strings.Lines(out.Stdout) {
			n, err := strconv.ParseFloat(number.FindString(line), 64)
			switch {
			case strings.HasPrefix(line, "Cores"):
				cores = n
			case strings.HasPrefix(line, "Disk"):
				disk = n * map[string]float64{"MiB": 1, "GiB": 1 << 10, "TiB": 1 << 20}[strings.Fields(line)[2]]
			default:
				continue
			}
			if err != nil {
				t.Fatalf("%q: %v", line, err)
			}
		}
		return cores, disk
	}
	lastCores, lastDisk := 0.0, 0.0
	for _, rate := range []string{"1", "100", "1000", "20000", "100000", "3000000"} {
		cores, disk := size("--rate", rate)
		longer, more := size("--rate", rate, "--days", "90", "--peak", "6")
		if cores < lastCores || disk <= lastDisk || longer < cores || math.Abs(more/disk-3) > 0.2 {
			t.Errorf("%s: %v cores, %v MiB; at 90 days and twice the peak %v, %v", rate, cores, disk, longer, more)
		}
		lastCores, lastDisk = cores, disk
	}
	for _, wrong := range [][]string{{}, {"--rate=-1"}, {"--rate", "NaN"}, {"--rate", "Inf"}, {"--rate", "1", "--days", "0"}, {"--rate", "1", "--peak", "0.5"}, {"--rate", "1", "--bytes=-3"}} {
		if out := clitest.Run(t, nil, append([]string{"size"}, wrong...)...); out.Code != 2 {
			t.Errorf("%v: %+v", wrong, out)
		}
	}
}

// TestSizeKnowsWhatRecordsCost holds the estimate of spans and metrics to the
// figures of the last benchmark: a day of a million of each takes their bytes.
func TestSizeKnowsWhatRecordsCost(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("../../bench/results/latest.json")
	if err != nil {
		t.Fatal(err)
	}
	var results struct {
		Figures []struct {
			Name   string
			Values map[string]float64
		}
	}
	if err := json.Unmarshal(text, &results); err != nil {
		t.Fatal(err)
	}
	perDay := regexp.MustCompile(`([\d.]+) (MiB|GiB) a day`)
	compared := 0
	for _, f := range results.Figures {
		option := map[string]string{"Ingest/traces": "--spans", "Ingest/metrics": "--metrics"}[f.Name]
		if option == "" {
			continue
		}
		compared++
		out := clitest.Run(t, nil, "size", option, "10000")
		found := perDay.FindStringSubmatch(out.Stdout)
		if found == nil {
			t.Fatalf("%+v", out)
		}
		got, _ := strconv.ParseFloat(found[1], 64)
		if found[2] == "GiB" {
			got *= 1 << 10
		}
		if want := f.Values["disk-B/row"] * 10000 * 86400 / (1 << 20); math.Abs(got/want-1) > 0.1 {
			t.Errorf("%s: %v MiB a day, measured %v", f.Name, got, want)
		}
	}
	if compared != 2 {
		t.Errorf("%d figures were found", compared)
	}
}
