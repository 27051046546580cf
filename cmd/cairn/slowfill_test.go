package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"math/rand/v2"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"go.opentelemetry.io/collector/pdata/pcommon"
	"go.opentelemetry.io/collector/pdata/plog"
	"go.opentelemetry.io/collector/pdata/plog/plogotlp"

	"github.com/cairnstack/cairn/internal/testkit"
	"github.com/cairnstack/cairn/internal/testkit/proctest"
)

// How the server gets a small disk of a kind. The server is started again
// when it is killed, on the same disk, until it ends in order.
const (
	mountTmpfs = `mount -t tmpfs -o size=192m none "$CAIRN_DATA_DIR" || exit 99`
	mountExt4  = `truncate -s 208m "$CAIRN_DATA_DIR.image" && mkfs.ext4 -q -F -m 0 "$CAIRN_DATA_DIR.image" || exit 97
mount -o loop "$CAIRN_DATA_DIR.image" "$CAIRN_DATA_DIR" || exit 99`
	serveAgain = `
"$0" bootstrap --json > "$CAIRN_DATA_DIR/made" || exit 98
until "$0" serve; do sleep 0.1; done`
)

// TestSlowlyFilledDiskLosesNothing is promise R9 in short: the disk fills up to
// its last byte, by telemetry and by a file of somebody else, while records
// arrive and parts are merged. What was acknowledged is there afterwards, byte
// for byte, and again after a kill.
func TestSlowlyFilledDiskLosesNothing(t *testing.T) {
	t.Parallel()
	for name, mount := range map[string]string{"tmpfs": mountTmpfs, "ext4": mountExt4} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d := startSlowDisk(t, mount, serveAgain)
			d.round(0)
			d.restartOnFullDisk()
			d.verify(0)
			d.finish()
		})
	}
}

// slowDisk is a server on a disk that fills up, and what it has acknowledged.
type slowDisk struct {
	*collector
	begun   time.Time
	mu      sync.Mutex
	acked   map[string]int // rows by "round-sender-request"
	refused int
}

func startSlowDisk(t *testing.T, mount, serve string) *slowDisk {
	t.Helper()
	c := &collector{t: t, dir: t.TempDir(), addr: testkit.FreeAddr()}
	executable, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	command := exec.CommandContext(t.Context(), "sh", "-c", mount+serve, executable)
	command.SysProcAttr = ownMounts()
	command.SysProcAttr.Setpgid = true
	c.program = launchCommand(t, command, c.dir, "CAIRN_OTLP_HTTP_ADDR="+c.addr)
	t.Cleanup(func() { _ = syscall.Kill(-command.Process.Pid, syscall.SIGKILL) })
	d := &slowDisk{collector: c, begun: time.Now().Add(-time.Second), acked: map[string]int{}}
	d.awaitReady()
	made, err := os.ReadFile(d.path("made"))
	if err != nil {
		t.Fatal(err)
	}
	c.adopt(made)
	c.sources() // made at the first look, which is written
	return d
}

// path returns where the test sees a file of the data folder.
func (d *slowDisk) path(name string) string {
	return filepath.Join("/proc", strconv.Itoa(d.Process.Pid), "root", d.dir, name)
}

func (d *slowDisk) awaitReady() {
	d.t.Helper()
	testkit.Eventually(d.t, startTimeMax, "the server is ready", func() bool {
		status, _ := d.get("admin", "/readyz")
		return status == http.StatusOK
	})
}

// restart kills server and engine at once and waits for the next ones.
func (d *slowDisk) restart() {
	d.t.Helper()
	server := enginePID(d.t, d.Process.Pid) // the child of the shell
	_ = syscall.Kill(enginePIDOr(server, server), syscall.SIGKILL)
	_ = syscall.Kill(server, syscall.SIGKILL)
	testkit.Eventually(d.t, slack*60*time.Second, "another server is there", func() bool {
		_, health := d.get("admin", "/healthz")
		_, parts := d.get("admin", "/readyz")
		return enginePIDOr(d.Process.Pid, server) != server && strings.Contains(health, `"status":"ok"`) &&
			strings.Contains(parts, `"engine":"ok"`)
	})
}

// restartOnFullDisk starts the server when the last byte of the disk is taken,
// and frees the disk later.
func (d *slowDisk) restartOnFullDisk() {
	d.t.Helper()
	file, err := os.Create(d.path("foreign"))
	if err != nil {
		d.t.Fatal(err)
	}
	testkit.Eventually(d.t, slack*30*time.Second, "there is a reserve", func() bool {
		_, err := os.Stat(d.path("reserve"))
		return err == nil
	})
	take(file, d.free()-(64<<10))
	d.takeAll(file)
	d.restart()
	testkit.Eventually(d.t, slack*30*time.Second, "telemetry is refused", func() bool {
		grow(file, 128<<10) // the start has removed parts that are out of use
		status, header := d.post(bytes.NewReader(noisy("late", 1)))
		return status == http.StatusServiceUnavailable && header.Get("Retry-After") != ""
	})
	if status := d.search(); status != http.StatusOK {
		d.t.Errorf("a search returns %d on a full disk", status)
	}
	if err := errors.Join(file.Close(), os.Remove(d.path("foreign"))); err != nil {
		d.t.Fatal(err)
	}
	d.awaitReady()
}

