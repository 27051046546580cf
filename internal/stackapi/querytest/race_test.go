//go:build race

package querytest_test

// mutatedRequests is how many malformed requests are sent; the race detector
// makes them slow.
const mutatedRequests = 200
