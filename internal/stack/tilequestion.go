package stack

import (
	"reflect"

	"github.com/cairnstack/cairn/internal/query"
)

// TileQuestion asks what a tile shows over a time range, as it comes in. Times
// are epoch milliseconds. The limits are those of the query layer.
type TileQuestion struct {
	Tile        AskedTile      `json:"tile"`
	StartTime   int            `json:"startTime"`
	EndTime     int            `json:"endTime"`
	Granularity string         `json:"granularity,omitempty"`
	Filters     []TileFilter   `json:"filters,omitempty"`
	Variables   []TileVariable `json:"variables,omitempty"`
	SQL         bool           `json:"sql,omitempty"`
}

// TileFilter is what a dashboard narrows its tiles to: chosen values of an
// expression, or a condition.
type TileFilter struct {
	Expression         string         `json:"expression,omitempty"`
	Values             []string       `json:"values,omitempty"`
	Where              string         `json:"where,omitempty"`
	WhereLanguage      query.Language `json:"whereLanguage,omitempty"`
	AppliesToSourceIDs []string       `json:"appliesToSourceIds,omitempty"`
}

// TileVariable is what is chosen for a variable of a dashboard.
type TileVariable struct {
	Name       string   `json:"name"`
	Values     []string `json:"values"`
	Expression string   `json:"expression,omitempty"`
}

// AskedTile is a tile of which only what it shows matters.
type AskedTile struct{ Config Config }

// askedForm is such a tile as it comes in: nothing of its placement is needed.
type askedForm struct {
	Config      any     `json:"config,omitempty"`
	Series      any     `json:"series,omitempty"`
	AsRatio     *bool   `json:"asRatio,omitempty"`
	ID          string  `json:"id,omitempty"`
	Name        string  `json:"name,omitempty"`
	X           float64 `json:"x,omitempty"`
	Y           float64 `json:"y,omitempty"`
	W           float64 `json:"w,omitempty"`
	H           float64 `json:"h,omitempty"`
	ContainerID string  `json:"containerId,omitempty"`
	TabID       string  `json:"tabId,omitempty"`
}

func (t *AskedTile) readTree(d *decoder, p place, node any) {
	if node == nil {
		p.breach("null", "must not be null")
		return
	}
	var asked askedForm
	d.value(p, node, reflect.ValueOf(&asked).Elem())
	t.Config = tileForm{Config: asked.Config, Series: asked.Series, AsRatio: asked.AsRatio}.config(d, p)
}

// DecodeTileQuestion reads the body of a question strictly. What its tile
// refers to is not looked up.
func DecodeTileQuestion(body []byte) (TileQuestion, error) {
	q, err := decodeBody[TileQuestion](body)
	if err != nil {
		return TileQuestion{}, err
	}
	p := root()
	q.Tile.Config.check(p.at("tile").within("config"))
	for i, v := range q.Variables {
		p.at("variables").item(i).at("name").chars(v.Name, 1, VariableNameCharsMax)
	}
	for i, f := range q.Filters {
		optionalOneOf(p.at("filters").item(i).at("whereLanguage"), f.WhereLanguage, query.WhereLanguages())
	}
	return q, p.log.err()
}
