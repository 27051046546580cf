//go:build !race

package cloudapi_test

// mutatedRequests is how many malformed requests are sent.
const mutatedRequests = 7_000
