package check_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// questionsWanted is how many questions are compared.
const questionsWanted = 200

// Selectors of what is scraped, by what can be asked about it.
var (
	counters = []string{
		`node_cpu_seconds_total`, `node_cpu_seconds_total{mode=~"user|system|idle"}`, `node_context_switches_total`, `node_intr_total`,
		`{__name__=~"node_network_receive_b.*"}`, `node_vmstat_pgfault`, `process_cpu_seconds_total`,
		`go_memstats_mallocs_total{job="cairn"}`, `{__name__="go_memstats_alloc_bytes_total",job!="nobody"}`,
		`cairn_wal_bytes_total`, `cairn_engine_calls_total`, `cairn_ingest_received_bytes_total`,
	}
	gauges = []string{
		`node_load1`, `{__name__=~"node_load1.+"}`, `node_memory_MemFree_bytes`, `{__name__=~".*_MemAvail.*",instance!=""}`, `node_procs_running`,
		`go_goroutines`, `process_resident_memory_bytes`, `go_memstats_heap_alloc_bytes{job=~"c.+"}`, `go_memstats_heap_inuse_bytes`,
		`cairn_disk_free_bytes`, `up`, `scrape_samples_scraped`, `{job="node",__name__=~"go_memstats_heap_(sys|nothing)_bytes"}`,
	}
	groups  = []string{`{__name__=~"node_load.+"}`, `{__name__=~"node_memory_(Mem.*|Buffers|Cached)_bytes"}`, `{__name__=~"node_.*",job="node"}`, `{job=~"cairn|node"}`}
	buckets = []string{`cairn_engine_call_seconds_bucket`, `cairn_wal_sync_seconds_bucket`, `cairn_ingest_insert_seconds_bucket`}
)

// Templates of questions. Ranges are whole seconds, so that each window ends between
// samples where its evaluation does. SAFE is an offset that makes up for the steps of
// subqueries, which fall on whole seconds; PINNED is a time between samples.
var (
	counterTemplates = []string{
		`rate(X[10s])`, `rate(X[20s])`, `irate(X[7s])`, `increase(X[15s])`, `resets(X[20s])`, `changes(X[12s])`,
		`sum(rate(X[10s]))`, `sum by (job) (rate(X[10s]))`, `sum without (instance, cpu) (rate(X[10s]))`, `sum by (job, mode) (irate(X[10s]))`,
		`avg by (instance) (increase(X[20s]))`, `sum(topk(2, rate(X[10s])))`, `max(rate(X[10s] offset 5s))`, `rate(X[10s] @ PINNED)`,
		`sum(rate(X[10s])) / on () group_left () count(up)`, `rate(X[10s]) > 0`, `rate(X[10s]) > bool 1`, `rate(X[10s]) * 60 + 1`,
		`max_over_time(rate(X[5s] offset SAFE)[15s:3s])`, `sum_over_time(X[10s])`, `last_over_time(X[5s])`, `X - X offset 10s`,
		`label_replace(rate(X[10s]), "copy", "$1-x", "job", "(.*)")`, `label_join(rate(X[10s]), "both", "/", "job", "instance")`,
		`rate(X[10s]) / ignoring (job) group_left () sum without (job) (rate(X[10s]))`, `count(X) by (job)`, `group by (job) (X)`,
		`deriv(X[20s])`, `predict_linear(X[20s], 60)`, `absent(X)`, `absent(rate(X{job="nobody"}[10s]))`, `clamp_max(rate(X[10s]), 100)`,
		`histogram_quantile(0.5, X)`, `scalar(sum(X))`, `vector(scalar(sum(rate(X[10s]))))`, `sgn(increase(X[10s]))`,
	}
	gaugeTemplates = []string{
		`X`, `avg_over_time(X[10s])`, `min_over_time(X[15s])`, `max_over_time(X[15s])`, `count_over_time(X[20s])`, `quantile_over_time(0.9, X[20s])`,
		`stdvar_over_time(up[20s]) + on (job, instance) group_right () X`, `delta(X[10s])`, `idelta(X[10s])`, `present_over_time(X[3s])`,
		`sum by (job) (X)`, `avg without (instance) (X)`, `max by (job) (X) - min by (job) (X)`, `quantile(0.5, X)`, `count by (job) (X > 0)`, `stddev(X)`,
		`X offset 12s`, `X @ PINNED`, `X @ PINNED offset 3s`, `X and on (job) up == 1`, `X unless on (job) up{job="cairn"}`, `X or up`,
		`X == X`, `X != bool 0`, `-X`, `X % 7`, `X ^ 0.5`, `ln(X + 1)`, `sqrt(abs(X))`, `ceil(X / 3)`, `round(X, 0.5)`, `floor(log2(X + 1))`,
		`avg_over_time((X offset SAFE)[20s:4s])`, `max_over_time(sum by (job) (X offset SAFE)[15s:5s])`, `sum(bottomk(1, X))`, `count_values("value", round(X / 1e9))`,
		`timestamp(X)`, `X * on (job, instance) group_left () up`, `X / ignoring (instance) X`, `absent_over_time(X{job="nobody"}[10s])`, `day_of_month(X)`,
		`clamp(X, 1, 1000)`, `label_replace(X, "job", "other", "job", "node")`, `sum(X) by (job) > sum(X offset 5s) by (job)`,
	}
	groupTemplates = []string{
		`X`, `sum by (__name__) (X)`, `count by (job) (X)`, `count(X)`, `topk by (__name__) (5, X)`, `max by (__name__, job) (X offset 4s)`, `last_over_time(X[5s])`,
		`avg_over_time(count by (job) (X offset SAFE)[12s:3s])`, `X and X offset 10s`, `group(X @ PINNED)`, `count by (__name__) (X) > 1`,
	}
	bucketTemplates = []string{
		`histogram_quantile(0.99, sum by (le) (rate(X[20s])))`, `histogram_quantile(0.5, sum by (le, job) (increase(X[20s])))`,
		`histogram_quantile(0.9, X)`, `sum by (le) (X)`, `rate(X{le="+Inf"}[10s])`, `sum(X{le=~"0.*"})`, `histogram_quantile(0.75, rate(X[15s]))`,
	}
)

