package clickhouse

import "strings"

// quoteName prints an identifier. It is the only place that does.
func quoteName(name string) string {
	return "`" + escaped(name, "`") + "`"
}

// quoteTable prints a table's full name.
func quoteTable(database, table string) string {
	if database == "" {
		return quoteName(table)
	}
	return quoteName(database) + "." + quoteName(table)
}

// quoteText prints a string literal.
func quoteText(text string) string {
	return "'" + escaped(text, "'") + "'"
}

// escaped puts a backslash before each backslash and each quote.
func escaped(text, quote string) string {
	return strings.ReplaceAll(strings.ReplaceAll(text, `\`, `\\`), quote, `\`+quote)
}
