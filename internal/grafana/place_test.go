package grafana_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/cairnstack/cairn/internal/grafana"
	"github.com/cairnstack/cairn/internal/stack"
	"github.com/cairnstack/cairn/internal/testkit"
)

// TestTilesKeepTheOrderOfPanels lays out rows and panels below each other by chance,
// folded and not: read from top to bottom, tiles are in the order of the panels.
func TestTilesKeepTheOrderOfPanels(t *testing.T) {
	t.Parallel()
	chance := rand.New(rand.NewPCG(testkit.Seed(t, 62), 0))
	for range 300 {
		var panels, want []string
		y := chance.IntN(3)
		panel := func() string {
			name := fmt.Sprintf("p%d", len(want))
			want = append(want, name)
			y += 4
			return fmt.Sprintf(`{"type":"text","title":"%s","options":{"content":"a"},"gridPos":{"x":%d,"y":%d,"w":8,"h":4}}`, name, chance.IntN(16), y-4)
		}
		for range chance.IntN(12) {
			switch y += chance.IntN(3); chance.IntN(5) {
			case 0, 1, 2:
				panels = append(panels, panel())
			case 3:
				panels = append(panels, fmt.Sprintf(`{"type":"row","title":"r","collapsed":false,"gridPos":{"x":0,"y":%d,"w":24,"h":1}}`, y))
				y++
			case 4:
				at := y
				var inner []string
				y++
				for range chance.IntN(3) {
					inner = append(inner, panel())
				}
				y = at + 1 // folded panels take no place
				panels = append(panels, fmt.Sprintf(`{"type":"row","title":"f","collapsed":true,"gridPos":{"x":0,"y":%d,"w":24,"h":1},"panels":[%s]}`, at, strings.Join(inner, ",")))
			}
		}
		result, err := grafana.Translate([]byte(`{"panels":[` + strings.Join(panels, ",") + `]}`))
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, fromTop(result.Spec)); diff != "" {
			t.Fatalf("%s (-want +got):\n%s", panels, diff)
		}
	}
}

// fromTop returns the names of tiles as they are read: those outside of sections
// come first.
func fromTop(spec stack.DashboardSpec) []string {
	sections := []string{""}
	for _, c := range spec.Containers {
		sections = append(sections, c.ID)
	}
	tiles := slices.Clone(spec.Tiles)
	slices.SortStableFunc(tiles, func(a, b stack.Tile) int {
		if a.ContainerID != b.ContainerID {
			return slices.Index(sections, a.ContainerID) - slices.Index(sections, b.ContainerID)
		}
		return int(a.Y - b.Y)
	})
	var names []string
	for _, tile := range tiles {
		names = append(names, tile.Name)
	}
	return names
}

// TestPanelsBelowAFoldedRowAreListed has them keep their place in a section.
func TestPanelsBelowAFoldedRowAreListed(t *testing.T) {
	t.Parallel()
	result, err := grafana.Translate([]byte(`{"panels":[
		{"type":"text","title":"top","options":{"content":"a"},"gridPos":{"x":0,"y":0,"w":24,"h":8}},
		{"type":"row","title":"Disks","collapsed":true,"gridPos":{"x":0,"y":33,"w":24,"h":1},"panels":[]},
		{"type":"text","title":"end","options":{"content":"a"},"gridPos":{"x":3,"y":36,"w":8,"h":5}}]}`))
	if err != nil {
		t.Fatal(err)
	}
	got := shown(t, result)
	for _, want := range []string{`tile "top"  0,0 24x8`, `"id":"row2","title":"Below Disks","collapsed":false`, `tile "end" row2 3,2 8x5`, `changed "end" panels.2.gridPos: The panels below the folded row "Disks" are`} {
		if !strings.Contains(got, want) {
			t.Errorf("%s\nlacks %s", got, want)
		}
	}
}
