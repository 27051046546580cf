//go:build !race

package cloudapi_test

const (
	mutatedRequests = 7_000 // malformed requests
	probesEvery     = 1     // one of so many probes of fields is sent
)
