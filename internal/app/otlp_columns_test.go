package app_test

import (
	"fmt"
	"net/http"
	"testing"
	"time"

	"go.opentelemetry.io/collector/pdata/pcommon"
	"go.opentelemetry.io/collector/pdata/plog"
	"go.opentelemetry.io/collector/pdata/plog/plogotlp"

	"github.com/cairnstack/cairn/internal/clickhouse/tables"
	"github.com/cairnstack/cairn/internal/testkit"
	"github.com/cairnstack/cairn/internal/testkit/apptest"
)

// routed returns a request of records with a text and a number each.
func routed(t *testing.T, records int) []byte {
	t.Helper()
	logs := plog.NewLogs()
	all := logs.ResourceLogs().AppendEmpty().ScopeLogs().AppendEmpty().LogRecords()
	for i := range records {
		record := all.AppendEmpty()
		record.SetTimestamp(pcommon.NewTimestampFromTime(time.Now()))
		record.Attributes().PutStr("http.route", fmt.Sprintf("/page/%d", i%10))
		record.Attributes().PutInt("took", int64(i))
	}
	b, err := plogotlp.NewExportRequestFromLogs(logs).MarshalProto()
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func TestFrequentKeysBecomeColumnsWhileTheServerRuns(t *testing.T) {
	t.Parallel()
	const early, late = tables.HotRowsMin + 1000, 500
	s := apptest.Start(t, apptest.Options{})
	send := func(records int) {
		t.Helper()
		if got := post(t, s, routed(t, records), nil); got.Status != http.StatusOK {
			t.Fatalf("%d %q", got.Status, got.Body)
		}
	}
	send(early)
	testkit.Eventually(t, 30*time.Second, "both keys have columns", func() bool {
		return count(t, s, "SELECT count() AS n FROM system.columns WHERE database = currentDatabase() AND table = 'logs'"+
			" AND (name, type) IN (('a_http.route', 'LowCardinality(String)'), ('a_took', 'Nullable(Float64)'))") == 2
	})
	send(late)
	testkit.Eventually(t, 30*time.Second, "all rows are there", func() bool {
		return count(t, s, "SELECT count() AS n FROM logs") == early+late
	})
	for name, sql := range map[string]string{
		"in the column":   "SELECT count() AS n FROM logs WHERE `a_http.route` = '/page/3'",
		"in the view":     "SELECT count() AS n FROM otel_logs WHERE LogAttributes['http.route'] = '/page/3'",
		"out of the rest": fmt.Sprintf("SELECT %d + count() AS n FROM logs WHERE `a_http.route` = '/page/3' AND NOT mapContains(LogAttributes, 'http.route')", early/10),
	} {
		if got := count(t, s, sql); got != (early+late)/10 {
			t.Errorf("%s: %d, want %d", name, got, (early+late)/10)
		}
	}
}
