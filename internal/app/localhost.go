package app

import (
	"net"
	"net/netip"
)

// onThisMachine returns an address that a browser on this machine can open: one
// that means all addresses, as in containers, is none.
func onThisMachine(addr string) string { return onHost(addr, "localhost") }

// onHost returns an address with a host in place of all addresses.
func onHost(addr, name string) string {
	host, port, err := net.SplitHostPort(addr)
	if err != nil {
		return addr
	}
	if ip, err := netip.ParseAddr(host); host == "" || err == nil && ip.IsUnspecified() {
		return net.JoinHostPort(name, port)
	}
	return addr
}
