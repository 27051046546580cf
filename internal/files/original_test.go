package files_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/uuid"

	"github.com/cairnstack/cairn/internal/files"
	"github.com/cairnstack/cairn/internal/testkit/stacktest"
)

// original returns like an installation of the original stack: newer names
// only, states in capitals, a silence where Cairn has a flag, no team on
// dashboards and sources.
func original(t *testing.T) string {
	t.Helper()
	id := func(n int) string { return fmt.Sprintf("68a1%020x", n) }
	lists := map[string]string{
		"connections": fmt.Sprintf(`[{"id":%q,"name":"Local ClickHouse","host":"http://ch.example.com:8123","username":"default","createdAt":"2026-08-21T10:00:00.000Z","updatedAt":"2026-08-21T10:00:00.000Z"}]`, id(1)),
		"sources": fmt.Sprintf(`[{"id":%q,"name":"Logs","kind":"log","connection":%q,"disabled":false,"from":{"databaseName":"default","tableName":"otel_logs"},
			"timestampValueExpression":"Timestamp","querySettings":[],"defaultTableSelectExpression":"Timestamp,ServiceName,SeverityText,Body","bodyExpression":"Body","implicitColumnExpression":"Body"}]`, id(2), id(1)),
		"webhooks": fmt.Sprintf(`[{"id":%q,"name":"oncall","service":"generic","url":"https://hooks.example.net/a","body":"{\"t\":\"{{title}}\"}","updatedAt":"2026-08-21T10:00:00.000Z","createdAt":"2026-08-21T10:00:00.000Z"}]`, id(3)),
		"saved-searches": fmt.Sprintf(`[{"id":%q,"name":"5xx","select":"","where":"StatusCode:5*","whereLanguage":"lucene","orderBy":"","sourceId":%q,"tags":[],"filters":[],
			"teamId":%q,"createdAt":"2026-08-21T10:00:00.000Z","updatedAt":"2026-08-21T10:00:00.000Z"}]`, id(4), id(2), id(9)),
		"dashboards": fmt.Sprintf(`[{"id":%q,"name":"Checkout","tiles":[{"id":%q,"x":0,"y":0,"w":12,"h":6,"name":"Errors","config":{"displayType":"line","sourceId":%q,"asRatio":false,"fillNulls":true,
			"groupBy":"ServiceName","select":[{"aggFn":"count","valueExpression":"","where":"SeverityText:error","whereLanguage":"lucene"}]}}],"tags":["prod"],
			"filters":[{"id":%q,"type":"QUERY_EXPRESSION","name":"Env","expression":"ResourceAttributes['env']","sourceId":%q}],"savedQuery":null,"savedQueryLanguage":null,"savedFilterValues":[]}]`,
			id(5), id(6), id(2), id(7), id(2)),
		"alerts": fmt.Sprintf(`[{"id":%q,"name":"Checkout errors","message":"look at {{group}}","note":null,"threshold":25,"interval":"5m","numConsecutiveWindows":null,"thresholdType":"above","source":"tile",
			"state":"OK","channel":{"type":"webhook","webhookId":%q},"channels":[{"type":"webhook","webhookId":%q}],"teamId":%q,"tileId":%q,"dashboardId":%q,
			"silenced":{"at":"2026-08-21T10:00:00.000Z","until":"2026-08-22T10:00:00.000Z"},"executionErrors":[],"createdAt":"2026-08-21T10:00:00.000Z","updatedAt":"2026-08-21T10:00:00.000Z"},
			{"id":%q,"name":null,"message":null,"note":null,"threshold":1,"interval":"1h","numConsecutiveWindows":null,"thresholdType":"above","source":"saved_search","state":"ALERT",
			"channel":{"type":"webhook","webhookId":%q},"channels":[{"type":"webhook","webhookId":%q}],"teamId":%q,"savedSearchId":%q,"groupBy":"ServiceName",
			"createdAt":"2026-08-21T10:00:00.000Z","updatedAt":"2026-08-21T10:00:00.000Z"}]`,
			id(8), id(3), id(3), id(9), id(6), id(5), id(10), id(3), id(3), id(9), id(4)),
	}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		list, ok := lists[strings.TrimPrefix(r.URL.Path, "/api/v2/")]
		if !ok || r.Header.Get("Authorization") != "Bearer old-key" {
			w.WriteHeader(http.StatusUnauthorized)
			return
		}
		_, _ = fmt.Fprintf(w, `{"data":%s,"meta":{"total":1,"limit":1000,"offset":0}}`, list)
	}))
	t.Cleanup(server.Close)
	return server.URL
}

// TestOriginalInstallationMovesOver does what the page on migration says.
func TestOriginalInstallationMovesOver(t *testing.T) {
	eachDeployment(t, func(t *testing.T, _ *stacktest.World, x *tool) {
		from := files.NewClient(files.Target{URL: original(t), Token: "old-key"}, uuid.NewString)
		t.Cleanup(from.HTTP.CloseIdleConnections)
		if _, err := from.Export(t.Context(), x.dir, files.YAML); err != nil {
			t.Fatal(err)
		}
		x.remove("connections/local-clickhouse.yaml")
		source, err := os.ReadFile(filepath.Join(x.dir, "sources/logs.yaml"))
		if err != nil {
			t.Fatal(err)
		}
		x.write("sources/logs.yaml", strings.Replace(string(source), "${connections/local-clickhouse}", "${connections/own}", 1))
		x.want(x.apply(), "+ dashboards/checkout", "+ alerts/checkout-errors", "+ saved-searches/5xx", "+ webhooks/oncall", "~ sources/logs")
		x.settled()
		alerts := x.door.Must(t, "GET", "/alerts", "").Body
		for _, want := range []string{`"source":"saved_search"`, `"source":"tile"`, `"state":"inactive"`, `"silenced":false`} {
			if !strings.Contains(alerts, want) {
				t.Errorf("%s is missing in %s", want, alerts)
			}
		}
	})
}
