// Package ql holds the two languages in which people say what they look
// for: a Lucene-like one for search boxes, and SQL expressions for
// conditions, groups, columns and orders. Both are parsed into one tree of
// Nodes that state meaning; nothing of a user's text goes further than into
// the values of that tree. The package does no I/O and prints no SQL for the
// engine: a node's String is canonical text of its own language and parses to
// an equal tree.
//
// # Lucene-like language
//
//	query    = [ or ]                                  nothing matches everything
//	or       = and { ( "OR" | "||" ) and }
//	and      = not { [ "AND" | "&&" ] not }            a space is an AND
//	not      = "NOT" not | [ "-" | "!" | "+" ] clause decoration
//	clause   = "(" or ")" | phrase | word | field ":" value
//	value    = phrase | word | "(" or ")" | compare | range | "*"
//	compare  = ( "<" | "<=" | ">" | ">=" ) end
//	range    = ( "[" | "{" ) end "TO" end ( "]" | "}" )
//	end      = phrase | word | "*"                     * is open, in ranges only
//
// NOT binds before AND, AND before OR. Operators are upper case. - and ! negate;
// + and the decoration (~ and ^ with an optional number) mean nothing. A word
// ends at white space or one of : { } ( ) " ^ ~ [ ] unless a backslash
// precedes it; in a phrase only \" and \\ are escapes. A colon is text behind
// http:// and https://, in localhost:PORT, and in the ends of comparisons and
// ranges. No space stands around the colon of a field or behind a comparison
// sign. Inside of field:( … ) words, phrases, comparisons and ranges are about
// the field, unless they name another.
//
//	word                  Token: a whole token of the implicit column
//	foo-bar, "foo bar"    Phrase: all tokens, and the text as a substring
//	foo*, *foo, *foo*     Prefix, Suffix, Contains: anchored at the entire text
//	field:foo             Substring; equality on numbers and booleans, some element of an array
//	field:(foo "b c")     Substring of each
//	field:"Foo"           Exact, case-sensitive; the others ignore case
//	field:foo* and so on  Prefix, Suffix, Contains
//	field:-5              the value -5
//	field:>5              Compare: numbers where the value is an unquoted number
//	field:[1 TO 5}        Range: [ ] include their end, { } exclude it, * is open
//	field:*, [* TO *]     Exists: present and not empty
//	*, *:*, ""            All
//
// # SQL expressions
//
// From the loosest to the tightest binding; operators of a line are read from
// left to right, key words in any letter case:
//
//	c ? a : b
//	OR
//	AND
//	NOT
//	= == != <> < <= > >=   [NOT] IN   [NOT] BETWEEN   [NOT] LIKE   [NOT] ILIKE   IS [NOT] NULL
//	||
//	+ -
//	* / %
//	- (sign)
//	x[key]   x.name   x.1   x::type
//
// Operands are numbers (decimal, exponent, 0x), 'strings' with doubled quotes
// or backslash escapes, NULL, true, false, [arrays], (tuples), INTERVAL n unit,
// columns (plain, `quoted`, "quoted", dotted), CASE in both forms, CAST(x AS
// type) and calls of the functions in functionTable. An IN list holds literals
// only. A lambda stands only as the first argument of a function that takes
// one. Aggregates stand where ParseOptions allow them and never in one
// another; count(DISTINCT x) is uniqExact(x), count(*) is count().
//
// There are no statements, clauses, subqueries, tables, comments, semicolons,
// placeholders, variables or quoted function names.
package ql
