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
