// Package embedded runs ClickHouse as a supervised child process of our own
// binary: a complete server in one shared library, on a port of loopback, with
// logins that are made at each start.
package embedded
