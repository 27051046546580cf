package tables

import (
	"slices"
	"strings"
)

// What later migrations change about a table, and where a statement that makes
// one has the place for it.
const (
	makesTable  = "CREATE TABLE IF NOT EXISTS "
	altersTable = "ALTER TABLE "
	setsSetting = "MODIFY SETTING\n"
	addsIndex   = "ADD INDEX IF NOT EXISTS "
	addsColumn  = "ADD COLUMN IF NOT EXISTS "
	columnsEnd  = "\n)\nENGINE = "
)

// newTables returns the statements for a database without tables.
func (l layout) newTables(steps []migration) ([]string, error) {
	var statements []string
	for _, step := range steps {
		more, err := l.statements(step.text)
		if err != nil {
			return nil, err
		}
		statements = append(statements, more...)
	}
	return folded(statements), nil
}

// folded returns the statements of all migrations with each table made as the
// last one leaves it. An ALTER costs as much as making the table does, and a new
// team would have one or two for each.
func folded(statements []string) []string {
	var made []string
	for _, sql := range statements {
		if !foldInto(made, sql) {
			made = append(made, sql)
		}
	}
	return made
}

// foldInto adds what an ALTER changes to the statement that makes its table. It
// reports false for any other statement.
func foldInto(made []string, sql string) bool {
	head, change, _ := strings.Cut(sql, "\n")
	table, isAlter := strings.CutPrefix(head, altersTable)
	if isAlter && strings.HasPrefix(change, addsColumn) && isMadeLike(made, table) {
		return true
	}
	at := slices.IndexFunc(made, func(s string) bool { return strings.HasPrefix(s, makesTable+table+"\n") })
	if !isAlter || at < 0 {
		return false
	}
	if settings, ok := strings.CutPrefix(change, setsSetting); ok {
		made[at] += ",\n" + settings
		return true
	}
	if index, ok := strings.CutPrefix(change, addsIndex); ok {
		made[at] = strings.Replace(made[at], columnsEnd, ",\n    INDEX "+index+columnsEnd, 1)
		return true
	}
	if column, ok := strings.CutPrefix(change, addsColumn); ok {
		made[at] = withColumn(made[at], column)
		return true
	}
	return false
}

// withColumn returns the statement that makes a table with one more column,
// which stands in it once: on a single server, the table that holds rows and the
// one that is read are the same.
func withColumn(sql, column string) string {
	line := ",\n    " + column
	if strings.Contains(sql, line) {
		return sql
	}
	return strings.Replace(sql, columnsEnd, line+columnsEnd, 1)
}

// isMadeLike reports whether a table gets the columns of another one when it is
// made.
func isMadeLike(made []string, table string) bool {
	return slices.ContainsFunc(made, func(s string) bool { return strings.HasPrefix(s, makesTable+table+" AS ") })
}
