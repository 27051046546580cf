package sqlstore

import (
	"cmp"
	"context"
	"database/sql"
	"strings"
	"unicode/utf8"

	"github.com/cairnstack/cairn/internal/fault"
)

// statement is one SQL text with its values and the noun it is about, for
// messages.
type statement struct {
	noun  string
	text  string
	args  []any
	taken string // message when a unique value exists already
}

func about(noun, text string, args ...any) statement {
	return statement{noun: noun, text: text, args: args, taken: noun + " already exists"}
}

func (st statement) orTaken(message string) statement {
	st.taken = message
	return st
}

// check refuses text that PostgreSQL can't store, on both databases.
func (st statement) check() error {
	for _, arg := range st.args {
		text, ok := arg.(string)
		if pointer, isPointer := arg.(*string); isPointer {
			text, ok = *pointer, true
		}
		if ok && (!utf8.ValidString(text) || strings.ContainsRune(text, 0)) {
			return fault.New(fault.Invalid, "text must be UTF-8 without NUL characters")
		}
	}
	return nil
}

// row is what a scan function reads.
type row interface{ Scan(dest ...any) error }

// one returns the only row of the statement, or a NotFound fault.
func one[T any](ctx context.Context, s *Store, scan func(row) (T, error), st statement) (T, error) {
	found, err := some(ctx, s, scan, st)
	if err != nil || len(found) == 0 {
		var none T
		return none, cmp.Or(err, st.notFound())
	}
	return found[0], nil
}

// some returns the rows of the statement; the text bounds their number.
func some[T any](ctx context.Context, s *Store, scan func(row) (T, error), st statement) ([]T, error) {
	if err := st.check(); err != nil {
		return nil, err
	}
	ctx, cancel := s.withDeadline(ctx)
	defer cancel()
	rows, err := s.read(ctx).QueryContext(repeated(ctx), st.text, st.args...)
	if err != nil {
		return nil, s.failure(ctx, st, err)
	}
	found, err := scanAll(rows, scan)
	return found, s.failure(ctx, st, err)
}

func scanAll[T any](rows *sql.Rows, scan func(row) (T, error)) ([]T, error) {
	defer func() { _ = rows.Close() }()
	var found []T
	for rows.Next() {
		next, err := scan(rows)
		if err != nil {
			return nil, err
		}
		found = append(found, next)
	}
	return found, rows.Err()
}

// list is some for what users page through; it logs when the list is cut.
func list[T any](ctx context.Context, s *Store, scan func(row) (T, error), st statement) ([]T, error) {
	st.args = append(st.args, s.options.ListRowsMax)
	found, err := some(ctx, s, scan, st)
	if len(found) == s.options.ListRowsMax {
		s.options.Logger.WarnContext(ctx, "a list reached its limit and may be cut", "of", st.noun, "limit", s.options.ListRowsMax)
	}
	return found, err
}

// change runs a writing statement and returns how many rows it touched.
func (s *Store) change(ctx context.Context, st statement) (int, error) {
	if err := st.check(); err != nil {
		return 0, err
	}
	ctx, cancel := s.withDeadline(ctx)
	defer cancel()
	result, err := s.write(ctx).ExecContext(repeated(ctx), st.text, st.args...)
	if err != nil {
		return 0, s.failure(ctx, st, err)
	}
	touched, err := result.RowsAffected()
	return int(touched), err
}

// insert runs a statement that adds a row.
func (s *Store) insert(ctx context.Context, st statement) error {
	_, err := s.change(ctx, st)
	return err
}

// touch runs a statement that must touch a row; otherwise it is NotFound.
func (s *Store) touch(ctx context.Context, st statement) error {
	touched, err := s.change(ctx, st)
	if err == nil && touched == 0 {
		return st.notFound()
	}
	return err
}

// update runs a statement with a version guard. When it touches nothing,
// find tells a row that changed (Stale) from one that is not there.
func (s *Store) update(ctx context.Context, st statement, find func() error) error {
	touched, err := s.change(ctx, st)
	if err != nil || touched > 0 {
		return err
	}
	if err := find(); err != nil {
		return err
	}
	return fault.New(fault.Stale, "the %s changed since it was read", st.noun)
}

func (st statement) notFound() error { return fault.New(fault.NotFound, "%s does not exist", st.noun) }

// withDeadline bounds a statement together with its wait for a connection.
func (s *Store) withDeadline(ctx context.Context) (context.Context, context.CancelFunc) {
	return context.WithTimeout(ctx, s.options.StatementTimeout)
}
