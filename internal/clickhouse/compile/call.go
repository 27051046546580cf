package compile

import (
	"slices"
	"strings"

	"github.com/cairnstack/cairn/internal/ql"
)

// call returns a call of a function of the allow-list, under the name that the
// list has.
func (c *Compiler) call(n *ql.Call) Value {
	function, known := ql.Lookup(n.Name)
	if !known {
		return c.Refuse(n.At(), "no such function")
	}
	if function.Name == ql.MessagePattern && len(n.Args) == 1 {
		return c.messagePattern(c.Expression(n.Args[0]))
	}
	params := ""
	if len(n.Params) > 0 {
		params = "(" + c.constants(n.Params) + ")"
	}
	args := make([]string, len(n.Args))
	for i := range n.Args {
		args[i] = c.argument(function, n.Args, i)
	}
	return Value{SQL: engineName(function.Name) + params + "(" + strings.Join(args, ", ") + ")", Kind: resultKind(function.Name)}
}

// engineName returns the engine's function for one of the allow-list: a value
// that can't be decoded is empty rather than the end of the query.
func engineName(name string) string {
	if name == "base64Decode" {
		return "tryBase64Decode"
	}
	return name
}

// argument returns an argument as its function takes it.
func (c *Compiler) argument(function ql.Function, args []ql.Node, i int) string {
	lambda, isLambda := args[i].(*ql.Lambda)
	switch {
	case isLambda:
		return c.lambda(lambda, function.Name != "arrayMap" && function.Name != "mapApply").SQL
	case isConditionOf(function, i, len(args)):
		return c.Predicate(args[i])
	case i == 0 && takesNumber(function.Name):
		return c.numberArgument(function.Name, c.Expression(args[i]))
	default:
		return c.Expression(args[i]).SQL
	}
}

// isConditionOf reports whether an argument of a function is true or false.
func isConditionOf(function ql.Function, i, count int) bool {
	switch function.Name {
	case "if":
		return i == 0
	case "multiIf":
		return i%2 == 0 && i < count-1
	default:
		return function.Class == ql.Aggregate && strings.HasSuffix(function.Name, "If") && i == count-1
	}
}

// constants prints the parameters of an aggregate, which the engine wants as
// literals; the parser made sure that they are numbers.
func (c *Compiler) constants(params []ql.Node) string {
	parts := make([]string, len(params))
	for i, param := range params {
		numbers, ok := literalNumbers([]ql.Node{param})
		if !ok {
			c.Refuse(param.At(), "expected a number")
			return ""
		}
		parts[i] = PrintNumber(numbers[0])
	}
	return strings.Join(parts, ", ")
}

// numberArgument returns a value as the number that a function takes. Of a
// text only finite numbers are added up, and whole numbers are not: they would
// wrap.
func (c *Compiler) numberArgument(function string, v Value) string {
	switch {
	case v.Kind == TextKind && aggregatesNumbers(function):
		number := v.AsNumber()
		return "if(isFinite(" + number + "), " + number + ", NULL)"
	case v.Kind == TextKind:
		return v.AsNumber()
	case v.Kind == NumberKind && addsUp(function):
		return "toFloat64(" + v.SQL + ")"
	default:
		return v.SQL
	}
}

func addsUp(function string) bool {
	return slices.Contains([]string{"avg", "avgIf", "avgWeighted", "sum", "sumIf"}, function)
}

func aggregatesNumbers(function string) bool {
	of, known := ql.Lookup(function)
	return known && of.Class == ql.Aggregate
}

// takesNumber reports whether the first argument of a function is a number,
// so that a text there is read as one.
func takesNumber(name string) bool {
	return slices.Contains([]string{
		"abs", "avg", "avgIf", "avgWeighted", "ceil", "exp", "floor", "formatReadableQuantity", "formatReadableSize",
		"formatReadableTimeDelta", "intDiv", "isFinite", "isInfinite", "isNaN", "log", "log10", "log2", "median", "pow",
		"quantile", "quantileExact", "quantileIf", "quantileTDigest", "quantileTDigestWeighted", "quantiles",
		"quantilesIf", "quantilesTDigest", "round", "sign", "sqrt", "stddevPop", "stddevSamp", "sum", "sumIf", "varPop",
		"varSamp", "widthBucket", "deltaSum", "positiveModulo", "intDivOrZero",
	}, name)
}

// resultKind returns the kind of a function's answer where the compiler makes
// use of it.
func resultKind(name string) Kind {
	switch {
	case isTimeFunction(name):
		return TimeKind
	case slices.Contains(textFunctions(), name):
		return TextKind
	case slices.Contains(numberFunctions(), name):
		return NumberKind
	default:
		return UnknownKind
	}
}

func isTimeFunction(name string) bool {
	return strings.HasPrefix(name, "fromUnixTimestamp") || strings.HasPrefix(name, "parseDateTime") ||
		strings.HasPrefix(name, "toDateTime") ||
		slices.Contains([]string{
			"now", "now64", "toTimeZone", "toStartOfSecond", "toStartOfMinute", "toStartOfFiveMinutes",
			"toStartOfFifteenMinutes", "toStartOfHour", "toStartOfDay",
		}, name)
}

func textFunctions() []string {
	return []string{
		"JSONExtractRaw", "JSONExtractString", "basename", "concat", "cutQueryString", "decodeURLComponent", "domain",
		"domainWithoutWWW", "encodeURLComponent", "extract", "extractURLParameter", "formatDateTime", "hex", "left",
		"lower", "lowerUTF8", "path", "pathFull", "protocol", "queryString", "regexpExtract", "replace", "replaceAll",
		"replaceOne", "replaceRegexpAll", "replaceRegexpOne", "right", "simpleJSONExtractString", "substring",
		"substringIndex", "substringUTF8", "toJSONString", "toString", "topLevelDomain", "trim", "trimBoth", "trimLeft",
		"trimRight", "upper", "upperUTF8",
	}
}

func numberFunctions() []string {
	return []string{
		"abs", "ceil", "cityHash64", "count", "countIf", "exp", "floor", "intDiv", "length", "lengthUTF8", "log",
		"log10", "log2", "pow", "round", "sign", "sqrt", "toFloat64", "toFloat64OrNull", "toFloat64OrZero", "toHour",
		"toInt32", "toInt64", "toInt64OrNull", "toInt64OrZero", "toMinute", "toMonth", "toSecond", "toUInt64", "toUInt64OrNull",
		"toUInt64OrZero", "toUnixTimestamp", "toYear", "JSONExtractFloat", "JSONExtractInt", "JSONExtractUInt", "JSONLength",
		"sum", "sumIf", "avg", "avgIf", "uniq", "uniqExact", "uniqIf", "uniqExactIf", "quantile", "quantileIf", "median",
	}
}
