package embedded

import "syscall"

// childAttributes put the child into a process group of its own, so that a
// Ctrl-C at the terminal reaches the server alone. The parent's death ends
// the child through its standard input.
func childAttributes() *syscall.SysProcAttr {
	return &syscall.SysProcAttr{Setpgid: true}
}
