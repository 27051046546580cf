package sqlstore

import "context"

// WriterExec runs a text on the connections that write.
func (s *Store) WriterExec(ctx context.Context, text string) error {
	_, err := s.writer.ExecContext(ctx, text)
	return s.failure(ctx, about("row", text), err)
}

// ReaderExec runs a text on the connections that read.
func (s *Store) ReaderExec(ctx context.Context, text string) error {
	_, err := s.reader.ExecContext(ctx, text)
	return err
}

// Failure answers the fault that is made of a database error.
func (s *Store) Failure(err error) error {
	return s.failure(context.Background(), about("row", ""), err)
}

// Text answers the one text that a query selects on the connections that
// write.
func (s *Store) Text(ctx context.Context, query string) (string, error) {
	var text string
	err := s.writer.QueryRowContext(ctx, query).Scan(&text)
	return text, err
}

// Nested runs a query again while its rows are open, in one transaction, and
// answers how many rows both have.
func (s *Store) Nested(ctx context.Context, query string) (outer, inner int, err error) {
	err = s.InTx(ctx, func(ctx context.Context) error {
		rows, err := s.read(ctx).QueryContext(ctx, query)
		if err != nil {
			return err
		}
		defer func() { _ = rows.Close() }()
		for rows.Next() {
			outer++
			found, err := some(ctx, s, scanInt64, about("row", query))
			if err != nil {
				return err
			}
			inner += len(found)
		}
		return rows.Err()
	})
	return outer, inner, err
}
