// Package explore arranges what a team asks of its telemetry: searches, series,
// tiles, fields, traces and the tail, for people and for alerts.
package explore
