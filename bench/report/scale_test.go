package main

import (
	"fmt"
	"math"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

const scalePage = "../../docs/scale.md"

func TestPageAboutScaleHasTheTablesOfTheModel(t *testing.T) {
	t.Parallel()
	now, err := readResults("../results/" + latestFile)
	if err != nil {
		t.Fatal(err)
	}
	page := text(scalePage)
	written, err := newCostModel(now).write(page)
	if err != nil || written != page {
		t.Errorf("%v: docs/scale.md is not up to date: go run ./bench/report -draw", err)
	}
	if _, err := newCostModel(now).write("no marks"); err == nil {
		t.Error("a page without marks was taken")
	}
}

// TestModelIsTheArithmeticOfThePage does some of it by hand.
func TestModelIsTheArithmeticOfThePage(t *testing.T) {
	t.Parallel()
	m := newCostModel(results{}.with(rowsPart, run{}, []figure{{Size: 3e6}, {Size: 3e7}}))
	logs := m.kinds[0]
	big := site{terabytes: 10, days: 30, shards: 100, replicas: 2, nodes: 2, teams: 5}
	enough := big
	enough.terabytes = m.carries(big, 160, 0)
	carried := m.need(enough)
	for name, both := range map[string][2]float64{
		"records a second":            {logs.perSecond(1), 0.6e12 / 447 / 86_400},
		"growth to two million":       {growth(2e6), 1.29},
		"growth of a small day":       {growth(1000), 1},
		"inserts of few records":      {big.insertsOf(logs, 10*999), 10 * 0.5},
		"inserts of more":             {big.insertsOf(logs, 10*1000), 10},
		"inserts of full batches":     {big.insertsOf(logs, 10*166_000), 20},
		"inserts of spans, by shards": {big.insertsOf(m.kinds[1], 0), 10 * 0.5 * 64},
		"cores that are enough":       {carried.engine + carried.server, 160},
	} {
		if math.Abs(both[0]-both[1]) > 1e-3*both[1] {
			t.Errorf("%s: %v, want %v", name, both[0], both[1])
		}
	}
}

// TestExampleOfThePageAboutScale holds its sum to the formulas of the page.
func TestExampleOfThePageAboutScale(t *testing.T) {
	t.Parallel()
	now, err := readResults("../results/" + latestFile)
	if err != nil {
		t.Fatal(err)
	}
	m, records := newCostModel(now), 0.0
	for _, k := range m.kinds {
		records += k.perSecond(0.5) * (k.server + gzipSeconds + k.engine*growth(1e9)) / million
	}
	fixed, perMillion := m.usual()
	rows := m.kinds[0].perSecond(0.5) * daySeconds / million * 3 / 5 * (0.25/24 + 0.05)
	looked := m.kinds[0].perSecond(0.5) + m.kinds[1].perSecond(0.5)
	cores := (2*records + 25*insertSeconds + 2*(fixed+perMillion*rows)/1000 + looked*scanSeconds + 20_000.0/60*0.00015) / busy
	if want := fmt.Sprintf("**%.1f cores**", cores); !strings.Contains(text(scalePage), want) {
		t.Errorf("the example does not say %s", want)
	}
}

func TestThreeShardsAreShownBesideTheModel(t *testing.T) {
	t.Parallel()
	rows := results{}.with(rowsPart, run{}, []figure{{Size: 3e6}, {Size: 3e7}})
	got := newCostModel(rows.with(clusterPart, run{}, parse(clusterPrinted))).threeShards()
	if diff := cmp.Diff([]string{"log records, rich: CPU s per million", "16.6", "13.7", "16.6", "18.4"}, got[1]); diff != "" {
		t.Error(diff)
	}
	if got := newCostModel(rows).threeShards(); !strings.Contains(got[1][4], "measured") {
		t.Error(got[1])
	}
}

// TestLimitsOfThePageAboutScaleAreThere holds names such as `ingest.InsertsMax` to
// the packages that they are of.
func TestLimitsOfThePageAboutScaleAreThere(t *testing.T) {
	t.Parallel()
	named := regexp.MustCompile("`([a-z]+)\\.([a-zA-Z]+)`").FindAllStringSubmatch(text(scalePage), -1)
	if len(named) < 10 {
		t.Fatalf("%d limits are named", len(named))
	}
	for _, n := range named {
		var code strings.Builder
		for _, pattern := range []string{"../../internal/", "../../internal/*/"} {
			files, _ := filepath.Glob(pattern + n[1] + "/*.go") // a pattern that is right
			for _, file := range files {
				code.WriteString(text(file))
			}
		}
		if !regexp.MustCompile(`(?m)^(const |\t)` + n[2] + `\s+.*=`).MatchString(code.String()) {
			t.Errorf("no package %s has the constant %s", n[1], n[2])
		}
	}
}
