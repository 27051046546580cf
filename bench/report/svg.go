package main

import (
	"cmp"
	"fmt"
	"html"
	"math"
	"slices"
	"strings"
)

// Places in a picture, in pixels.
const (
	panelWidth   = 400
	panelHeight  = 270
	plotLeft     = 56
	plotTop      = 62
	plotWidth    = 280 // leaves room for the names at the right
	plotHeight   = 158
	nameDistance = 13 // between names of lines
)

// svgStyle follows the reader's choice of light or dark.
const svgStyle = `<style>
text{font:12px system-ui,sans-serif;fill:#475569}
.title{font-size:14px;font-weight:600;fill:#0f172a}
.axis{stroke:#cbd5e1;stroke-width:1}
.l0{--c:#2563eb}.l1{--c:#d97706}.l2{--c:#059669}.l3{--c:#9333ea}
.line{fill:none;stroke:var(--c);stroke-width:2;stroke-linejoin:round}
.dot{fill:var(--c)}.name{fill:var(--c)}
@media (prefers-color-scheme:dark){text{fill:#94a3b8}.title{fill:#f1f5f9}.axis{stroke:#334155}
.l0{--c:#60a5fa}.l1{--c:#fbbf24}.l2{--c:#34d399}.l3{--c:#c084fc}}
</style>`

// svg returns the picture as SVG text.
func (p picture) svg() string {
	var out strings.Builder
	width := panelWidth * len(p.panels)
	fmt.Fprintf(&out, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" role="img" aria-label="%s">`+"\n%s\n",
		width, panelHeight, html.EscapeString(p.title), svgStyle)
	for i, panel := range p.panels {
		fmt.Fprintf(&out, `<g transform="translate(%d,0)">`+"\n", i*panelWidth)
		panel.draw(&out, p.grows)
		out.WriteString("</g>\n")
	}
	out.WriteString("</svg>\n")
	return out.String()
}

// scale turns values into places. The horizontal one goes by factors, because
// sizes do; the vertical one begins at zero, so that heights compare.
type scale struct {
	sizeMin, sizeMax, valueMax float64
}

func (p panel) scale() scale {
	s := scale{sizeMin: math.Inf(1), sizeMax: 1}
	for _, l := range p.lines {
		for _, at := range l.points {
			s.sizeMin, s.sizeMax = math.Min(s.sizeMin, at.size), math.Max(s.sizeMax, at.size)
			s.valueMax = math.Max(s.valueMax, at.value)
		}
	}
	s.valueMax = roundUp(s.valueMax)
	return s
}

func (s scale) x(size float64) float64 {
	if s.sizeMax <= s.sizeMin {
		return plotLeft
	}
	return plotLeft + plotWidth*math.Log(size/s.sizeMin)/math.Log(s.sizeMax/s.sizeMin)
}

func (s scale) y(value float64) float64 { return plotTop + plotHeight*(1-value/s.valueMax) }

// roundUp returns the next round number.
func roundUp(v float64) float64 {
	if v <= 0 {
		return 1
	}
	power := math.Pow(10, math.Floor(math.Log10(v)))
	for _, step := range []float64{1, 2, 4, 6, 8, 10} {
		if v <= step*power {
			return step * power
		}
	}
	return v
}

func (p panel) draw(out *strings.Builder, grows string) {
	s := p.scale()
	fmt.Fprintf(out, `<text class="title" x="%d" y="26">%s</text>`+"\n", plotLeft, html.EscapeString(p.title))
	for quarter := range 3 {
		value := s.valueMax * float64(quarter) / 2
		fmt.Fprintf(out, `<line class="axis" x1="%d" x2="%d" y1="%.1f" y2="%.1f"/><text x="%d" y="%.1f" text-anchor="end">%s</text>`+"\n",
			plotLeft, plotLeft+plotWidth, s.y(value), s.y(value), plotLeft-8, s.y(value)+4, short(value))
	}
	for _, at := range p.lines[0].points {
		fmt.Fprintf(out, `<text x="%.1f" y="%d" text-anchor="middle">%s</text>`+"\n", s.x(at.size), plotTop+plotHeight+18, short(at.size))
	}
	fmt.Fprintf(out, `<text x="%d" y="%d" text-anchor="middle">%s</text>`+"\n", plotLeft+plotWidth/2, plotTop+plotHeight+38, html.EscapeString(grows))
	for i, l := range p.lines {
		l.draw(out, s, i)
	}
	p.drawNames(out, s)
}

func (l line) draw(out *strings.Builder, s scale, order int) {
	var places []string
	for _, at := range l.points {
		places = append(places, fmt.Sprintf("%.1f,%.1f", s.x(at.size), s.y(at.value)))
	}
	fmt.Fprintf(out, `<g class="l%d"><polyline class="line" points="%s"/>`, order, strings.Join(places, " "))
	for _, at := range l.points {
		fmt.Fprintf(out, `<circle class="dot" cx="%.1f" cy="%.1f" r="3"><title>%s: %s</title></circle>`,
			s.x(at.size), s.y(at.value), html.EscapeString(l.name), number(at.value))
	}
	out.WriteString("</g>\n")
}

// drawNames writes each line's name at its end, moved away where two would meet
// or one would leave the plot.
func (p panel) drawNames(out *strings.Builder, s scale) {
	last := func(i int) float64 { points := p.lines[i].points; return points[len(points)-1].value }
	order := make([]int, len(p.lines))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(last(b), last(a)) })
	wanted := make([]float64, len(order))
	for place, i := range order {
		wanted[place] = s.y(last(i)) + 4
	}
	for place, y := range spread(wanted) {
		i := order[place]
		fmt.Fprintf(out, `<g class="l%d"><text class="name" x="%d" y="%.1f">%s</text></g>`+"\n", i, plotLeft+plotWidth+8, y, html.EscapeString(p.lines[i].name))
	}
}

// spread returns places from the top on with a distance between them: moved down
// where two would meet, and up again where one would leave the plot.
func spread(wanted []float64) []float64 {
	places := slices.Clone(wanted)
	for i := 1; i < len(places); i++ {
		places[i] = math.Max(places[i], places[i-1]+nameDistance)
	}
	lowest := float64(plotTop + plotHeight + 4)
	for i, place := range slices.Backward(places) {
		places[i] = math.Min(place, lowest)
		lowest = places[i] - nameDistance
	}
	return places
}

// short returns a number for an axis.
func short(v float64) string {
	switch {
	case v >= 1e6:
		return fmt.Sprintf("%gM", math.Round(v/1e5)/10)
	case v >= 1e3:
		return fmt.Sprintf("%gk", math.Round(v/100)/10)
	}
	return fmt.Sprintf("%g", math.Round(v*100)/100)
}
