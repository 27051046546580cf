package httpx

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"github.com/cairnstack/cairn/internal/fault"
)

// IdempotencyStore keeps the responses to POSTs of a principal that carried an
// Idempotency-Key. The claim of a key, what the handler does and the stored
// answer are one transaction, so that a key is used exactly when its request
// took effect. Records are sealed: the store sees neither keys nor responses.
type IdempotencyStore interface {
	// InTx runs fn in a transaction that fn's context carries, commits it
	// when fn returns nil and rolls it back when fn fails or panics. It
	// returns fn's error so that errors.As still finds what is in it.
	InTx(ctx context.Context, fn func(ctx context.Context) error) error
	// ClaimIdempotencyKey claims a key within the transaction and returns
	// nil, or returns the record that is stored under it and has not
	// expired. While another transaction holds the key, it waits.
	ClaimIdempotencyKey(ctx context.Context, scope, key string, expires time.Time) (record []byte, err error)
	// SaveIdempotentAnswer stores the record of a key that the transaction
	// has claimed.
	SaveIdempotentAnswer(ctx context.Context, scope, key string, record []byte) error
}

// idempotentRecord is what is stored, sealed, under a key.
type idempotentRecord struct {
	Fingerprint string `json:"fingerprint"`
	Status      int    `json:"status"`
	ETag        string `json:"etag,omitempty"`
	Total       string `json:"total,omitempty"`
	TooLarge    bool   `json:"tooLarge,omitempty"` // the body was not kept
	Body        []byte `json:"body,omitempty"`
}

const idempotencyHeader = "Idempotency-Key"

func idempotencyParam() *huma.Param {
	p := headerParam(idempotencyHeader, "Makes the request safe to retry: for 24 hours, a retry with the same key gets the first response.")
	shortest, longest := 1, IdempotencyKeyBytesMax
	p.Schema.MinLength, p.Schema.MaxLength = &shortest, &longest
	return p
}

// idempotencyKey returns the request's key, empty when it has none or none is
// needed.
func (o *operation) idempotencyKey(r *http.Request) (string, error) {
	lines := r.Header[idempotencyHeader]
	if len(lines) == 0 || !o.idempotent || o.api.store == nil {
		return "", nil
	}
	key := lines[0]
	invisible := strings.ContainsFunc(key, func(c rune) bool { return c <= ' ' || c > '~' })
	if len(lines) > 1 || key == "" || len(key) > IdempotencyKeyBytesMax || invisible {
		return "", fault.InvalidDetails([]fault.Detail{{Path: idempotencyHeader, Code: "format",
			Message: fmt.Sprintf("must be given once, with 1 to %d visible ASCII characters", IdempotencyKeyBytesMax)}})
	}
	return key, nil
}

// once runs the handler and stores its answer, or returns what is stored.
// Only success is stored: a failure rolls everything back, so that the
// request can be sent again under the same key.
func (a *API) once(ctx context.Context, c *call, handle func(context.Context) (*answer, error)) (*answer, error) {
	var out *answer
	err := a.store.InTx(ctx, func(ctx context.Context) error {
		var err error
		out, err = a.claimOrRun(ctx, c, handle)
		return err
	})
	if err != nil {
		return nil, err
	}
	return out, nil
}

func (a *API) claimOrRun(ctx context.Context, c *call, handle func(context.Context) (*answer, error)) (*answer, error) {
	scope, digest := c.identity.scope(), sha256.Sum256([]byte(c.key))
	key := hex.EncodeToString(digest[:])
	stored, err := a.store.ClaimIdempotencyKey(ctx, scope, key, a.edge.clock().Add(IdempotencyLifetime))
	if err != nil {
		return nil, err
	}
	if stored != nil {
		return c.replay(stored)
	}
	out, err := handle(ctx)
	if err != nil {
		return nil, err
	}
	record, err := c.record(out)
	if err != nil {
		return nil, err
	}
	return out, a.store.SaveIdempotentAnswer(ctx, scope, key, record)
}

func (c *call) record(out *answer) ([]byte, error) {
	record := idempotentRecord{Fingerprint: c.fingerprint(), Status: out.status, ETag: out.etag, Total: out.total, Body: out.body}
	if len(out.body) > IdempotentAnswerBytesMax {
		record.TooLarge, record.Body = true, nil
	}
	plain, err := json.Marshal(record)
	if err != nil {
		return nil, err
	}
	return c.sealer().seal(plain)
}

// replay returns a stored record, byte for byte as it was; only the headers
// are of this request.
func (c *call) replay(stored []byte) (*answer, error) {
	var record idempotentRecord
	plain, err := c.sealer().open(stored)
	if err == nil {
		err = json.Unmarshal(plain, &record)
	}
	switch {
	case err != nil:
		return nil, fault.Wrap(fault.Conflict, err, "the Idempotency-Key was used with another credential")
	case record.Fingerprint != c.fingerprint():
		return nil, fault.New(fault.Conflict, "the Idempotency-Key was used for another request")
	case record.TooLarge:
		return nil, fault.New(fault.Conflict, "the request with this Idempotency-Key has succeeded; its answer was too large to keep")
	}
	return &answer{status: record.Status, contentType: mediaJSON, etag: record.ETag, total: record.Total, replayed: true, body: record.Body}, nil
}

// fingerprint tells requests apart by method, route, parameters and body, not
// by how the route is spelled.
func (c *call) fingerprint() string {
	parts := []string{c.op.Method, c.op.Path, c.r.URL.RawQuery}
	for _, p := range c.op.described.Parameters {
		if p.In == "path" {
			parts = append(parts, c.Param(p.Name))
		}
	}
	if c.body.digest != nil {
		parts = append(parts, string(c.body.digest.Sum(nil)))
	}
	sum := sha256.Sum256(fmt.Appendf(nil, "%q", parts))
	return hex.EncodeToString(sum[:])
}
