package app

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestEngineMemoryOption(t *testing.T) {
	t.Parallel()
	f := func(text string, want int64) {
		t.Helper()
		got, err := parseEngineMemory(text)
		if want < 0 && err == nil || want >= 0 && (err != nil || got != want) {
			t.Errorf("%q is %d, %v; want %d", text, got, err, want)
		}
	}
	const refused = -1
	f("", 0)
	f("4GiB", 4<<30)
	f("4 GiB", 4<<30)
	f("512MiB", 512<<20)
	f("536870912", 512<<20)
	f("524288KiB", 512<<20)
	f("1TiB", 1<<40)
	f("511MiB", refused)
	f("536870911", refused)
	f("0", refused)
	f("4GB", refused)
	f("4g", refused)
	f("1.5GiB", refused)
	f("-1GiB", refused)
	f("GiB", refused)
	f("half", refused)
	f("4GiB,", refused)
	f("8000000TiB", 8_000_000<<40)
	f("8388608TiB", refused)
	f("99999999999999999999", refused)
}

// hostOf returns a host with these files.
func hostOf(t *testing.T, files map[string]string) Host {
	t.Helper()
	root := t.TempDir()
	for name, text := range files {
		file := filepath.Join(root, name)
		if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return Host{Root: root}
}

const (
	meminfo16   = "MemTotal:       16777216 kB\nMemFree:         1048576 kB\n"
	meminfo2    = "MemTotal:        2097152 kB\n"
	unlimitedV1 = "9223372036854771712\n"
)

func TestEngineMemoryComesFromTheHost(t *testing.T) {
	t.Parallel()
	v1 := "5:cpu,cpuacct:/docker/x\n4:hugetlb,memory:/docker/x\n"
	for name, c := range map[string]struct {
		files  map[string]string
		option string
		bytes  int64
		origin string
	}{
		"machine":        {map[string]string{"proc/meminfo": meminfo16}, "", 4 << 30, "a quarter of the 16384 MiB of the machine"},
		"small_machine":  {map[string]string{"proc/meminfo": meminfo2}, "", 1 << 30, "the least by default; the machine has 2048 MiB"},
		"option":         {map[string]string{"proc/meminfo": meminfo16}, "6GiB", 6 << 30, "as --engine-memory says"},
		"nothing_known":  {nil, "", 2 << 30, "because the machine's memory is unknown"},
		"option_unknown": {nil, "6GiB", 6 << 30, "as --engine-memory says"},
		"v2_container": {map[string]string{
			"proc/meminfo": meminfo16, "proc/self/cgroup": "0::/\n", "sys/fs/cgroup/memory.max": "8589934592\n",
		}, "", 2 << 30, "a quarter of the 8192 MiB of the cgroup"},
		"v2_parent": {map[string]string{
			"proc/meminfo": meminfo16, "proc/self/cgroup": "0::/system.slice/cairn.service\n",
			"sys/fs/cgroup/system.slice/cairn.service/memory.max": "max\n", "sys/fs/cgroup/system.slice/memory.max": "8589934592\n",
		}, "", 2 << 30, "of the cgroup"},
		"v2_unlimited": {map[string]string{
			"proc/meminfo": meminfo16, "proc/self/cgroup": "0::/\n", "sys/fs/cgroup/memory.max": "max\n",
		}, "", 4 << 30, "of the machine"},
		"v2_more_than_the_machine": {map[string]string{
			"proc/meminfo": meminfo16, "proc/self/cgroup": "0::/\n", "sys/fs/cgroup/memory.max": "85899345920\n",
		}, "", 4 << 30, "of the machine"},
		"v1": {map[string]string{
			"proc/meminfo": meminfo16, "proc/self/cgroup": v1, "sys/fs/cgroup/memory/docker/x/memory.limit_in_bytes": "6442450944\n",
		}, "", 1536 << 20, "a quarter of the 6144 MiB of the cgroup"},
		"v1_in_a_container": {map[string]string{
			"proc/meminfo": meminfo16, "proc/self/cgroup": v1, "sys/fs/cgroup/memory/memory.limit_in_bytes": "6442450944\n",
		}, "", 1536 << 20, "of the cgroup"},
		"v1_unlimited": {map[string]string{
			"proc/meminfo": meminfo16, "proc/self/cgroup": v1, "sys/fs/cgroup/memory/memory.limit_in_bytes": unlimitedV1,
		}, "", 4 << 30, "of the machine"},
		"garbage": {map[string]string{
			"proc/meminfo": "MemTotal: much\n", "proc/self/cgroup": "0::\n:\nmemory\n", "sys/fs/cgroup/memory.max": "-5\n",
		}, "", 2 << 30, "unknown"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got, err := chooseEngineMemory(c.option, hostOf(t, c.files))
			if err != nil || got.bytes != c.bytes || !strings.Contains(got.origin, c.origin) {
				t.Errorf("%+v, %v; want %d, %q", got, err, c.bytes, c.origin)
			}
		})
	}
}

func TestMoreEngineMemoryThanThereIsIsRefused(t *testing.T) {
	t.Parallel()
	_, err := chooseEngineMemory("17GiB", hostOf(t, map[string]string{"proc/meminfo": meminfo16}))
	if err == nil || err.Error() != "--engine-memory: must be at most the 16384 MiB that the machine has" {
		t.Errorf("err = %v", err)
	}
}

func TestThisMachineHasMemory(t *testing.T) {
	t.Parallel()
	if has := (Host{}).memory(); has.bytes < 256<<20 {
		t.Errorf("this machine has %+v", has)
	}
}
