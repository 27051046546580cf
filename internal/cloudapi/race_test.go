//go:build race

package cloudapi_test

// The race detector makes the database many times slower; it needs fewer
// tries to see what it looks for.
const (
	mutatedRequests = 400 // malformed requests
	probesEvery     = 10  // one of so many probes of fields is sent
)
