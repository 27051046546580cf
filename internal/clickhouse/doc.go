// Package clickhouse talks to the telemetry engine over its native protocol:
// connections, roles, limits, and whether the engine is there. Below it stand
// embedded (the supervised child), tables (what teams store), compile (a user's
// tree as SQL) and read (questions).
package clickhouse
