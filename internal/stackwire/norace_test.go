//go:build !race

package stackwire_test

const (
	seeds           = 15    // random resources of each noun
	mutatedRequests = 7_000 // malformed requests to each deployment
	writers         = 64    // who change one thing at once
	probesEvery     = 1     // one of so many probes of fields is sent
)
