// Package telemetry is the domain of what is collected: log records, spans
// and metric points, held column by column, with the rules that make a stored
// record of a received one (limits, severity, service name, JSON bodies).
//
// Rows is the container that decoders fill and the engine's adapter inserts.
// It does no I/O and reads no clock.
package telemetry
