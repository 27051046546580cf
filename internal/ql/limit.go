package ql

// The limits of both languages. A text over one of them is refused with a
// fault whose detail has the code CodeLimit and names the limit.
const (
	TextBytesMax        = 8 << 10      // bytes of one text
	DepthMax            = 64           // levels of a tree
	BracketsMax         = 2 * DepthMax // open brackets and prefix operators at one place
	NodesMax            = 2000         // nodes of a tree, or of all trees of one list
	ListItemsMax        = 1000         // items of IN, an array, a tuple, a call, a list
	SearchTextsMax      = 255          // texts in the list of a multiSearchAny call
	StringBytesMax      = 4 << 10      // bytes of a string literal, phrase or word
	NameBytesMax        = 256          // bytes of a field, column, alias or parameter name
	GrowthMax           = 8            // calls per text of functions that can multiply their input
	LevelsMax           = 20           // levels of one quantiles call
	ParamSizeMax        = 1000         // size parameter of topK, groupArray, groupUniqArray
	TypeDepthMax        = 8            // levels of a type
	FixedStringBytesMax = 256          // length of the type FixedString
	StatementBytesMax   = 100_000      // bytes of a template of a statement
	StatementsMax       = 16           // SELECTs in one statement
	LimitMax            = 1_000_000    // rows in a LIMIT and in its OFFSET
	VariableValuesMax   = 1000         // values of one variable
)
