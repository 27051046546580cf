package main

import (
	"errors"
	"os"
	"syscall"
)

// become runs the program anew as another user, in the same process. It returns
// only when that fails, and then nothing else may be done.
func become(uid, gid int) error {
	if err := errors.Join(syscall.Setgroups([]int{gid}), syscall.Setgid(gid), syscall.Setuid(uid)); err != nil {
		return err
	}
	executable, err := os.Executable()
	if err != nil {
		return err
	}
	return syscall.Exec(executable, os.Args, os.Environ())
}
