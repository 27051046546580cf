package stack

import (
	"reflect"
	"strings"
)

const (
	// TilesMax bounds the tiles of a dashboard.
	TilesMax = 500
	// TileIDCharsMax bounds a tile id that a client sends.
	TileIDCharsMax = 36
	// GridColumns is the width of the grid that tiles stand on.
	GridColumns = 24
	// GridRowsMax bounds the height of the grid and of a tile.
	GridRowsMax = 100_000
)

// Placement is a tile without what it shows: its name and its spot on the
// grid or in a container.
type Placement struct {
	ID          string  `json:"id,omitempty"`
	Name        string  `json:"name"`
	X           float64 `json:"x"`
	Y           float64 `json:"y"`
	W           float64 `json:"w"`
	H           float64 `json:"h"`
	ContainerID string  `json:"containerId,omitempty"`
	TabID       string  `json:"tabId,omitempty"`
}

// Tile is one chart, table or text of a dashboard.
type Tile struct {
	Placement
	Config Config `json:"config"`
}

// ConfigTree is the config of a tile as it comes in; its displayType says how
// to read it.
type ConfigTree any

// SeriesTree is what a tile shows in the older form, as it comes in.
type SeriesTree any

// PlacementInput is a Placement as it comes in.
type PlacementInput struct {
	ID          string  `json:"id,omitempty" maxLength:"36" doc:"Kept if the stored dashboard has a tile with this id."`
	Name        string  `json:"name" maxLength:"1024"`
	X           float64 `json:"x" minimum:"0" maximum:"23"`
	Y           float64 `json:"y" minimum:"0" maximum:"100000"`
	W           float64 `json:"w" minimum:"1" maximum:"24"`
	H           float64 `json:"h" minimum:"1" maximum:"100000"`
	ContainerID string  `json:"containerId,omitempty" maxLength:"256"`
	TabID       string  `json:"tabId,omitempty" maxLength:"256"`
}

// TileInput is a tile as it comes in: with a config, or with series in the
// older form.
type TileInput struct {
	PlacementInput
	Config  ConfigTree `json:"config,omitempty" doc:"Required unless series is sent."`
	Series  SeriesTree `json:"series,omitempty" minItems:"1" maxItems:"20" doc:"The older form: all items of one type, time, table, number, search or markdown. It is returned as config."`
	AsRatio *bool      `json:"asRatio,omitempty" doc:"With series only."`
}

// SentTiles is the tiles of a body, each of which came in as a TileInput.
type SentTiles []Tile

// UnmarshalJSON reads a tile that was stored. It passes over fields of newer
// versions and checks no limits.
func (t *Tile) UnmarshalJSON(body []byte) error {
	tree, err := parseTree(body)
	if err != nil {
		return err
	}
	p := root()
	t.readTree(newDecoder(true), p, tree)
	return p.log.err()
}

func (t *Tile) readTree(d *decoder, p place, node any) {
	if node == nil {
		p.breach("null", "must not be null")
		return
	}
	var in TileInput
	d.value(p, node, reflect.ValueOf(&in).Elem())
	t.Placement = Placement(in.PlacementInput)
	if strings.TrimSpace(t.Name) == "" { // a tile may have no name, and then has that of what it shows
		t.Name = ""
	}
	t.Config = in.config(d, p)
}

func (in TileInput) config(d *decoder, p place) Config {
	switch {
	case in.Config != nil && in.Series != nil:
		p.breach("conflict", "Tile cannot have both series and config")
	case in.Series != nil:
		return seriesConfig(d, p.at("series"), in.Series, in.AsRatio != nil && *in.AsRatio)
	case in.AsRatio != nil:
		p.at("asRatio").breach("conflict", "is allowed here only with series; it is a field of config")
	case in.Config != nil:
		return readConfig(d, p.within("config"), in.Config)
	default:
		p.breach("required", "Tile must have either series or config")
	}
	return nil
}

func (t Tile) check(p place) {
	checkNames(p, t.ID, t.Name, t.ContainerID, t.TabID)
	p.at("x").number(t.X, 0, GridColumns-1)
	p.at("y").number(t.Y, 0, GridRowsMax)
	p.at("w").number(t.W, 1, GridColumns)
	p.at("h").number(t.H, 1, GridRowsMax)
	if t.Config == nil {
		p.at("config").breach("required", "is required")
		return
	}
	t.Config.check(p.within("config"))
}

// checkNames checks what a tile and its place are called.
func checkNames(p place, id, name, container, tab string) {
	p.at("id").chars(id, 0, TileIDCharsMax)
	p.at("name").chars(name, 0, NameCharsMax)
	p.at("containerId").chars(container, 0, ContainerIDCharsMax)
	p.at("tabId").chars(tab, 0, ContainerIDCharsMax)
}

// CheckAlert returns an Invalid fault unless an alert can watch the tile.
func (t Tile) CheckAlert() error {
	p := root()
	raw, isSQL := t.Config.(RawSQL)
	display := t.Config.Display()
	p.at("tileId").check(display.CanAlert(), "reference", "alerts are supported only on line, stacked_bar and number tiles")
	if isSQL && display != DisplayNumber && display.CanAlert() {
		p.at("tileId").check(raw.Raw().HasInterval(), "reference",
			"the SQL template must use an interval macro or parameter, such as $__timeInterval, to be watched")
	}
	return p.log.err()
}

// RemovedTiles returns the ids of the tiles whose alerts must go when old
// becomes next: those that are gone and those that an alert could watch and
// now can't.
func RemovedTiles(old, next []Tile) []string {
	kept := make(map[string]DisplayType, len(next))
	for _, t := range next {
		kept[t.ID] = t.Config.Display()
	}
	var removed []string
	for _, t := range old {
		display, ok := kept[t.ID]
		if !ok || t.Config.Display().CanAlert() && !display.CanAlert() {
			removed = append(removed, t.ID)
		}
	}
	return removed
}