// finish stops the server and wants no trace of damage.
func (d *slowDisk) finish() {
	d.t.Helper()
	if n := d.metric("cairn_engine_damaged_parts"); n != 0 {
		d.t.Errorf("%.0f damaged parts", n)
	}
	broken, _ := filepath.Glob(d.path("engine/db/store/*/*/detached/*"))
	aside, _ := filepath.Glob(d.path("refused/*"))
	if len(broken) > 0 || len(aside) > 0 {
		d.t.Errorf("detached parts %v, requests set aside %v", broken, aside)
	}
	_ = syscall.Kill(enginePID(d.t, d.Process.Pid), syscall.SIGTERM)
	if code := d.end(d.t, slack*15*time.Second); code != 0 {
		d.t.Errorf("exit code %d", code)
	}
	waits := strings.Count(d.log(), "disk guard: the disk is full")
	d.t.Logf("the engine's writes had to wait: reported %d times", waits)
	if d.t.Failed() {
		d.t.Log(d.log())
	}
}

// round fills the disk slowly and frees it, while senders are at work, and
// compares what is stored.
func (d *slowDisk) round(round int) {
	d.t.Helper()
	stop, group := make(chan struct{}), sync.WaitGroup{}
	for sender := range 4 {
		group.Go(func() { d.send(round, sender, stop) })
	}
	d.fill()
	close(stop)
	group.Wait()
	d.drain(slack * 60 * time.Second)
	d.verify(round)
}

// fill fills the disk with telemetry until that is refused, and then lets a
// foreign file take the last byte, several times: quickly, in the middle of
// inserts and merges, and slowly.
func (d *slowDisk) fill() {
	d.t.Helper()
	const ownBytes = 8 << 20 // what telemetry may take at a time
	file, err := os.Create(d.path("foreign"))
	if err != nil {
		d.t.Fatal(err)
	}
	defer func() { _ = file.Close(); _ = os.Remove(d.path("foreign")) }()
	floor, refused := int64(d.metric("cairn_disk_floor_bytes")), d.refusals()
	take(file, d.free()-floor-ownBytes)
	testkit.Eventually(d.t, slack*60*time.Second, "telemetry takes the disk", func() bool { return d.refusals() > refused })
	if status, text := d.get("admin", "/readyz"); status != http.StatusServiceUnavailable || !strings.Contains(text, "telemetry is refused") {
		d.t.Errorf("readiness is %d on a full disk: %s", status, text)
	}
	for strike := range strikes {
		d.shrink(file, floor+floor/4+ownBytes)
		if strike%3 > 0 {
			d.awaitWork()
			take(file, d.free()-(64<<10))
		}
		d.takeAll(file)
		if status := d.search(); status != http.StatusOK {
			d.t.Errorf("a search returns %d on a full disk", status)
		}
	}
}

// strikes is how often a round takes the disk's last byte.
const strikes = 3

// take lets the file grow at once.
func take(file *os.File, bytes int64) {
	size, _ := file.Seek(0, io.SeekEnd)
	if bytes > 0 {
		_ = proctest.TakeRoom(file, size, bytes)
	}
}

// awaitWork returns in the middle of an insert or a merge.
func (d *slowDisk) awaitWork() {
	d.t.Helper()
	tables, _ := filepath.Glob(d.path("engine/db/store/*/*"))
	for begun := time.Now(); time.Since(begun) < slack*20*time.Second; {
		for _, table := range tables {
			if parts, _ := filepath.Glob(table + "/tmp_*"); len(parts) > 0 {
				return
			}
		}
		time.Sleep(500 * time.Microsecond)
	}
	d.t.Error("nothing is inserted or merged")
}

// takeAll lets the file grow in small steps until the disk is full to the last
// byte, and stays so for a moment.
func (d *slowDisk) takeAll(file *os.File) {
	d.t.Helper()
	if _, err := file.Seek(0, io.SeekEnd); err != nil {
		d.t.Fatal(err)
	}
	for begun := time.Now(); time.Since(begun) < 300*time.Millisecond; {
		grow(file, 128<<10)
		time.Sleep(5 * time.Millisecond)
	}
}

// grow writes to the file, up to step bytes at once, until nothing more fits.
func grow(file *os.File, step int) {
	block := make([]byte, step)
	for n := step; n > 0; time.Sleep(time.Millisecond) {
		if _, err := file.Write(block[:n]); err != nil {
			n /= 2
		} else {
			n = min(2*n, step) // room was made meanwhile
		}
	}
}

