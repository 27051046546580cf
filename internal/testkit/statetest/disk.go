package statetest

import (
	"bufio"
	"crypto/sha256"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"syscall"
	"time"

	"github.com/cairnstack/cairn/internal/testkit/proctest"
)

// Volume is what a cell's data folder is on.
type Volume int

// The volumes. Larger ones win where state and fault differ.
const (
	Folder Volume = iota // an ordinary folder
	Image                // a file system of its own that a power cut can hit
	Small                // one that is soon full
)

// Sizes of volumes. The doctor warns below 2 GiB.
const (
	imageBytes = 2600 << 20
	smallBytes = 640 << 20
)

// mountScript keeps a volume mounted, in a mount namespace of its own, for as
// long as its standard input is open. The journal is written when somebody
// asks for it: a commit every few seconds would hide what is not synced.
const mountScript = `if [ "$1" = tmpfs ]; then mount -t tmpfs -o size="$3" none "$2"; else mount -o loop,noatime,commit=300 "$1" "$2"; fi || exit 99
echo ready
cat >/dev/null
umount -l "$2"`

// disk is a data folder on a volume.
type disk struct {
	dir    string // as the server sees it
	image  string // the file behind it; empty for tmpfs
	bytes  int64
	keeper *exec.Cmd
	stdin  io.Closer
}

// mount makes and mounts an empty volume. Only root may mount an image; others
// get a tmpfs.
func mount(dir string, volume Volume) (*disk, error) {
	d := &disk{dir: dir, bytes: imageBytes}
	if volume == Small {
		d.bytes = smallBytes
	}
	if os.Getuid() == 0 {
		d.image = dir + ".image"
		if err := d.format(); err != nil {
			return nil, err
		}
	}
	return d, d.attach()
}

func (d *disk) format() error {
	file, err := os.Create(d.image)
	if err != nil {
		return err
	}
	if err := file.Truncate(d.bytes); err != nil {
		return err
	}
	if err := file.Close(); err != nil {
		return err
	}
	out, err := exec.Command("mkfs.ext4", "-q", "-m", "0", "-J", "size=16", "-E", "lazy_itable_init=1,lazy_journal_init=1", d.image).CombinedOutput() //nolint:noctx // short
	if err != nil {
		return fmt.Errorf("mkfs.ext4: %w: %s", err, out)
	}
	return nil
}

func (d *disk) attach() error {
	source := d.image
	if source == "" {
		source = "tmpfs"
	}
	d.keeper = exec.Command("sh", "-c", mountScript, "keeper", source, d.dir, strconv.FormatInt(d.bytes, 10)) //nolint:noctx // lives until detach
	d.keeper.SysProcAttr = proctest.OwnMounts()
	stdin, err := d.keeper.StdinPipe()
	if err != nil {
		return err
	}
	said, err := d.keeper.StdoutPipe()
	if err != nil {
		return err
	}
	if err := d.keeper.Start(); err != nil {
		return err
	}
	d.stdin = stdin
	if line, _ := bufio.NewReader(said).ReadString('\n'); line != "ready\n" {
		return fmt.Errorf("mount %s: %w", source, d.keeper.Wait())
	}
	return nil
}

func (d *disk) detach() {
	_ = d.stdin.Close()
	_ = d.keeper.Wait()
}

// root returns the data folder as this process sees it.
func (d *disk) root() string {
	return filepath.Join("/proc", strconv.Itoa(d.keeper.Process.Pid), "root", d.dir)
}

// inside returns the command as it runs where the volume is mounted.
func (d *disk) inside(name string, args ...string) []string {
	words := []string{"nsenter", "-t", strconv.Itoa(d.keeper.Process.Pid), "-m"}
	if os.Getuid() != 0 {
		words = append(words, "-U", "--preserve-credentials")
	}
	return append(append(words, "--", name), args...)
}

