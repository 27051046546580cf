package main

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/cairnstack/cairn/internal/testkit"
	"github.com/cairnstack/cairn/internal/testkit/proctest"
)

// mountFailing makes a disk that promises more than what is below it has, so
// that writes fail which were accepted before. When the server was killed, the
// file system is repaired and mounted again, as an operator would. Writes to the
// disk are of a page: of a larger one whose second half finds no room below, the
// loop device says that all of it was written, which no disk does.
const mountFailing = `mkdir "$CAIRN_DATA_DIR.under" && mount -t tmpfs -o size=160m none "$CAIRN_DATA_DIR.under" || exit 99
image="$CAIRN_DATA_DIR.under/image"
attach() {
	device=$(losetup -f --show "$image") && echo 4 > "/sys/block/${device##*/}/queue/max_sectors_kb" &&
		mount "$device" "$CAIRN_DATA_DIR" && losetup -d "$device"
}
truncate -s 1g "$image" && mkfs.ext4 -q -F -m 0 "$image" && attach || exit 97
"$0" bootstrap --json > "$CAIRN_DATA_DIR/made" || exit 98
until "$0" serve; do
	until umount "$CAIRN_DATA_DIR"; do sleep 0.1; done
	e2fsck -fy "$image" >&2
	attach || exit 96
done`

// TestFailingDiskLosesNothing is promise R9 for a disk that returns errors: the
// engine ends before it uses what was not written, and when the disk works
// again, every record that was acknowledged is there.
func TestFailingDiskLosesNothing(t *testing.T) {
	t.Parallel()
	d := startSlowDisk(t, mountFailing, "")
	stop, group := make(chan struct{}), sync.WaitGroup{}
	for sender := range 4 {
		group.Go(func() { d.send(0, sender, stop) })
	}
	testkit.Eventually(t, slack*60*time.Second, "telemetry flows", func() bool { return d.acks() > 100 })
	d.awaitWork()
	under := filepath.Join("/proc", strconv.Itoa(d.Process.Pid), "root", d.dir+".under", "foreign")
	foreign, err := os.Create(under)
	if err != nil {
		t.Fatal(err)
	}
	_ = proctest.TakeRoom(foreign, 0, 150<<20) // the rest is taken in steps
	grow(foreign, 1<<20)
	refused := d.refusals()
	testkit.Eventually(t, slack*60*time.Second, "telemetry is refused", func() bool { return d.refusals() > refused+20 })
	if err := os.Remove(under); err != nil {
		t.Fatal(err)
	}
	_ = foreign.Close()
	d.restart()
	close(stop)
	group.Wait()
	t.Logf("the guard ended the engine: reported %d times", strings.Count(d.log(), "disk guard: the disk fails"))
	d.drain(slack * 60 * time.Second)
	d.verify(0)
	d.finish()
}
