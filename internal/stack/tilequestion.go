package stack

import (
	"reflect"

	"github.com/cairnstack/cairn/internal/query"
)

// TileQuestion asks what a tile shows over a time range, as it comes in. Times
// are epoch milliseconds. The limits are those of the query layer.
type TileQuestion struct {
	Tile        AskedTile         `json:"tile" doc:"The body of a tile, or only its config."`
	StartTime   int               `json:"startTime" doc:"First instant, in epoch milliseconds."`
	EndTime     int               `json:"endTime" doc:"Last instant, in epoch milliseconds; it is included."`
	Granularity query.Granularity `json:"granularity,omitempty" enum:"30s,1m,5m,10m,15m,30m,1h,2h,6h,12h,1d,2d,7d,30d,auto" default:"auto" doc:"Width of a bucket, for tiles over time. auto makes at most 60."`
	Filters     []TileFilter      `json:"filters,omitempty" maxItems:"100" doc:"The filters of the dashboard; all of them must hold."`
	Variables   []TileVariable    `json:"variables,omitempty" maxItems:"100" doc:"The values chosen for the variables of a raw SQL tile; the others restrict nothing."`
	SQL         bool              `json:"sql,omitempty" doc:"Whether to return the statements too."`
	Exemplars   bool              `json:"exemplars,omitempty" doc:"Whether to return exemplars too; for line and stacked_bar over metrics and with PromQL."`
}

// TileFilter is what a dashboard narrows its tiles to: chosen values of an
// expression, or a condition.
type TileFilter struct {
	Expression         string         `json:"expression,omitempty" maxLength:"8192" doc:"SQL expression whose values are chosen."`
	Values             []string       `json:"values,omitempty" maxItems:"1000" doc:"The chosen values; none means all."`
	Where              string         `json:"where,omitempty" maxLength:"8192" doc:"A condition. Raw SQL tiles take one in SQL only."`
	WhereLanguage      query.Language `json:"whereLanguage,omitempty"`
	AppliesToSourceIDs []string       `json:"appliesToSourceIds,omitempty" maxItems:"100" doc:"The sources whose tiles are narrowed; none means all."`
}

// TileVariable is what is chosen for a variable of a dashboard.
type TileVariable struct {
	Name       string   `json:"name" minLength:"1" maxLength:"64" doc:"The name without $."`
	Values     []string `json:"values" maxItems:"1000" doc:"The chosen values; none means all."`
	Expression string   `json:"expression,omitempty" maxLength:"8192" doc:"What $__filter($name) compares with the values."`
}

// AskedTile is a tile of which only what it shows matters.
type AskedTile struct{ Config Config }

// AskedTileInput is such a tile as it comes in: nothing of its placement is
// needed.
type AskedTileInput struct {
	Config  ConfigTree `json:"config,omitempty" doc:"Required unless series is sent."`
	Series  SeriesTree `json:"series,omitempty" minItems:"1" maxItems:"20" doc:"The older form of a tile."`
	AsRatio *bool      `json:"asRatio,omitempty" doc:"With series only."`

	ID          string  `json:"id,omitempty" maxLength:"36"`
	Name        string  `json:"name,omitempty" maxLength:"1024"`
	X           float64 `json:"x,omitempty"`
	Y           float64 `json:"y,omitempty"`
	W           float64 `json:"w,omitempty"`
	H           float64 `json:"h,omitempty"`
	ContainerID string  `json:"containerId,omitempty" maxLength:"256"`
	TabID       string  `json:"tabId,omitempty" maxLength:"256"`
}

func (t *AskedTile) readTree(d *decoder, p place, node any) {
	if node == nil {
		p.breach("null", "must not be null")
		return
	}
	var asked AskedTileInput
	d.value(p, node, reflect.ValueOf(&asked).Elem())
	checkNames(p, asked.ID, asked.Name, asked.ContainerID, asked.TabID)
	t.Config = TileInput{Config: asked.Config, Series: asked.Series, AsRatio: asked.AsRatio}.config(d, p)
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
