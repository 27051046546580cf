//go:build !linux

package proctest

import "syscall"

// OwnMounts asks for nothing where there are no namespaces: what is mounted
// then fails.
func OwnMounts() *syscall.SysProcAttr { return &syscall.SysProcAttr{} }

// OwnUsers asks for nothing either: the command then may what the test may.
func OwnUsers() *syscall.SysProcAttr { return &syscall.SysProcAttr{} }
