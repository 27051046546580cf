// Package promwrite speaks Prometheus remote write 1.0 and 2.0: decoders that
// turn requests into telemetry rows, and the receiver in front of them.
package promwrite
