package promapi_test

import (
	"encoding/json"
	"net/http"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/cairnstack/cairn/internal/promapi"
)

// dataOf asks a path and decodes its data.
func dataOf(t *testing.T, base, path string) any {
	t.Helper()
	var got struct {
		Status string
		Data   any
	}
	reply := ask(t, http.MethodGet, base+promapi.Prefix+path, "")
	if err := json.Unmarshal([]byte(reply.body), &got); err != nil || got.Status != "success" {
		t.Fatalf("%s: %d %s", path, reply.status, reply.body)
	}
	return got.Data
}

// active are the groups that are pending or firing, as they are shown.
const activeOfFiring = `
	{"labels":{"alert_id":"a1","alertname":"Errors","host":"a","severity":"critical","tags":"sev1,api"},"annotations":{"summary":"Too many on a: 12.5."},
		"state":"firing","activeAt":"2026-03-01T11:40:00Z","value":"1.25e+01"},
	{"labels":{"alert_id":"a1","alertname":"Errors","host":"c","severity":"critical","tags":"sev1,api"},"annotations":{"summary":"Too many on c: ."},
		"state":"pending","activeAt":"2026-03-01T12:00:00Z","value":"NaN"},
	{"labels":{"alert_id":"a1","alertname":"Errors","host":"d","severity":"critical","tags":"sev1,api"},"annotations":{"summary":"Too many on d: +Inf."},
		"state":"firing","activeAt":"2026-03-01T12:00:00Z","value":"+Inf"},
	{"labels":{"alert_id":"a1","alertname":"Errors","host":"e","severity":"critical","tags":"sev1,api"},"annotations":{"summary":"Too many on e: -Inf."},
		"state":"firing","activeAt":"2026-03-01T12:00:00Z","value":"-Inf"}`

const activeOfBroken = `
	{"labels":{"alert_id":"a2","alertname":"Errors per minute"},"annotations":{},"state":"pending","activeAt":"2026-03-01T12:00:00Z","value":"NaN"}`

func TestAlertsAreShownAsRules(t *testing.T) {
	t.Parallel()
	base := serve(t)
	const firing = `{"state":"firing","name":"Errors","query":"Errors per minute above 5","duration":600,"keepFiringFor":0,
		"labels":{"alert_id":"a1","severity":"critical","tags":"sev1,api"},"annotations":{"summary":"Too many on {{attributes.host}}: {{value}}."},"alerts":[` + activeOfFiring + `],
		"health":"ok","evaluationTime":0,"lastEvaluation":"2026-03-01T12:00:00Z","type":"alerting"}`
	const broken = `{"state":"pending","name":"Errors per minute","query":"Errors per minute above 5","duration":600,"keepFiringFor":0,
		"labels":{"alert_id":"a2"},"annotations":{},"alerts":[` + activeOfBroken + `],"health":"err","lastError":"no such column",
		"evaluationTime":0,"lastEvaluation":"2026-03-01T12:00:00Z","type":"alerting"}`
	const fresh = `{"state":"inactive","name":"saved-search/s1","query":"saved-search/s1 not between 5 and 9.5 by host","duration":600,"keepFiringFor":0,
		"labels":{"alert_id":"a3"},"annotations":{},"alerts":[],"health":"unknown","evaluationTime":0,"lastEvaluation":"0001-01-01T00:00:00Z","type":"alerting"}`
	group := func(name, file, last, rules string) string {
		return `{"name":"` + name + `","file":"` + file + `","interval":300,"limit":0,"evaluationTime":0,"lastEvaluation":"` + last + `","rules":[` + rules + `]}`
	}
	const noon, never = "2026-03-01T12:00:00Z", "0001-01-01T00:00:00Z"
	api, search := group("API", "dashboard/d1", noon, firing+","+broken), group("saved-search/s1", "saved-search/s1", never, fresh)
	for path, want := range map[string]string{
		"/rules":                                  `{"groups":[` + api + `,` + search + `]}`,
		"/rules?type=alert":                       `{"groups":[` + api + `,` + search + `]}`,
		"/rules?type=record":                      `{"groups":[]}`,
		"/rules?rule_group[]=API":                 `{"groups":[` + api + `]}`,
		"/rules?file[]=saved-search/s1&file[]=x":  `{"groups":[` + search + `]}`,
		"/rules?rule_name[]=Errors":               `{"groups":[` + group("API", "dashboard/d1", noon, firing) + `]}`,
		"/rules?rule_name[]=Errors&rule_group[]=": `{"groups":[` + group("API", "dashboard/d1", noon, firing) + `]}`,
		"/rules?rule_name[]=nothing":              `{"groups":[]}`,
		"/alerts":                                 `{"alerts":[` + activeOfFiring + `,` + activeOfBroken + `]}`,
	} {
		var wanted any
		if err := json.Unmarshal([]byte(want), &wanted); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(wanted, dataOf(t, base, path)); diff != "" {
			t.Errorf("%s: %s", path, diff)
		}
	}
	for _, group := range dataOf(t, base, "/rules?exclude_alerts=true").(map[string]any)["groups"].([]any) {
		for _, rule := range group.(map[string]any)["rules"].([]any) {
			if alerts := rule.(map[string]any)["alerts"].([]any); len(alerts) > 0 {
				t.Errorf("there are %v", alerts)
			}
		}
	}
}
