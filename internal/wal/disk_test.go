package wal_test

import (
	"io"
	"io/fs"
	"maps"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"golang.org/x/sys/unix"

	"github.com/cairnstack/cairn/internal/wal"
)

const blockBytes = 512

// disk is a simulated disk behind wal.FS. It knows what has been synced, can
// lose the power, run full, and fail syncs the way kernels do: the unwritten
// blocks are dropped and a later sync succeeds without them.
type disk struct {
	mu      sync.Mutex
	names   map[string]*content // as programs see them
	durable map[string]*content // as they are after a power loss
	room    int                 // bytes that still fit; below zero is no limit

	onSync     func(name string) error            // called before a sync
	onOpen     func(name string) error            // called before an open
	onRead     func(name string, off int64) error // called before a read
	onTruncate func(name string) error            // called before a change of length
}

type content struct {
	disk          *disk
	name          string
	live, durable []byte
	dirty         map[int]bool // blocks that differ from what was synced
}

func newDisk() *disk {
	return &disk{names: map[string]*content{}, durable: map[string]*content{}, room: -1}
}

func (d *disk) setOnSync(hook func(name string) error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.onSync = hook
}

// holdSyncs makes every sync of a segment say that it has come, and wait.
func (d *disk) holdSyncs(syncing chan<- struct{}, release <-chan struct{}) {
	d.setOnSync(func(name string) error {
		if strings.HasSuffix(name, ".wal") {
			syncing <- struct{}{}
			<-release
		}
		return nil
	})
}

func (d *disk) setOnOpen(hook func(name string) error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.onOpen = hook
}

func (d *disk) setOnRead(hook func(name string, off int64) error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.onRead = hook
}

func (d *disk) setOnTruncate(hook func(name string) error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.onTruncate = hook
}

func (d *disk) setRoom(bytes int) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.room = bytes
}

type handle struct{ *content }

func (d *disk) Create(path string) (wal.File, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	name := filepath.Base(path)
	if d.names[name] == nil {
		d.names[name] = &content{disk: d, name: name, dirty: map[int]bool{}}
	}
	d.names[name].resize(0)
	return handle{d.names[name]}, nil
}

func (d *disk) Open(path string) (wal.File, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	name := filepath.Base(path)
	if d.names[name] == nil {
		return nil, fs.ErrNotExist
	}
	if d.onOpen != nil {
		if err := d.onOpen(name); err != nil {
			return nil, &fs.PathError{Op: "open", Path: path, Err: err}
		}
	}
	return handle{d.names[name]}, nil
}

func (d *disk) Rename(from, to string) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	c := d.names[filepath.Base(from)]
	c.name = filepath.Base(to)
	d.names[c.name] = c
	delete(d.names, filepath.Base(from))
	return nil
}

func (d *disk) Remove(path string) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	name := filepath.Base(path)
	if c := d.names[name]; c != nil && d.room >= 0 {
		d.room += len(c.live)
	}
	delete(d.names, name)
	return nil
}

func (d *disk) List(string) ([]string, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	return slices.Collect(maps.Keys(d.names)), nil
}

func (d *disk) SyncDir(string) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.durable = maps.Clone(d.names)
	return nil
}

// resize changes the length and the room that is left. The lock is held.
func (c *content) resize(size int) {
	if c.disk.room >= 0 {
		c.disk.room += len(c.live) - size
	}
	if size <= len(c.live) {
		c.live = c.live[:size]
		return
	}
	c.live = append(c.live, make([]byte, size-len(c.live))...)
}

func (h handle) ReadAt(b []byte, off int64) (int, error) {
	h.disk.mu.Lock()
	defer h.disk.mu.Unlock()
	if hook := h.disk.onRead; hook != nil {
		if err := hook(h.name, off); err != nil {
			return 0, err
		}
	}
	if off >= int64(len(h.live)) {
		return 0, io.EOF
	}
	n := copy(b, h.live[off:])
	if n < len(b) {
		return n, io.EOF
	}
	return n, nil
}

