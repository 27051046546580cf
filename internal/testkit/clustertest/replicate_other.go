//go:build !(linux && amd64)

package clustertest

import "errors"

// LetReplicate fails: only the library for Linux on amd64 is known well enough.
func LetReplicate(string, string) error {
	return errors.New("replication is tested on Linux on amd64 alone")
}