// shrink cuts the file until so much is free, and waits until telemetry flows.
func (d *slowDisk) shrink(file *os.File, free int64) {
	d.t.Helper()
	size, err := file.Seek(0, io.SeekEnd)
	if err != nil {
		d.t.Fatal(err)
	}
	if err := file.Truncate(max(0, size-free+d.free())); err != nil {
		d.t.Fatal(err)
	}
	acked := d.acks()
	testkit.Eventually(d.t, slack*60*time.Second, "telemetry flows again", func() bool { return d.acks() > acked+20 })
}

func (d *slowDisk) free() int64 {
	var stat syscall.Statfs_t
	if err := syscall.Statfs(d.path("."), &stat); err != nil {
		return 0
	}
	return int64(stat.Bavail) * int64(stat.Bsize) //nolint:unconvert // another type elsewhere
}

func (d *slowDisk) refusals() int {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.refused
}

func (d *slowDisk) acks() int {
	d.mu.Lock()
	defer d.mu.Unlock()
	return len(d.acked)
}

// send sends requests until stop, each again until it is acknowledged.
func (d *slowDisk) send(round, sender int, stop <-chan struct{}) {
	const rows = 8
	client := &http.Client{Timeout: 10 * time.Second}
	s := &senders{collector: d.collector}
	for request := 0; ; request++ {
		id := fmt.Sprintf("%d-%d-%d", round, sender, request)
		body := noisy(id, rows)
		for !s.try(client, body) {
			d.note("", 0)
			time.Sleep(20 * time.Millisecond)
		}
		d.note(id, rows)
		select {
		case <-stop:
			return
		case <-time.After(10 * time.Millisecond):
		}
	}
}

// note counts an acknowledged request, or a refused one.
func (d *slowDisk) note(id string, rows int) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if id == "" {
		d.refused++
		return
	}
	d.acked[id] = rows
}

// noisy returns a request whose records can be told from all others and can't
// be compressed.
func noisy(id string, rows int) []byte {
	logs := plog.NewLogs()
	records := logs.ResourceLogs().AppendEmpty().ScopeLogs().AppendEmpty().LogRecords()
	for row := range rows {
		record := records.AppendEmpty()
		record.SetTimestamp(pcommon.NewTimestampFromTime(time.Now()))
		record.Body().SetStr(noisyBody(id, row))
	}
	b, _ := plogotlp.NewExportRequestFromLogs(logs).MarshalProto()
	return b
}

// noisyBody returns the text of a record, always the same.
func noisyBody(id string, row int) string {
	var seed [32]byte
	copy(seed[:], fmt.Sprintf("%s/%d", id, row))
	random, noise := rand.NewChaCha8(seed), make([]byte, 1000)
	_, _ = random.Read(noise)
	return fmt.Sprintf("%s/%d %x", id, row, noise)
}

// verify reads the round's records through the API and wants every one that
// was acknowledged, once, as it was sent.
func (d *slowDisk) verify(round int) {
	d.t.Helper()
	found := d.bodies(round)
	missing, doubled, records, gone := 0, 0, 0, map[string]bool{}
	for id, rows := range d.acked {
		if !strings.HasPrefix(id, strconv.Itoa(round)+"-") {
			continue
		}
		for row := range rows {
			records++
			body := noisyBody(id, row)
			switch n := found[body]; {
			case n == 0:
				missing++
				gone[id] = true
			case n > 1:
				doubled++
			}
			delete(found, body)
		}
	}
	d.t.Logf("round %d: %d records acknowledged, %d requests refused, %d missing, %d doubled, %d unknown",
		round, records, d.refused, missing, doubled, len(found))
	if missing+doubled+len(found) > 0 {
		d.t.Errorf("of %d records %d are missing, of the requests %v, and %d doubled; %d are unknown",
			records, missing, slices.Sorted(maps.Keys(gone)), doubled, len(found))
	}
}

// bodies returns the texts of all records of a round and how often each is
// there.
func (d *slowDisk) bodies(round int) map[string]int {
	d.t.Helper()
	found, cursor, source := map[string]int{}, "", d.sources()[0]
	for {
		ask, _ := json.Marshal(map[string]any{
			"sourceId": source, "select": "Body", "limit": 2000, "cursor": cursor,
			"where": fmt.Sprintf("startsWith(Body, '%d-')", round), "whereLanguage": "sql",
			"startTime": d.begun.Format(time.RFC3339), "endTime": time.Now().Add(time.Minute).Format(time.RFC3339),
		})
		status, text := d.stack("/search", string(bytes.Replace(ask, []byte(`"cursor":"",`), nil, 1)))
		var page struct {
			Data []struct{ Body string }
			Meta struct{ Cursor string }
		}
		if err := json.Unmarshal([]byte(text), &page); err != nil || status != http.StatusOK {
			d.t.Fatalf("a search returns %d %v: %.300s", status, err, text)
		}
		for _, row := range page.Data {
			found[row.Body]++
		}
		if cursor = page.Meta.Cursor; cursor == "" {
			return found
		}
	}
}
