package app

import (
	"cmp"
	"os"
	"path"
	"path/filepath"
	"strconv"
	"strings"
)

// Host is the machine on which the server runs. Its zero value is the real one;
// tests set Root to a folder with files of their own.
type Host struct {
	Root string // of /proc and /sys; empty: /
}

// hostMemory is memory and who limits it.
type hostMemory struct {
	bytes int64 // 0: unknown
	owner string
}

// memory returns the memory of the machine, or of the cgroup where that has
// less.
func (h Host) memory() hostMemory {
	has := hostMemory{h.machineMemory(), "machine"}
	for _, file := range h.cgroupFiles() {
		limit := h.number(file)
		if limit > 0 && (has.bytes == 0 || limit < has.bytes) {
			has = hostMemory{limit, "cgroup"}
		}
	}
	return has
}

// machineMemory returns what /proc/meminfo says, or the system where there is
// no such file; 0 when neither does.
func (h Host) machineMemory() int64 {
	for line := range strings.Lines(h.read("/proc/meminfo")) {
		fields := strings.Fields(line)
		if len(fields) == 3 && fields[0] == "MemTotal:" && fields[2] == "kB" {
			kib, err := strconv.ParseInt(fields[1], 10, 64)
			if err == nil {
				return kib << 10
			}
		}
	}
	if h.Root != "" {
		return 0
	}
	return systemMemory()
}

// cgroupFiles returns the files that may hold a limit of this process: those of
// its cgroup and of the ones above it, in both versions. In a container the
// process may see a path that is not there, and its limit at the top.
func (h Host) cgroupFiles() []string {
	var files []string
	for line := range strings.Lines(h.read("/proc/self/cgroup")) {
		parts := strings.SplitN(strings.TrimSpace(line), ":", 3)
		if len(parts) != 3 {
			continue
		}
		switch {
		case parts[0] == "0" && parts[1] == "":
			files = append(files, upwards("/sys/fs/cgroup", parts[2], "memory.max")...)
		case hasController(parts[1], "memory"):
			files = append(files, upwards("/sys/fs/cgroup/memory", parts[2], "memory.limit_in_bytes")...)
		}
	}
	return files
}

func hasController(list, name string) bool {
	for controller := range strings.SplitSeq(list, ",") {
		if controller == name {
			return true
		}
	}
	return false
}

// upwards returns a file's path in a folder below mount and in all above it.
func upwards(mount, dir, file string) []string {
	var files []string
	for dir = path.Clean("/" + dir); ; dir = path.Dir(dir) {
		files = append(files, path.Join(mount, dir, file))
		if dir == "/" {
			return files
		}
	}
}

// number returns the number in a file; 0 where there is none, or "max".
func (h Host) number(file string) int64 {
	n, err := strconv.ParseInt(strings.TrimSpace(h.read(file)), 10, 64)
	if err != nil {
		return 0
	}
	return n
}

func (h Host) read(file string) string {
	text, err := os.ReadFile(filepath.Join(cmp.Or(h.Root, "/"), file))
	if err != nil {
		return ""
	}
	return string(text)
}
