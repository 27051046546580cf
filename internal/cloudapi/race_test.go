//go:build race

package cloudapi_test

// mutatedRequests is how many malformed requests are sent; the race detector
// makes the database many times slower.
const mutatedRequests = 400
