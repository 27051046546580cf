package clickhouse

import "strings"

// quoteName prints an identifier. It is the only place that does.
func quoteName(name string) string {
	return "`" + strings.NewReplacer("\\", "\\\\", "`", "\\`").Replace(name) + "`"
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
	return "'" + strings.NewReplacer("\\", "\\\\", "'", "\\'").Replace(text) + "'"
}
