package stack

const (
	// ThresholdLinesMax bounds the threshold lines of a tile.
	ThresholdLinesMax = 10
	// ThresholdLabelCharsMax bounds the label of a threshold line.
	ThresholdLabelCharsMax = 40
)

// Look is how a tile over time is drawn. It changes none of the numbers, so
// alerts on the tile don't depend on it.
type Look struct {
	YAxis          *YAxis          `json:"yAxis,omitempty" doc:"The axis at the left."`
	RightYAxis     *YAxis          `json:"rightYAxis,omitempty" doc:"The axis at the right, of series with axis right."`
	ThresholdLines []ThresholdLine `json:"thresholdLines,omitzero" doc:"Lines across the chart. Alerts have thresholds of their own."`
	Legend         string          `json:"legend,omitempty" enum:"list,table,hidden" doc:"list: names only, the default. table: with the minimum, average, maximum and last value of each series."`
	Exemplars      *bool           `json:"exemplars,omitempty" doc:"Whether exemplars are drawn where there are any, which metrics have; true when absent."`
}

// Legends lists the kinds of legend.
func Legends() []string { return []string{"list", "table", "hidden"} }

func (l Look) checkLook(p place) {
	l.YAxis.check(p.at("yAxis"))
	l.RightYAxis.check(p.at("rightYAxis"))
	p.at("thresholdLines").items(len(l.ThresholdLines), 0, ThresholdLinesMax)
	for i, line := range l.ThresholdLines {
		line.check(p.at("thresholdLines").item(i))
	}
	optionalOneOf(p.at("legend"), l.Legend, Legends())
}

// YAxis is the scale of the values of a chart.
type YAxis struct {
	Scale string   `json:"scale,omitempty" enum:"linear,log" doc:"linear when absent. log leaves out values that are not positive."`
	Min   *float64 `json:"min,omitempty" doc:"The lower end; as the data needs when absent."`
	Max   *float64 `json:"max,omitempty" doc:"The upper end; as the data needs when absent."`
}

// Scales lists the scales of an axis.
func Scales() []string { return []string{"linear", "log"} }

func (a *YAxis) check(p place) {
	if a == nil {
		return
	}
	optionalOneOf(p.at("scale"), a.Scale, Scales())
	if a.Min != nil && a.Max != nil {
		p.at("max").check(*a.Min < *a.Max, "range", "must be greater than min")
	}
}

// ThresholdLine is a dashed line across a chart.
type ThresholdLine struct {
	Value float64 `json:"value" doc:"Where it is on the left axis."`
	Label string  `json:"label,omitempty" doc:"What stands at its end."`
	Color Color   `json:"color,omitempty"`
}

func (l ThresholdLine) check(p place) {
	p.at("label").chars(l.Label, 0, ThresholdLabelCharsMax)
	optionalOneOf(p.at("color"), l.Color, Colors())
}

// StackShape is what tiles of stacked series have beyond other tiles over time.
type StackShape struct {
	Shape string `json:"shape,omitempty" enum:"bars,area" doc:"How stacked series are drawn; bars when absent."`
}

// StackShapes lists the shapes of stacked series.
func StackShapes() []string { return []string{"bars", "area"} }

func (s StackShape) checkShape(p place) { optionalOneOf(p.at("shape"), s.Shape, StackShapes()) }

// Axes lists the axes that a series can be drawn on.
func Axes() []string { return []string{"left", "right"} }
