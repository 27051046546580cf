// Package cluster shows operators the servers of a ClickHouse cluster: what each
// of them says about itself and about the others, what is wrong with that, and
// what to change. It changes nothing on them.
package cluster
