//go:build race

package stackwire_test

// The race detector makes the database many times slower; it needs fewer
// tries to see what it looks for.
const (
	seeds           = 2   // random resources of each noun
	mutatedRequests = 400 // malformed requests to each deployment
	writers         = 12  // who change one thing at once
	probesEvery     = 10  // one of so many probes of fields is sent
)
