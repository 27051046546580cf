package embedded

import "syscall"

// childAttributes put the child into a process group of its own, so that a
// Ctrl-C at the terminal reaches the server alone, and have the kernel kill it
// when the thread that started it dies.
func childAttributes() *syscall.SysProcAttr {
	return &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}
}
