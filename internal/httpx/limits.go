package httpx

import "time"

// The defaults of Limits.
const (
	BodyBytesMaxDefault   = 1 << 20
	RequestTimeoutDefault = 30 * time.Second
	StreamStallDefault    = 30 * time.Second
	GzipBytesMinDefault   = 1 << 10
	RateBucketsMaxDefault = 1 << 16
	CredentialsMaxDefault = 1 << 16
)

// Limits that are the same for everyone.
const (
	// DetailsMax is how many broken rules one answer names.
	DetailsMax = 50
	// PathBytesMax is how many bytes of a field's path an answer repeats.
	PathBytesMax = 256
	// IdempotencyKeyBytesMax is the length of the longest Idempotency-Key.
	IdempotencyKeyBytesMax = 255
	// IdempotentAnswerBytesMax is the largest answer that is kept for a replay.
	IdempotentAnswerBytesMax = 1 << 20
	// IdempotencyLifetime is how long an answer can be replayed.
	IdempotencyLifetime = 24 * time.Hour
	// credentialLifetime is how long at least a credential that signed in is
	// counted under its own key before it has signed in again.
	credentialLifetime = 10 * time.Minute
	// retryAfterDefault goes out with 429 and 503 when the fault names no time.
	retryAfterDefault = 5 * time.Second
)

// Limits bounds what a request may cost. A zero field takes its default,
// except Rate, whose zero value means no limit.
type Limits struct {
	BodyBytesMax   int64         // a request body, unless its operation says otherwise
	RequestTimeout time.Duration // from routing to the answer
	StreamStall    time.Duration // one write of a stream to a client that does not read
	GzipBytesMin   int           // smaller responses are not compressed
	Rate           Rate
	RateBucketsMax int // keys, and addresses, that are counted on their own at a time
	CredentialsMax int // credentials that are remembered as good
}

// Rate allows Max requests in each Window. Max 0 switches the limit off.
type Rate struct {
	Max    int
	Window time.Duration
}

func (l Limits) withDefaults() Limits {
	fill(&l.BodyBytesMax, BodyBytesMaxDefault)
	fill(&l.RequestTimeout, RequestTimeoutDefault)
	fill(&l.StreamStall, StreamStallDefault)
	fill(&l.GzipBytesMin, GzipBytesMinDefault)
	fill(&l.RateBucketsMax, RateBucketsMaxDefault)
	fill(&l.CredentialsMax, CredentialsMaxDefault)
	return l
}

func fill[T int | int64 | time.Duration](field *T, value T) {
	if *field == 0 {
		*field = value
	}
}
