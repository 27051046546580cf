package main

import (
	"strings"
	"testing"
)

const (
	attributesPrinted = `BenchmarkAttributes/ingest/own	1	4.2 server-cpu-s/M	12.4 engine-cpu-s/M	10000000 sent-rows	81.5 disk-B/row
BenchmarkAttributes/day/status_code,_quoted	1	500 found	100000 rows	12 MiB	20 p50-ms	25 p95-ms	30 cpu-ms	1.5 cpu/wall	40 loaded-p50-ms
BenchmarkAttributes/hour/status_code	1	1 refused
`
	againstPrinted = `BenchmarkAttributes/ingest/against	1	5.2 server-cpu-s/M	13.4 engine-cpu-s/M
BenchmarkAttributes/day/unique_id	1	20 p50-ms	30 cpu-ms	2 MiB	200 against-p50-ms	240 against-cpu-ms	8 against-MiB	0.1 p50-ratio	1.25 cpu-ratio
BenchmarkAttributes/day/unique_id,_bare_name	1	20 p50-ms	30 cpu-ms	2 MiB	1 against-refused
`
)

func attributesPage(printed string) string {
	return story{now: results{}.with(attrsPart, runOf("c", 1), parse(printed))}.markdown()
}

func TestQuestionsAboutAttributesAreShown(t *testing.T) {
	t.Parallel()
	page := attributesPage(attributesPrinted)
	for _, want := range []string{
		"| this program | 10,000,000 | – | 4.2 | 12.4 | 81.5 |",
		"| status code, quoted | 100,000 | 12 | 20 | 25 | 30 | 1.5 | 40 |",
		"| status code | refused | refused | refused |",
	} {
		if !strings.Contains(page, want) {
			t.Errorf("%q is not in\n%s", want, page)
		}
	}
	if strings.Contains(page, "another program") {
		t.Errorf("there is a table of another program in\n%s", page)
	}
}

func TestAnotherProgramIsShownBesideThisOne(t *testing.T) {
	t.Parallel()
	page := attributesPage(attributesPrinted + againstPrinted)
	for _, want := range []string{
		"| the other program |",
		"| p50, ms | … the other's | ratio | CPU ms | … the other's | ratio | MiB read | … the other's |",
		"| unique id | 20 | 200 | 0.10 | 30 | 240 | **1.25** | 2 | 8 |",
		"| unique id, bare name | 20 | refused | – | 30 | refused | – | 2 | refused |",
	} {
		if !strings.Contains(page, want) {
			t.Errorf("%q is not in\n%s", want, page)
		}
	}
	if _, rest, _ := strings.Cut(page, "another program"); strings.Contains(rest, "| status code, quoted |") {
		t.Errorf("a question that the other program was not asked stands in\n%s", rest)
	}
}

func TestPageWithoutAttributesHasNoTableOfThem(t *testing.T) {
	t.Parallel()
	if page := (story{now: measured("c", 1)}).markdown(); strings.Contains(page, "Attributes") {
		t.Error(page)
	}
}

func TestConditionsNameTheOtherProgram(t *testing.T) {
	t.Parallel()
	m := measurer{environment: []string{againstVariable + "=/some/where/cairn-4f2a"}}
	if m.against(idlePart) != "" || (measurer{}).against(attrsPart) != "" {
		t.Error("a part that measures one program names another")
	}
	here := runOf("c", 1)
	here.Against = m.against(attrsPart)
	page := story{now: results{}.with(attrsPart, here, parse(againstPrinted))}.markdown()
	if !strings.Contains(page, "| c, by turns with cairn-4f2a |") {
		t.Error(page)
	}
}
