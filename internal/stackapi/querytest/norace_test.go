//go:build !race

package querytest_test

// mutatedRequests is how many malformed requests are sent.
const mutatedRequests = 500
