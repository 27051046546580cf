// Package query has the words of a question to telemetry: time ranges,
// granularity, aggregates, languages, and the queries and results of series,
// rows and fields.
package query
