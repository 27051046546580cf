package stack_test

import (
	"testing"

	"github.com/cairnstack/cairn/internal/stack"
)

func TestLook(t *testing.T) {
	t.Parallel()
	f := configCase(t)
	f(tileOf("line", `,"yAxis":{"scale":"log","min":1,"max":10},"rightYAxis":{},"legend":"table","thresholdLines":[{"value":5,"label":"most","color":"chart-red"}]`), "")
	f(tileOf("stacked_bar", `,"shape":"area","legend":"hidden"`), "")
	f(tileOf("line", `,"shape":"area"`), at+"shape: is not a known field")
	f(tileOf("table", `,"yAxis":{}`), at+"yAxis: is not a known field")
	f(tileOf("line", `,"yAxis":{"scale":"cubic","min":1,"max":1}`),
		at+"yAxis.scale: must be one of linear, log; "+at+"yAxis.max: must be greater than min")
	f(tileOf("line", `,"thresholdLines":[{"value":1,"color":"red"}]`), at+"thresholdLines.0.color: must be one of "+listed(stack.Colors()))
	f(tileOf("line", `,"legend":"none"`), at+"legend: must be one of list, table, hidden")
	f(tileOf("stacked_bar", `,"shape":"pie"`), at+"shape: must be one of bars, area")
	f(tileSelecting("line", `[{"aggFn":"count","axis":"right"}]`, `,"formulas":[{"expression":"A","axis":"top"}]`),
		at+"formulas.0.axis: must be one of left, right")
}
