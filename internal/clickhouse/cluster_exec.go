package clickhouse

import "context"

// ExecWhole is Exec for a statement that the servers of a cluster pass on to each
// other. They would wait for one that is away: it is refused while there is one, and
// given up when one is lost. What was passed on, that server carries out when it is
// back, so that the statement must be one that may run twice.
func (c *Client) ExecWhole(ctx context.Context, sql string, settings ...Setting) error {
	hosts, err := c.WholeHosts(ctx)
	if err != nil {
		return err
	}
	for _, h := range hosts {
		watched, stop := h.Watch(ctx)
		defer stop()
		ctx = watched
	}
	return c.Exec(ctx, sql, settings...)
}

// WholeHosts is Hosts for those who need all of them: one that is not ready is an
// Unavailable fault that names its shard.
func (c *Client) WholeHosts(ctx context.Context) ([]*Host, error) {
	hosts, err := c.Hosts(ctx)
	if err != nil {
		return nil, err
	}
	for _, h := range hosts {
		if err := h.Err(); err != nil {
			return nil, err
		}
	}
	return hosts, nil
}
