package sqlstore

import (
	"database/sql/driver"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"time"
)

// The types below stand between a Go field and its column, in both
// directions: each holds a pointer to the field.

// instant keeps a time as milliseconds since 1970, and the zero time as NULL.
type instant struct{ of *time.Time }

// Value implements driver.Valuer.
func (i instant) Value() (driver.Value, error) {
	if i.of.IsZero() {
		return nil, nil
	}
	return i.of.UnixMilli(), nil
}

// Scan implements sql.Scanner.
func (i instant) Scan(src any) error {
	switch millis := src.(type) {
	case nil:
		*i.of = time.Time{}
	case int64:
		*i.of = time.UnixMilli(millis).UTC()
	default:
		return fmt.Errorf("can't read a time from %T", src)
	}
	return nil
}

// hexText keeps bytes as lower-case hex.
type hexText struct{ of *[]byte }

// Value implements driver.Valuer.
func (h hexText) Value() (driver.Value, error) { return hex.EncodeToString(*h.of), nil }

// Scan implements sql.Scanner.
func (h hexText) Scan(src any) (err error) {
	text, ok := src.(string)
	if !ok {
		return fmt.Errorf("can't read hex text from %T", src)
	}
	*h.of, err = hex.DecodeString(text)
	return err
}

// jsonText keeps a list or a struct as JSON.
type jsonText struct{ of any }

// Value implements driver.Valuer.
func (j jsonText) Value() (driver.Value, error) {
	text, err := json.Marshal(j.of)
	return string(text), err
}

// Scan implements sql.Scanner.
func (j jsonText) Scan(src any) error {
	text, ok := src.(string)
	if !ok {
		return fmt.Errorf("can't read JSON text from %T", src)
	}
	return json.Unmarshal([]byte(text), j.of)
}

func scanInt64(r row) (int64, error) {
	var n int64
	err := r.Scan(&n)
	return n, err
}

// optionalInstant keeps a time as milliseconds since 1970, and nil as NULL.
type optionalInstant struct{ of **time.Time }

// Value implements driver.Valuer.
func (i optionalInstant) Value() (driver.Value, error) {
	if *i.of == nil {
		return nil, nil
	}
	return instant{*i.of}.Value()
}

// Scan implements sql.Scanner.
func (i optionalInstant) Scan(src any) error {
	if src == nil {
		*i.of = nil
		return nil
	}
	*i.of = &time.Time{}
	return instant{*i.of}.Scan(src)
}
