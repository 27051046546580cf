package clickhouse

import "strings"

// QuoteName prints an identifier. It is the only place that does.
func QuoteName(name string) string {
	return "`" + escaped(name, "`") + "`"
}

// QuoteTable prints a table's full name.
func QuoteTable(database, table string) string {
	if database == "" {
		return QuoteName(table)
	}
	return QuoteName(database) + "." + QuoteName(table)
}

// QuoteText prints a string literal.
func QuoteText(text string) string {
	return "'" + escaped(text, "'") + "'"
}

// escaped puts a backslash before each backslash and each quote.
func escaped(text, quote string) string {
	return strings.ReplaceAll(strings.ReplaceAll(text, `\`, `\\`), quote, `\`+quote)
}
