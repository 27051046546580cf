// Package clickhouse is the telemetry engine as the layers above see it: a
// real ClickHouse, either embedded (a supervised child process of this very
// binary) or external (by URL), behind one typed client.
//
// An Endpoint says where to dial: StartEmbedded and ParseURL both make one.
// Open puts a Client over it, with a bounded pool of connections per role.
// EnsureTeam brings a team's database to the present schema.
package clickhouse