// freeBytes returns how much room is left.
func (d *disk) freeBytes() int64 {
	var stat syscall.Statfs_t
	if err := syscall.Statfs(d.root(), &stat); err != nil {
		return 0
	}
	return int64(stat.Bavail) * int64(stat.Bsize) //nolint:unconvert // another type elsewhere
}

// fillName is a file of somebody else.
const fillName = "somebody-elses-file"

// fill leaves only so much room, at once.
func (d *disk) fill(leave int64) error {
	file, err := os.OpenFile(filepath.Join(d.root(), fillName), os.O_CREATE|os.O_WRONLY|os.O_APPEND, 0o600)
	if err != nil {
		return err
	}
	defer func() { _ = file.Close() }()
	block := make([]byte, 1<<20)
	for d.freeBytes() > leave && len(block) > 0 {
		block = block[:min(int64(len(block)), max(d.freeBytes()-leave, 0))]
		if _, err := file.Write(block); err != nil {
			block = block[:len(block)/2]
		}
	}
	return nil
}

// clear makes room again.
func (d *disk) clear() error {
	err := os.Remove(filepath.Join(d.root(), fillName))
	if os.IsNotExist(err) {
		return nil
	}
	return err
}

// copiesMax is how often a copy is tried while the kernel still writes.
const copiesMax = 20

// cutPower replaces the volume with what a power cut at this instant would
// leave: the file behind it, without what is only in the cache of its file
// system. All processes on it have to stand still; end is called once the copy
// is made and has to kill them.
func (d *disk) cutPower(end func()) error {
	copied := d.image + ".cut"
	if err := settledCopy(d.image, copied); err != nil {
		return err
	}
	end()
	d.detach()
	if err := os.Remove(d.image); err != nil {
		return err
	}
	d.image = copied
	return d.attach()
}

// settledCopy copies a file whose content does not change during the copy.
func settledCopy(from, to string) error {
	for range copiesMax {
		first, err := copyExtents(from, to)
		if err != nil {
			return err
		}
		if second, err := copyExtents(from, ""); err != nil || first == second {
			return err
		}
		time.Sleep(20 * time.Millisecond)
	}
	return fmt.Errorf("%s does not stand still", from)
}

// Whence of a seek to the next data and to the next hole of a sparse file.
const (
	seekData = 3
	seekHole = 4
)

// copyExtents copies what a sparse file has, nowhere when to is empty, and
// returns a sum of it.
func copyExtents(from, to string) (string, error) {
	source, err := os.Open(from)
	if err != nil {
		return "", err
	}
	defer func() { _ = source.Close() }()
	stat, err := source.Stat()
	if err != nil {
		return "", err
	}
	target, sum := io.WriterAt(nil), sha256.New()
	if to != "" {
		file, err := os.Create(to)
		if err != nil {
			return "", err
		}
		defer func() { _ = file.Close() }()
		if err := file.Truncate(stat.Size()); err != nil {
			return "", err
		}
		target = file
	}
	for at := int64(0); ; {
		begin, err := source.Seek(at, seekData)
		if err != nil { // no more data
			return string(sum.Sum(nil)), nil
		}
		if at, err = source.Seek(begin, seekHole); err != nil {
			return "", err
		}
		if err := copyExtent(io.NewSectionReader(source, begin, at-begin), begin, sum, target); err != nil {
			return "", err
		}
	}
}

func copyExtent(extent io.Reader, at int64, sum io.Writer, target io.WriterAt) error {
	if target != nil {
		sum = io.MultiWriter(sum, io.NewOffsetWriter(target, at))
	}
	_, err := io.Copy(sum, extent)
	return err
}

// syncAll writes everything of a folder's file system to its disk.
func syncAll(dir string) error {
	out, err := exec.Command("sync", "-f", dir).CombinedOutput() //nolint:noctx // short
	if err != nil {
		return fmt.Errorf("sync: %w: %s", err, out)
	}
	return nil
}
