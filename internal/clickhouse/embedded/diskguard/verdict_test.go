package diskguard

import (
	"syscall"
	"testing"
)

func TestJudge(t *testing.T) {
	t.Parallel()
	file, folder := target{mode: syscall.S_IFREG | 0o600}, target{mode: syscall.S_IFDIR}
	text, socket := target{mode: syscall.S_IFREG, isDisposable: true}, target{mode: syscall.S_IFSOCK}
	for _, c := range []struct {
		name  string
		call  call
		errno syscall.Errno
		to    target
		want  verdict
	}{
		{"a full disk is waited out", callWrite, syscall.ENOSPC, file, wait},
		{"so is a quota", callPwrite, syscall.EDQUOT, file, wait},
		{"the log is dropped on a full disk", callWritev, syscall.ENOSPC, text, drop},
		{"a broken disk ends the engine", callWrite, syscall.EIO, file, end},
		{"so does one that became read-only", callWrite, syscall.EROFS, file, end},
		{"a failed sync ends the engine", callFdatasync, syscall.ENOSPC, file, end},
		{"that of a folder too", callFsync, syscall.EIO, folder, end},
		{"a terminal that is gone is not ours", callWrite, syscall.EIO, target{mode: syscall.S_IFCHR}, pass},
		{"a socket is not ours", callWrite, syscall.EIO, socket, pass},
		{"what can't be looked at is not ours", callWrite, syscall.EIO, target{}, pass},
	} {
		if got := judge(c.call, c.errno, c.to); got != c.want {
			t.Errorf("%s: verdict %d, want %d", c.name, got, c.want)
		}
	}
}
