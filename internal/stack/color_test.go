package stack_test

import (
	"testing"

	"github.com/cairnstack/cairn/internal/stack"
)

func TestColors(t *testing.T) {
	t.Parallel()
	f := func(fields, want string) {
		t.Helper()
		configCase(t)(tileOf("number", fields), want)
	}
	palette := "must be one of chart-blue, chart-orange, chart-red, chart-cyan, chart-green, chart-pink, chart-purple, " +
		"chart-light-blue, chart-brown, chart-gray, chart-success, chart-warning, chart-error"
	f(`,"color":"chart-light-blue"`, "")
	f(`,"color":"chart-1"`, at+"color: "+palette)
	f(`,"backgroundChart":{"type":"area","color":"chart-red"}`, "")
	f(`,"backgroundChart":{"type":"dots"}`, at+"backgroundChart.type: must be one of line, area")
	rule := func(fields string) string { return `,"colorRules":[{"color":"chart-red",` + fields + `}]` }
	f(rule(`"operator":"gt","value":1`), "")
	f(rule(`"operator":"between","value":[1,1]`), "")
	f(rule(`"operator":"eq","value":"down"`), "")
	f(rule(`"operator":"neq","value":0,"label":"`+text(stack.RuleLabelCharsMax)+`"`), "")
	const value = at + "colorRules.0.value: "
	f(rule(`"operator":"gt","value":"1"`), value+"must be a number")
	f(rule(`"operator":"gt","value":[1,2]`), value+"must be a number")
	f(rule(`"operator":"between","value":[2,1]`), value+"must be a pair of numbers, the lesser first")
	f(rule(`"operator":"between","value":[1]`), value+"must be a pair of numbers, the lesser first")
	f(rule(`"operator":"between","value":5`), value+"must be a pair of numbers, the lesser first")
	f(rule(`"operator":"eq","value":[1,2]`), value+"must be a number or a string")
	f(rule(`"operator":"eq","value":true`), value+"must be a number")
	f(rule(`"operator":"eq","value":null`), value+"must not be null")
	f(rule(`"operator":"eq","value":"`+text(stack.RuleTextCharsMax)+`"`), "")
	f(rule(`"operator":"eq","value":"`+text(stack.RuleTextCharsMax+1)+`"`), value+"must be at most 200 characters")
	f(rule(`"operator":"like","value":1`), at+"colorRules.0.operator: must be one of gt, gte, lt, lte, between, eq, neq")
	f(rule(`"operator":"gt","value":1,"label":"`+text(stack.RuleLabelCharsMax+1)+`"`), at+"colorRules.0.label: must be at most 40 characters")
	f(`,"colorRules":`+repeat(stack.ColorRulesMax, `{"operator":"gt","value":#,"color":"chart-red"}`), "")
	f(`,"colorRules":`+repeat(stack.ColorRulesMax+1, `{"operator":"gt","value":#,"color":"chart-red"}`), at+"colorRules: must have at most 10 items")
}
