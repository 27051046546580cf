package stack_test

import (
	"testing"

	"github.com/cairnstack/cairn/internal/stack"
)

func TestClicks(t *testing.T) {
	t.Parallel()
	f := func(click, want string) {
		t.Helper()
		configCase(t)(tileOf("table", `,"onClick":`+click), want)
	}
	const click = at + "onClick."
	byID := `"target":{"mode":"id","id":"` + idB + `"}`
	f(`{"type":"search",`+byID+`,"whereTemplate":"a:{{a}}","whereLanguage":"lucene"}`, "")
	f(`{"type":"dashboard","target":{"mode":"template","template":"{{name}}"}}`, "")
	f(`{"type":"dashboard"}`, click+"target: is required unless type is external")
	f(`{"type":"popup",`+byID+`}`, click+"type: must be one of search, dashboard, external")
	f(`{"type":"search","target":{"mode":"id"}}`, click+"target.id: is required")
	f(`{"type":"search","target":{"mode":"id","id":"`+idB+`","template":"x"}}`, click+"target.template: is allowed only when mode is template")
	f(`{"type":"search","target":{"mode":"template","id":"`+idB+`","template":"x"}}`, click+"target.id: is allowed only when mode is id")
	f(`{"type":"search","target":{"mode":"template"}}`, click+"target.template: must be at least 1 character")
	f(`{"type":"search","target":{"mode":"name","template":"x"}}`, click+"target.mode: must be one of id, template")
	f(`{"type":"search",`+byID+`,"urlTemplate":"https://x"}`, click+"urlTemplate: is allowed only when type is external")
	filter := `{"kind":"expressionTemplate","expression":"a","template":"{{a}}"}`
	f(`{"type":"search",`+byID+`,"filters":`+repeat(stack.OnClickFiltersMax, filter)+`}`, "")
	f(`{"type":"search",`+byID+`,"filters":`+repeat(stack.OnClickFiltersMax+1, filter)+`}`, click+"filters: must have at most 50 items")
	f(`{"type":"search",`+byID+`,"filters":[{"kind":"sql","expression":"","template":""}]}`,
		click+"filters.0.kind: must be expressionTemplate; "+click+"filters.0.expression: must be at least 1 character")
	f(`{"type":"external","urlTemplate":"https://example.net/{{id}}"}`, "")
	f(`{"type":"external","urlTemplate":"{{url}}"}`, "")
	f(`{"type":"external"}`, click+"urlTemplate: must be at least 1 character")
	f(`{"type":"external","urlTemplate":"javascript:alert(1)"}`, click+"urlTemplate: must not use a scheme other than http and https")
	f(`{"type":"external","urlTemplate":" \tJavaScript:alert(1)"}`, click+"urlTemplate: must not use a scheme other than http and https")
	f(`{"type":"external","urlTemplate":"/x",`+byID+`}`, click+"target: is allowed only when type is search or dashboard")
	configCase(t)(tileOf("line", `,"onClick":{}`), at+"onClick: is not a known field")
}
