package stack_test

import (
	"strings"
	"testing"

	"github.com/cairnstack/cairn/internal/stack"
)

func seated(fields string) string { return strings.Replace(note, `{"name"`, `{`+fields+`,"name"`, 1) }

func TestContainers(t *testing.T) {
	t.Parallel()
	f := func(tiles, containers, want string) {
		t.Helper()
		body := `{"name":"n","tiles":[` + tiles + `],"containers":` + containers + `}`
		_, err := save(stack.DashboardSpec{}, body)
		expectMessage(t, body, err, want)
	}
	box := `{"id":"c","title":"t","collapsed":true,"collapsible":false,"bordered":false,"tabs":[{"id":"a","title":"A"},{"id":"b","title":"B"}]}`
	f(``, `[`+box+`]`, "")
	f(``, `[`+box+`,`+box+`]`, "containers.1.id: Container IDs must be unique")
	f(``, `[{"id":"","title":"","collapsed":true}]`, "containers.0.id: must be at least 1 character; containers.0.title: must be at least 1 character")
	f(``, `[{"id":"c","title":"t"}]`, "containers.0.collapsed: is required")
	f(``, `[{"id":"c","title":"`+text(stack.ContainerIDCharsMax+1)+`","collapsed":true}]`, "containers.0.title: must be at most 256 characters")
	f(``, repeat(stack.ContainersMax, `{"id":"c#","title":"t","collapsed":true}`), "")
	f(``, repeat(stack.ContainersMax+1, `{"id":"c#","title":"t","collapsed":true}`), "containers: must have at most 50 items")
	tabs := func(n int) string {
		return `[{"id":"c","title":"t","collapsed":true,"tabs":` + repeat(n, `{"id":"t#","title":"t"}`) + `}]`
	}
	f(``, tabs(stack.TabsMax), "")
	f(``, tabs(stack.TabsMax+1), "containers.0.tabs: must have at most 20 items")
	f(``, `[{"id":"c","title":"t","collapsed":true,"tabs":[{"id":"a","title":"A"},{"id":"a","title":"B"}]}]`,
		"containers.0.tabs.1.id: Tab IDs must be unique within a container")
	f(seated(`"containerId":"c"`), `[`+box+`]`, "")
	f(seated(`"containerId":"c","tabId":"b"`), `[`+box+`]`, "")
	f(seated(`"containerId":"d"`), `[`+box+`]`, "tiles.0.containerId: must be the id of a container of the dashboard")
	f(seated(`"containerId":"c","tabId":"z"`), `[`+box+`]`, "tiles.0.tabId: must be the id of a tab of the container")
	f(seated(`"tabId":"a"`), `[`+box+`]`, "tiles.0.tabId: is allowed only with containerId")
}

func TestTilesSitInStoredContainersWhenNoneAreSent(t *testing.T) {
	t.Parallel()
	stored, err := save(stack.DashboardSpec{}, `{"name":"n","tiles":[],"containers":[{"id":"c","title":"t","collapsed":true}]}`)
	if err != nil {
		t.Fatal(err)
	}
	f := func(body, want string) {
		t.Helper()
		_, err := save(stored, body)
		expectMessage(t, body, err, want)
	}
	f(`{"name":"n","tiles":[`+seated(`"containerId":"c"`)+`]}`, "")
	f(`{"name":"n","tiles":[`+seated(`"containerId":"d"`)+`]}`, "tiles.0.containerId: must be the id of a container of the dashboard")
	f(`{"name":"n","tiles":[`+seated(`"containerId":"c"`)+`],"containers":[]}`, "tiles.0.containerId: must be the id of a container of the dashboard")
}
