package sqlstore

import "context"

// paged is a statement that returns a part of a list, and one that counts the
// whole.
type paged struct{ items, count statement }

// page returns a part of a list and how long the list is.
func page[T any](ctx context.Context, s *Store, scan func(row) (T, error), p paged) ([]T, int, error) {
	total, err := one(ctx, s, scanInt64, p.count)
	if err != nil {
		return nil, 0, err
	}
	found, err := some(ctx, s, scan, p.items)
	return found, int(total), err
}
