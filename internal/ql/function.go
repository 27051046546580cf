package ql

import (
	"strconv"
	"strings"
)

// Class says where a function may stand and what its first argument is.
type Class string

// The classes of functions.
const (
	Scalar       Class = "scalar"    // anywhere
	Aggregate    Class = "aggregate" // where ParseOptions allow it, never within another
	LambdaTaking Class = "lambda"    // anywhere; the first argument is a lambda
)

// Params says which parameters an aggregate takes before its arguments.
type Params string

// The kinds of parameters.
const (
	ParamsNone   Params = ""       // none
	ParamsLevel  Params = "level"  // at most one level between 0 and 1
	ParamsLevels Params = "levels" // one to LevelsMax levels
	ParamsSize   Params = "size"   // exactly one integer from 1 to ParamSizeMax
)

// Function is one function of the allow-list.
type Function struct {
	Name        string // as ClickHouse spells it
	ArgsMin     int
	ArgsMax     int
	Class       Class
	Params      Params
	Fold        bool // letter case of the name is free in our texts
	Grows       bool // counts towards GrowthMax
	Description string
}

// Functions returns the whole allow-list, sorted by name.
func Functions() []Function {
	var all []Function
	for line := range strings.Lines(strings.TrimPrefix(functionTable, "\n")) {
		all = append(all, readFunction(line))
	}
	return all
}

// Lookup returns the function of that name. Names are case-sensitive unless
// the function says otherwise.
func Lookup(name string) (Function, bool) {
	if f, found := lookupExact(name); found {
		return f, true
	}
	if f, found := lookupExact(strings.ToLower(name)); found && f.Fold {
		return f, true
	}
	f, found := lookupFold(name)
	return f, found && f.Fold
}

// lookupExact halves the sorted table until the name is found.
func lookupExact(name string) (Function, bool) {
	lines := functionTable[1:]
	for lines != "" {
		start := strings.LastIndexByte(lines[:len(lines)/2], '\n') + 1
		line, rest, _ := strings.Cut(lines[start:], "\n")
		spelled, _, _ := strings.Cut(line, " ")
		switch {
		case spelled == name:
			return readFunction(line), true
		case spelled < name:
			lines = rest
		default:
			lines = lines[:start]
		}
	}
	return Function{}, false
}

// lookupFold returns the function of that name in any letter case.
func lookupFold(name string) (Function, bool) {
	for line := range strings.Lines(functionTable) {
		if spelled, _, _ := strings.Cut(line, " "); strings.EqualFold(spelled, name) {
			return readFunction(line), true
		}
	}
	return Function{}, false
}

// readFunction reads a line of the table.
func readFunction(line string) Function {
	name, rest, _ := strings.Cut(line, " ")
	args, rest, _ := strings.Cut(rest, " ")
	class, rest, _ := strings.Cut(rest, " ")
	flags, description, _ := strings.Cut(rest, " ")
	f := Function{Name: name, Class: Class(class), Description: strings.TrimSpace(description)}
	f.ArgsMin, f.ArgsMax = readArity(args)
	for flag := range strings.SplitSeq(flags, ",") {
		switch flag {
		case "fold":
			f.Fold = true
		case "grows":
			f.Grows = true
		case "level", "levels", "size":
			f.Params = Params(flag)
		}
	}
	return f
}

// readArity reads 2, 1-3 or 1+. The table's test reads every line of it.
func readArity(text string) (least, most int) {
	low, high, isRange := strings.Cut(strings.TrimSuffix(text, "+"), "-")
	least, _ = strconv.Atoi(low)
	switch {
	case strings.HasSuffix(text, "+"):
		return least, ListItemsMax
	case isRange:
		most, _ = strconv.Atoi(high)
		return least, most
	}
	return least, least
}
