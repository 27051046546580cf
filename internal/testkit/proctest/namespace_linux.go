package proctest

import (
	"os"
	"syscall"
)

// OwnMounts asks for a mount namespace, and without root for a user namespace
// in which mounting is allowed.
func OwnMounts() *syscall.SysProcAttr {
	if os.Getuid() == 0 {
		return &syscall.SysProcAttr{Unshareflags: syscall.CLONE_NEWNS}
	}
	own := OwnUsers()
	own.Cloneflags |= syscall.CLONE_NEWNS
	return own
}

// OwnUsers asks for a user namespace, in which the caller has power over the own
// files alone.
func OwnUsers() *syscall.SysProcAttr {
	return &syscall.SysProcAttr{
		Cloneflags:  syscall.CLONE_NEWUSER,
		UidMappings: []syscall.SysProcIDMap{{HostID: os.Getuid(), Size: 1}},
		GidMappings: []syscall.SysProcIDMap{{HostID: os.Getgid(), Size: 1}},
	}
}
