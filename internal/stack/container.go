package stack

const (
	// ContainersMax bounds the containers of a dashboard.
	ContainersMax = 50
	// TabsMax bounds the tabs of a container.
	TabsMax = 20
	// ContainerIDCharsMax bounds the ids and titles of containers and tabs.
	ContainerIDCharsMax = 256
)

// Container groups tiles under a title. Two or more tabs show a tab bar.
type Container struct {
	ID          string `json:"id"`
	Title       string `json:"title"`
	Collapsed   bool   `json:"collapsed"`
	Collapsible *bool  `json:"collapsible,omitempty"` // nil: true
	Bordered    *bool  `json:"bordered,omitempty"`    // nil: true
	Tabs        []Tab  `json:"tabs,omitzero"`
}

// Tab is one page of a container.
type Tab struct {
	ID    string `json:"id"`
	Title string `json:"title"`
}

func checkContainers(p place, containers []Container) {
	p.items(len(containers), 0, ContainersMax)
	ids := make([]string, len(containers))
	for i, c := range containers {
		ids[i] = c.ID
		c.check(p.item(i))
	}
	unique(ids, func(i int) place { return p.item(i).at("id") }, "Container IDs must be unique")
}

func (c Container) check(p place) {
	p.at("id").chars(c.ID, 1, ContainerIDCharsMax)
	p.at("title").chars(c.Title, 1, ContainerIDCharsMax)
	tabs := p.at("tabs")
	tabs.items(len(c.Tabs), 0, TabsMax)
	ids := make([]string, len(c.Tabs))
	for i, tab := range c.Tabs {
		ids[i] = tab.ID
		tabs.item(i).at("id").chars(tab.ID, 1, ContainerIDCharsMax)
		tabs.item(i).at("title").chars(tab.Title, 1, ContainerIDCharsMax)
	}
	unique(ids, func(i int) place { return tabs.item(i).at("id") }, "Tab IDs must be unique within a container")
}

// checkSeats checks that tiles stand in containers and tabs that exist.
func checkSeats(p place, tiles []Tile, containers []Container) {
	tabs := map[string]map[string]bool{}
	for _, c := range containers {
		tabs[c.ID] = map[string]bool{}
		for _, tab := range c.Tabs {
			tabs[c.ID][tab.ID] = true
		}
	}
	for i, t := range tiles {
		t.checkSeat(p.item(i), tabs)
	}
}

func (t Tile) checkSeat(p place, tabs map[string]map[string]bool) {
	if t.ContainerID == "" {
		p.at("tabId").check(t.TabID == "", "conflict", "is allowed only with containerId")
		return
	}
	own, ok := tabs[t.ContainerID]
	p.at("containerId").check(ok, "reference", "must be the id of a container of the dashboard")
	p.at("tabId").check(!ok || t.TabID == "" || own[t.TabID], "reference", "must be the id of a tab of the container")
}
