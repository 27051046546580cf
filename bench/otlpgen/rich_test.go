package otlpgen_test

import (
	"bytes"
	"strings"
	"testing"

	"go.opentelemetry.io/collector/pdata/pcommon"
	"go.opentelemetry.io/collector/pdata/plog"

	"github.com/cairnstack/cairn/bench/otlpgen"
)

const richRecords = 24_000

// rich calls see with each of the rich records.
func rich(t *testing.T, see func(resource pcommon.Map, record plog.LogRecord)) {
	t.Helper()
	logs, err := (&plog.ProtoUnmarshaler{}).UnmarshalLogs(yesterday().RichLogs(0, richRecords))
	if err != nil {
		t.Fatal(err)
	}
	for _, resource := range logs.ResourceLogs().All() {
		for _, record := range resource.ScopeLogs().At(0).LogRecords().All() {
			see(resource.Resource().Attributes(), record)
		}
	}
}

func TestRichLogs_follow_from_seed_and_numbers(t *testing.T) {
	t.Parallel()
	first, other := yesterday().RichLogs(700, 300), yesterday()
	other.Seed = 2
	if !bytes.Equal(first, yesterday().RichLogs(700, 300)) || bytes.Equal(first, other.RichLogs(700, 300)) {
		t.Error("requests do not follow from seed and numbers")
	}
}

func TestRichLogs_have_about_450_bytes_each(t *testing.T) {
	t.Parallel()
	if size := len(yesterday().RichLogs(0, 10_000)) / 10_000; size < 430 || size > 470 {
		t.Errorf("a record has %d bytes", size)
	}
}

func TestRichLogs_have_the_keys_of_a_cluster(t *testing.T) {
	t.Parallel()
	services, pods, requests, users := map[string]bool{}, map[string]bool{}, map[string]bool{}, map[int64]bool{}
	rich(t, func(resource pcommon.Map, record plog.LogRecord) {
		own := record.Attributes()
		if resource.Len() != 13 || own.Len() < 6 || own.Len() > 13 {
			t.Fatalf("%d attributes, a resource of %d", own.Len(), resource.Len())
		}
		services[textOf(resource, "service.name")], pods[textOf(resource, "k8s.pod.name")] = true, true
		requests[textOf(own, "request.id")] = true
		user, _ := own.Get("user.id")
		users[user.Int()] = true
	})
	if len(services) != 20 || len(pods) < 80 || len(requests) != richRecords || len(users) < 20_000 {
		t.Errorf("%d services, %d pods, %d request ids, %d users", len(services), len(pods), len(requests), len(users))
	}
}

func TestRichLogs_hold_what_is_asked_for(t *testing.T) {
	t.Parallel()
	phrases, words, rare, value := 0, 0, 0, 0
	rich(t, func(_ pcommon.Map, record plog.LogRecord) {
		phrases += strings.Count(record.Body().Str(), otlpgen.RichPhrase)
		words += strings.Count(record.Body().Str(), otlpgen.RichWord)
		if text := textOf(record.Attributes(), otlpgen.RareKey); text != "" {
			rare++
			value += strings.Count(text+" ", otlpgen.RareValue+" ")
		}
	})
	for name, c := range map[string][2]int{"phrases": {phrases, 50}, "words": {words, 1000}, "rare keys": {rare, 30}, "rare values": {value, 6000}} {
		if want := richRecords / c[1]; c[0] < want/2 || c[0] > want*2 {
			t.Errorf("%d %s, want about %d", c[0], name, want)
		}
	}
}

func TestRichLogs_share_traces_over_services(t *testing.T) {
	t.Parallel()
	records, services := map[string]int{}, map[string]map[string]bool{}
	rich(t, func(resource pcommon.Map, record plog.LogRecord) {
		trace := record.TraceID().String()
		if services[trace] == nil {
			services[trace] = map[string]bool{}
		}
		records[trace]++
		services[trace][textOf(resource, "service.name")] = true
	})
	for trace, count := range records {
		if count != 8 || len(services[trace]) < 2 {
			t.Fatalf("trace %s has %d records of %d services", trace, count, len(services[trace]))
		}
	}
}

func TestRichLogs_are_known_by_their_numbers(t *testing.T) {
	t.Parallel()
	g := yesterday()
	logs, err := (&plog.ProtoUnmarshaler{}).UnmarshalLogs(g.RichLogs(4711, 1))
	if err != nil {
		t.Fatal(err)
	}
	resource := logs.ResourceLogs().At(0)
	record := resource.ScopeLogs().At(0).LogRecords().At(0)
	if got := textOf(record.Attributes(), "request.id"); got != g.RequestID(4711) {
		t.Errorf("request %s, want %s", got, g.RequestID(4711))
	}
	if got := record.TraceID().String(); got != g.TraceID(4711) {
		t.Errorf("trace %s, want %s", got, g.TraceID(4711))
	}
	if got := textOf(resource.Resource().Attributes(), "k8s.pod.name"); got != g.Pod(4711) {
		t.Errorf("pod %s, want %s", got, g.Pod(4711))
	}
}

func textOf(attributes pcommon.Map, key string) string {
	value, _ := attributes.Get(key)
	return value.Str()
}
