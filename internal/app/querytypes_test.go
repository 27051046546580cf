package app_test

import (
	"encoding/base64"
	"encoding/json"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/cairnstack/cairn/internal/app"
	"github.com/cairnstack/cairn/internal/testkit"
	"github.com/cairnstack/cairn/internal/testkit/apptest"
)

// TestQueryEndpointWritesOneTimeInOneWay sends a log and holds that a query
// shows its time, and what is made of it, in the same words in every format.
func TestQueryEndpointWritesOneTimeInOneWay(t *testing.T) {
	t.Parallel()
	s := apptest.Start(t, apptest.Options{})
	if got := post(t, s, protoOf(t, "timed"), nil); got.Status != http.StatusOK {
		t.Fatalf("%d %q", got.Status, got.Body)
	}
	admin := map[string]string{"Authorization": "Basic " + base64.StdEncoding.EncodeToString([]byte(s.Installation.KeyID+":"+s.Installation.KeySecret))}
	send := func(method, path, body string) testkit.Answer {
		t.Helper()
		return testkit.Scenario{Method: method, Path: path, Headers: admin, Body: body}.Send(t, s.URL(app.RoleCloud))
	}
	organization := "/v1/organizations/" + s.Installation.OrganizationID
	var keys struct{ Result []struct{ ID string } }
	if err := json.Unmarshal([]byte(send(http.MethodGet, organization+"/keys", "").Body), &keys); err != nil {
		t.Fatal(err)
	}
	body := `{"roles":["sql_console_read_only"],"openApiKeys":["` + keys.Result[0].ID + `"]}`
	if got := send(http.MethodPost, organization+"/services/"+s.Installation.ServiceID+"/serviceQueryEndpoint", body); got.Status != http.StatusOK {
		t.Fatalf("%d %s", got.Status, got.Body)
	}
	ask := func(format, sql string) testkit.Answer {
		t.Helper()
		return send(http.MethodPost, "/service/"+s.Installation.ServiceID+"/run?format="+format, `{"sql":"`+sql+`"}`)
	}
	run := func(format, sql string) string {
		t.Helper()
		got := ask(format, sql)
		if got.Status != http.StatusOK {
			t.Fatalf("%s of %s: %d %s", format, sql, got.Status, got.Body)
		}
		return strings.TrimSuffix(got.Body, "\n")
	}
	testkit.Eventually(t, time.Minute, "the log is stored", func() bool {
		return ask("TSV", "SELECT count() FROM otel_logs").Body == "1\n"
	})
	const times = "SELECT Timestamp AS t, min(Timestamp) AS least, max(toTimeZone(Timestamp, 'Europe/Berlin')) AS elsewhere FROM otel_logs GROUP BY t"
	for format, separator := range map[string]string{"CSV": ",", "TSV": "\t"} {
		values := strings.Split(run(format, times), separator)
		if _, err := time.Parse(time.RFC3339Nano, values[0]); err != nil || len(values) != 3 || values[0] != values[1] || values[0] != values[2] {
			t.Errorf("%s: %q", format, values)
		}
	}
	var row struct{ T, Least, Elsewhere string }
	if err := json.Unmarshal([]byte(run("JSONEachRow", times)), &row); err != nil || row.T == "" || row.T != row.Least || row.T != row.Elsewhere {
		t.Errorf("%+v, %v", row, err)
	}
	for _, format := range []string{"JSON", "JSONCompact", "JSONEachRow", "CSVWithNames", "TSVWithNames"} {
		run(format, "SELECT * FROM otel_logs")
		run(format, "SELECT * FROM otel_traces")
		run(format, "SELECT * FROM otel_metrics_histogram")
	}
}
