package clickhouse

import (
	"context"
	"errors"
	"time"

	"github.com/ClickHouse/ch-go"
	"github.com/ClickHouse/ch-go/proto"
)

// StartNonce returns the nonce of the present start of the embedded engine
// that listens at a target.
func StartNonce(ctx context.Context, target Target, timeout time.Duration) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	c, err := dial(ctx, target, dialing{role: Admin, timeout: timeout})
	if err != nil {
		return "", err
	}
	defer c.close()
	return c.startNonce(ctx)
}

func (c *conn) startNonce(ctx context.Context) (string, error) {
	var nonce proto.ColStr
	err := c.do(ctx, ch.Query{
		Body:   "SELECT getMacro('cairn_start') AS nonce",
		Result: proto.Results{{Name: "nonce", Data: &nonce}},
	})
	if err != nil || nonce.Rows() != 1 {
		return "", errors.Join(err, errors.New("no nonce"))
	}
	return nonce.Row(0), nil
}
