//go:build amd64 || arm64

package diskguard

import (
	"fmt"
	"io"
	"os"
	"strconv"
	"sync"
	"syscall"
	"time"
	"unsafe"

	"golang.org/x/sys/unix"
)

// How often a write to a full disk is tried again, and how often at most the
// guard says so.
const (
	retryInterval = 50 * time.Millisecond
	reportEvery   = 10 * time.Second
)

// letThrough makes the hook call the original function.
const letThrough = ^uintptr(0)

// request is a failed call as the assembly passes it.
type request struct {
	fd, buffer, length, offset uintptr
	call                       call
	errno                      syscall.Errno
}

// guard decides about failed calls.
type guard struct {
	isDisposable func(path string) bool
	stderr       io.Writer

	mu       sync.Mutex
	waiting  int
	said     time.Time // when it last said that the disk is full
	isSilent bool      // whether the present wait was not reported
}

// decide returns the result of the call, or letThrough. It runs on the thread
// of the library that made the call.
func (g *guard) decide(r *request) uintptr {
	path := pathOf(r.fd)
	switch judge(r.call, r.errno, g.target(r.fd, path)) {
	case wait:
		return g.await(r, path)
	case drop:
		return r.wanted()
	case end:
		g.end(r, path)
	case pass:
	}
	return letThrough
}

func (g *guard) target(fd uintptr, path string) target {
	var stat unix.Stat_t
	if err := unix.Fstat(int(fd), &stat); err != nil {
		return target{}
	}
	return target{mode: stat.Mode, isDisposable: g.isDisposable(path)}
}

func pathOf(fd uintptr) string {
	path, err := os.Readlink("/proc/self/fd/" + strconv.FormatUint(uint64(fd), 10))
	if err != nil {
		return "a file"
	}
	return path
}

// await makes the call again until the disk has room.
func (g *guard) await(r *request, path string) uintptr {
	g.begin(path)
	defer g.finish()
	for {
		time.Sleep(retryInterval)
		n, errno := r.again()
		if errno == 0 {
			return n
		}
		if errno == syscall.EINTR {
			continue
		}
		switch judge(r.call, errno, g.target(r.fd, path)) {
		case wait:
		case end:
			r.errno = errno
			g.end(r, path)
		case pass, drop:
			return letThrough
		}
	}
}

func (g *guard) begin(path string) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.waiting++
	if g.waiting > 1 {
		return
	}
	g.isSilent = time.Since(g.said) < reportEvery
	if !g.isSilent {
		g.said = time.Now()
		g.say("the disk is full: writes wait until there is room, first " + path)
	}
}

func (g *guard) finish() {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.waiting--
	if g.waiting == 0 && !g.isSilent {
		g.say("the disk has room again: writes go on")
	}
}

// end ends the process before the library can use what was not written.
func (g *guard) end(r *request, path string) {
	g.say(fmt.Sprintf("the disk fails (%s of %s: %s): the engine is ended before it damages anything", r.call, path, r.errno))
	_ = unix.Kill(unix.Getpid(), unix.SIGKILL)
	select {} // the signal is on its way
}

// say prints a line of its own, whatever stands before it.
func (g *guard) say(text string) {
	_, _ = io.WriteString(g.stderr, "\n"+Prefix+text+"\n") // nobody is left to tell
}

// again makes the system call of the request.
func (r *request) again() (uintptr, syscall.Errno) {
	n, _, errno := unix.Syscall6(r.call.number(), r.fd, r.buffer, r.length, r.offset, 0, 0)
	return n, errno
}

// wanted returns what the call returns when it succeeds.
func (r *request) wanted() uintptr {
	switch r.call {
	case callWrite, callPwrite:
		return r.length
	case callWritev:
		var sum uintptr
		vectors := *(*unsafe.Pointer)(unsafe.Pointer(&r.buffer)) // memory of the library
		for _, v := range unsafe.Slice((*unix.Iovec)(vectors), r.length) {
			sum += uintptr(v.Len)
		}
		return sum
	case callMkdir, callFsync, callFdatasync:
	}
	return 0
}

func (c call) number() uintptr {
	return [calls]uintptr{unix.SYS_WRITE, unix.SYS_PWRITE64, unix.SYS_WRITEV, unix.SYS_FSYNC, unix.SYS_FDATASYNC}[c]
}