// generated returns questions, in an order that is always the same.
func generated() []string {
	var all []string
	for _, group := range []struct{ templates, selectors []string }{
		{counterTemplates, counters}, {gaugeTemplates, gauges}, {bucketTemplates, buckets}, {groupTemplates, groups},
	} {
		for _, template := range group.templates {
			for _, selector := range group.selectors {
				all = append(all, asSelected(template, selector))
			}
		}
	}
	dice := rand.New(rand.NewPCG(20, 26))
	dice.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	return all[:questionsWanted]
}

// asSelected puts a selector in the place of X: one with further conditions gets
// them inside its braces.
func asSelected(template, selector string) string {
	if name, conditions, found := strings.Cut(strings.TrimSuffix(selector, "}"), "{"); found {
		template = strings.ReplaceAll(template, "X{", name+"{"+conditions+",")
	}
	return replaceWord(template, "X", selector)
}

// replaceWord replaces a word that is no part of another.
func replaceWord(text, word, by string) string {
	isLetter := func(i int) bool {
		return i >= 0 && i < len(text) && strings.ContainsRune("_abcdefghijklmnopqrstuvwxyz", rune(text[i]|0x20))
	}
	var out strings.Builder
	for i := 0; i < len(text); i++ {
		if strings.HasPrefix(text[i:], word) && !isLetter(i-1) && !isLetter(i+len(word)) {
			out.WriteString(by)
			i += len(word) - 1
			continue
		}
		out.WriteByte(text[i])
	}
	return out.String()
}

// placed fills the times of a question in: all of them lie between samples.
func placed(text string, end, phase int64) string {
	return strings.NewReplacer("SAFE", fmt.Sprintf("%dms", (1000-phase)%1000), "PINNED", seconds(end-8000)).Replace(text)
}
