//go:build !linux || !(amd64 || arm64)

package diskguard

// Install does nothing on this platform.
func Install(Options) error { return nil }