func (h handle) WriteParts(parts [][]byte, off int64) error {
	h.disk.mu.Lock()
	defer h.disk.mu.Unlock()
	b := slices.Concat(parts...)
	grow := max(0, int(off)+len(b)-len(h.live))
	var failure error
	if h.disk.room >= 0 && grow > h.disk.room {
		b, failure = b[:len(b)-(grow-h.disk.room)], unix.ENOSPC
	}
	h.resize(max(len(h.live), int(off)+len(b)))
	copy(h.live[off:], b)
	for i := int(off) / blockBytes; i*blockBytes < int(off)+len(b); i++ {
		h.dirty[i] = true
	}
	return failure
}

func (h handle) Truncate(size int64) error {
	h.disk.mu.Lock()
	defer h.disk.mu.Unlock()
	if hook := h.disk.onTruncate; hook != nil {
		if err := hook(h.name); err != nil {
			return err
		}
	}
	h.resize(int(size))
	return nil
}

func (handle) Named() bool { return true }

func (h handle) Datasync() error {
	h.disk.mu.Lock()
	hook, name := h.disk.onSync, h.name
	h.disk.mu.Unlock()
	var failure error
	if hook != nil {
		failure = hook(name)
	}
	h.disk.mu.Lock()
	defer h.disk.mu.Unlock()
	if failure == nil {
		h.durable = h.after(func() int { return blockBytes })
	}
	h.dirty = map[int]bool{}
	return failure
}

// after returns the content once some bytes of each dirty block are on disk.
func (c *content) after(written func() int) []byte {
	b := make([]byte, len(c.live))
	copy(b, c.durable)
	for _, block := range slices.Sorted(maps.Keys(c.dirty)) {
		if at, n := block*blockBytes, written(); at < len(b) {
			copy(b[at:], c.live[at:min(at+n, len(c.live))])
		}
	}
	return b
}

func (h handle) Size() (int64, error) {
	h.disk.mu.Lock()
	defer h.disk.mu.Unlock()
	return int64(len(h.live)), nil
}

func (h handle) Close() error { return nil }

// kill returns the disk as it is after the process is gone and the machine
// runs on.
func (d *disk) kill() *disk {
	d.mu.Lock()
	defer d.mu.Unlock()
	next := newDisk()
	for name, c := range d.names {
		next.names[name] = &content{
			disk: next, name: name, live: slices.Clone(c.live), durable: slices.Clone(c.durable), dirty: maps.Clone(c.dirty),
		}
	}
	next.durable = maps.Clone(next.names)
	return next
}

// losePower returns the disk as the next start finds it: of everything that
// was not synced, some blocks, parts of blocks, lengths and names are there and
// some are not.
func (d *disk) losePower(random *rand.Rand) *disk {
	d.mu.Lock()
	defer d.mu.Unlock()
	next := newDisk()
	survivors := map[*content]*content{}
	for _, name := range d.everyName() {
		c := d.durable[name]
		if c != d.names[name] && random.IntN(2) == 0 {
			c = d.names[name]
		}
		if c == nil {
			continue
		}
		if survivors[c] == nil {
			survivors[c] = c.losePower(next, random)
		}
		next.names[name], next.durable[name] = survivors[c], survivors[c]
	}
	return next
}

func (d *disk) everyName() []string {
	every := maps.Clone(d.names)
	maps.Copy(every, d.durable)
	return slices.Sorted(maps.Keys(every))
}

func (c *content) losePower(next *disk, random *rand.Rand) *content {
	b := c.after(func() int {
		return []int{0, blockBytes, random.IntN(blockBytes)}[random.IntN(3)]
	})
	shortest, longest := min(len(b), len(c.durable)), max(len(b), len(c.durable))
	b = append(b, c.durable[min(len(b), len(c.durable)):]...)
	b = b[:shortest+random.IntN(longest-shortest+1)]
	return &content{disk: next, name: c.name, live: b, durable: slices.Clone(b), dirty: map[int]bool{}}
}
