package wal_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"github.com/cairnstack/cairn/internal/wal"
)

// BenchmarkAppend reports, for a number of concurrent appenders, what group
// commit reaches and how many times that is what a sync for every append
// reaches in the same run.
func BenchmarkAppend(b *testing.B) {
	for _, size := range []int{4 << 10, 256 << 10} {
		for _, appenders := range []int{1, 8, 64} {
			for _, window := range []time.Duration{0, time.Millisecond} {
				name := fmt.Sprintf("%dKiB/appenders=%d/window=%s", size>>10, appenders, window)
				b.Run(name, func(b *testing.B) { benchmarkAppend(b, size, appenders, window) })
			}
		}
	}
}

func benchmarkAppend(b *testing.B, size, appenders int, window time.Duration) {
	payload, meta := []byte(filler(1, size)), make([]byte, 24)
	alone := syncEveryAppend(b, payload, appenders)
	log, err := wal.Open(b.TempDir(), wal.Options{CommitWindow: window, TotalBytesMax: 1 << 40})
	if err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	b.SetBytes(int64(size))
	b.ResetTimer()
	shared := perSecond(b, b.N, appenders, func() error {
		p, err := log.Append(context.Background(), meta, payload)
		if err == nil {
			err = log.Commit(p)
		}
		return err
	})
	b.StopTimer()
	stats := log.Stats()
	_ = log.Close(context.Background())
	b.ReportMetric(shared, "appends/s")
	b.ReportMetric(float64(stats.Batches)/float64(stats.Records), "syncs/append")
	b.ReportMetric(shared/alone, "x-of-sync-each")
}

// syncEveryAppend returns the appends per second without group commit.
func syncEveryAppend(b *testing.B, payload []byte, appenders int) float64 {
	b.Helper()
	file, err := wal.OS{}.Create(filepath.Join(b.TempDir(), "alone"))
	if err != nil {
		b.Fatal(err)
	}
	defer func() { _ = file.Close() }()
	var mu sync.Mutex
	off := int64(0)
	return perSecond(b, min(b.N, 2000), appenders, func() error {
		mu.Lock()
		defer mu.Unlock()
		if err := file.WriteParts([][]byte{payload}, off); err != nil {
			return err
		}
		off += int64(len(payload))
		return file.Datasync()
	})
}

// perSecond runs do n times on some goroutines.
func perSecond(b *testing.B, n, goroutines int, do func() error) float64 {
	b.Helper()
	var group sync.WaitGroup
	var done atomic.Int64
	start := time.Now()
	for range goroutines {
		group.Go(func() {
			for done.Add(1) <= int64(n) {
				if err := do(); err != nil {
					b.Error(err)
					return
				}
			}
		})
	}
	group.Wait()
	return float64(n) / time.Since(start).Seconds()
}

// BenchmarkDatasync shows why segments are not preallocated: reserved blocks
// cost a journal commit like new ones, only rewriting blocks is cheaper.
func BenchmarkDatasync(b *testing.B) {
	const fileBytes, size = 64 << 20, 64 << 10
	for name, prepare := range map[string]func(*os.File) error{
		"growing":  func(*os.File) error { return nil },
		"reserved": func(f *os.File) error { return unix.Fallocate(int(f.Fd()), 0, 0, fileBytes) },
		"rewritten": func(f *os.File) error {
			_, err := f.Write(make([]byte, fileBytes))
			return err
		},
	} {
		b.Run(name, func(b *testing.B) {
			file, err := os.Create(filepath.Join(b.TempDir(), "file"))
			if err != nil {
				b.Fatal(err)
			}
			defer func() { _ = file.Close() }()
			if err := prepare(file); err != nil {
				b.Fatal(err)
			}
			if err := file.Sync(); err != nil {
				b.Fatal(err)
			}
			block := []byte(filler(1, size))
			b.SetBytes(size)
			b.ResetTimer()
			for i := range b.N {
				if _, err := file.WriteAt(block, int64(i)*size%fileBytes); err != nil {
					b.Fatal(err)
				}
				if err := unix.Fdatasync(int(file.Fd())); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// BenchmarkRead catches up on records that are in the page cache.
func BenchmarkRead(b *testing.B) {
	log, err := wal.Open(b.TempDir(), wal.Options{})
	if err != nil {
		b.Fatal(err)
	}
	defer func() { _ = log.Close(context.Background()) }()
	payload := []byte(filler(1, 64<<10))
	for range 1000 {
		if _, err := log.Append(b.Context(), make([]byte, 24), payload); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportAllocs()
	b.SetBytes(int64(len(payload)))
	reader := log.Reader(0)
	for i := 0; b.Loop(); i++ {
		if i%1000 == 0 {
			_ = reader.Close()
			reader = log.Reader(0)
		}
		if _, err := reader.Next(b.Context()); err != nil {
			b.Fatal(err)
		}
	}
	_ = reader.Close()
}
