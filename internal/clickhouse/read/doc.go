// Package read asks the engine what use cases want to know: series, rows,
// fields, metrics and statements, and one scan for many alerts.
package read
