// Package tables keeps telemetry in the databases of teams: schema and
// migrations, inserts, columns of attribute keys, retention, dump and load.
package tables
