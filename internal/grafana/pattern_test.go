package grafana_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/cairnstack/cairn/internal/grafana"
)

// TestPatternsOfVariables has no variable begin with a value that would find nothing.
func TestPatternsOfVariables(t *testing.T) {
	t.Parallel()
	const disks = `[a-z]+|nvme[0-9]+`
	f := func(variable, matcher, want string) {
		t.Helper()
		result, err := grafana.Translate(fmt.Appendf(nil, `{"templating":{"list":[{"name":"disk",%s}]},
			"panels":[{"id":1,"type":"timeseries","title":"P","targets":[{"refId":"A","expr":"up{device%s}"}]}]}`, variable, strings.ReplaceAll(matcher, `"`, `\"`)))
		if err != nil || len(result.Spec.Tiles) != 1 {
			t.Fatalf("%s %s: %v %+v", variable, matcher, err, result.Notes)
		}
		got := "no filter"
		if len(result.Spec.Filters) == 1 {
			filter := result.Spec.Filters[0]
			got = fmt.Sprintf("%v %v %v", filter.Type, filter.Values, filter.DefaultValues)
		}
		for _, kind := range []grafana.Kind{grafana.LeftOut, grafana.Changed} {
			if slices.ContainsFunc(result.Notes, func(n grafana.Note) bool {
				return n.Kind == kind && n.Path == "templating.list.0.query" && strings.Contains(n.Message, "match literally")
			}) {
				got += " " + string(kind)
			}
		}
		if strings.Contains(line(t, result.Spec.Tiles), disks) {
			got += " written"
		}
		if got != want {
			t.Errorf("%s %s: %s, want %s", variable, matcher, got, want)
		}
	}
	list := func(query, current, more string) string {
		return fmt.Sprintf(`"type":"custom","query":%q,"current":{"value":%q}%s`, query, current, more)
	}
	box := func(value string) string {
		return fmt.Sprintf(`"type":"textbox","query":%q,"current":{"value":%q}`, value, value)
	}
	const multi, all = `,"multi":true`, `,"includeAll":true`
	for _, matcher := range []string{`=~"$disk"`, `!~ "^(${disk})$"`, `=~'[[disk]]'`} {
		f(list(disks, disks, ""), matcher, "no filter written")
		f(list("All : "+disks, disks, ""), matcher, "no filter written")
		f(list("sda,"+disks, disks, ""), matcher, "LIST [sda] [] left_out")
		f(list("sda,"+disks, "sda", ""), matcher, "LIST [sda] [sda] left_out")
		f(list("sd.*,"+disks, disks, ""), matcher, "TEXT [] [] left_out")
		f(list("2..,5..", "5..", ""), matcher, "TEXT [] [] left_out")
		f(list(".*,sda", ".*", ""), matcher, "LIST [sda] [] changed")
		f(list("10.0.0.1:9100,sda", "sda", ""), matcher, "LIST [10.0.0.1:9100 sda] [sda]")
		f(list("sda,sdb.*", "sda", multi), matcher, "LIST [sda sdb.*] [sda]")
		f(list("sda,sdb.*", "sda", all), matcher, "LIST [sda sdb.*] [sda]")
		f(box(disks), matcher, "TEXT [] [] left_out")
		f(box(".*"), matcher, "TEXT [] [] changed")
		f(box("sda"), matcher, "TEXT [] [sda]")
		f(box(""), matcher, "TEXT [] []")
	}
	f(list("sda,sdb.*", "sda", multi), `=~"${disk:pipe}"`, "LIST [sda] [sda] left_out")
	f(list("sda,"+disks, disks, ""), `="$disk"`, "LIST [sda "+disks+"] ["+disks+"]")
	f(box("a+b"), `="$disk",x=~"a.*"`, "TEXT [] [a+b]")
}
