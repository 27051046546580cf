// Package check holds Cairn to what it promises about Prometheus: its tests run
// Prometheus' own tests of PromQL through remote write and the API, compare answers
// with those of a real Prometheus, and send what its clients send.
package check
