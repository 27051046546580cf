package sqlstore

import (
	"crypto/sha256"
	"database/sql"
	"encoding/binary"
	"encoding/json"
	"errors"
	"io"
	"strconv"

	"github.com/cairnstack/cairn/internal/backup"
)

// errDump says that a dump is not one.
var errDump = errors.New("the dump of the metadata can't be read")

// fraction is a number with a fraction in a dump. JSON has no infinities.
type fraction struct {
	Real string `json:"real"`
}

// rowForm reads the rows of a table.
type rowForm struct {
	dumpHead
	isBool []bool // SQLite has numbers where the schema says BOOLEAN
	places []any
}

func formOf(table string, rows *sql.Rows) (rowForm, error) {
	form := rowForm{dumpHead: dumpHead{Table: table}}
	types, err := rows.ColumnTypes()
	for _, column := range types {
		form.Columns = append(form.Columns, column.Name())
		form.isBool = append(form.isBool, column.DatabaseTypeName() == "BOOLEAN")
		form.places = append(form.places, new(any))
	}
	return form, err
}

// scan returns a row in a form that is the same for all databases.
func (f rowForm) scan(rows *sql.Rows) ([]any, error) {
	if err := rows.Scan(f.places...); err != nil {
		return nil, err
	}
	row := make([]any, len(f.places))
	for i, place := range f.places {
		row[i] = f.portable(i, *place.(*any))
	}
	return row, nil
}

// scanPlain returns a row as a database takes it.
func (f rowForm) scanPlain(rows *sql.Rows) ([]any, error) {
	if err := rows.Scan(f.places...); err != nil {
		return nil, err
	}
	row := make([]any, len(f.places))
	for i, place := range f.places {
		row[i] = *place.(*any)
		if number, isNumber := row[i].(int64); isNumber && f.isBool[i] {
			row[i] = number != 0
		}
	}
	return row, nil
}

func (f rowForm) portable(column int, value any) any {
	switch v := value.(type) {
	case float64:
		return fraction{strconv.FormatFloat(v, 'g', -1, 64)}
	case int64:
		if f.isBool[column] {
			return v != 0
		}
	}
	return value
}

func writeLine(w io.Writer, value any) ([]byte, error) {
	line, err := json.Marshal(value)
	if err != nil {
		return nil, err
	}
	_, err = w.Write(append(line, '\n'))
	return line, err
}

// lineSum is the hash of a row.
func lineSum(line []byte) backup.Sum {
	sum := sha256.Sum256(line)
	return backup.Sum(binary.BigEndian.Uint64(sum[:8]))
}

// storable returns what a value of a dump is to the database.
func storable(raw any) (any, error) {
	switch v := raw.(type) {
	case nil, string, bool:
		return v, nil
	case json.Number:
		return v.Int64()
	case map[string]any:
		text, _ := v["real"].(string)
		number, err := strconv.ParseFloat(text, 64)
		if err != nil {
			return nil, errDump
		}
		return number, nil
	}
	return nil, errDump
}
