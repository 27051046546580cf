package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"github.com/klauspost/compress/snappy"
)

// metricStore takes remote write and is asked in PromQL.
type metricStore struct {
	name               string
	writeURL, queryURL string
	writeKey, queryKey string
	pids               []int // the last one is that of the process with the samples
	drain              func(ctx context.Context) error
	diskBytes          func(ctx context.Context) (uint64, error)
	stop               func() error
}

// startOwnStore starts this program on a folder.
func startOwnStore(ctx context.Context, program, dir string) (*metricStore, error) {
	if _, err := os.Stat(madeFile(dir)); err != nil { // it is no folder that was kept
		if err := bootstrap(ctx, program, dir); err != nil {
			return nil, err
		}
	}
	s, err := resumeServer(ctx, program, dir, withoutMetering)
	if err != nil {
		return nil, err
	}
	engine, err := childOf(s.command.Process.Pid)
	if err != nil {
		return nil, errors.Join(err, s.stop())
	}
	stopped := false
	own := &metricStore{
		name: "cairn", writeURL: "http://" + s.addrs["otlp-http"] + "/api/v1/write", queryURL: "http://" + s.addrs["stack"] + "/prometheus",
		writeKey: s.IngestionKey, queryKey: s.AccessKey, pids: []int{s.command.Process.Pid, engine}, drain: s.drain,
	}
	own.stop = func() error {
		if stopped {
			return nil
		}
		stopped = true
		return s.stop()
	}
	own.diskBytes = func(ctx context.Context) (uint64, error) {
		if err := errors.Join(settle(ctx, engine, quietShare), own.stop()); err != nil {
			return 0, err
		}
		bytes, _, err := onDisk(ctx, program, dir, s.TeamID)
		return bytes, err
	}
	return own, nil
}

// startPrometheus starts Debian's Prometheus on a folder, with a configuration that
// scrapes nothing.
func startPrometheus(ctx context.Context, dir string) (*metricStore, error) {
	listener, err := (&net.ListenConfig{}).Listen(ctx, "tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	address := listener.Addr().String()
	command := exec.CommandContext(ctx, "prometheus", "--config.file=/dev/null", "--storage.tsdb.path="+dir, "--log.level=error", //nolint:gosec // our folder and an address of loopback
		"--web.listen-address="+address, "--web.enable-remote-write-receiver", "--web.enable-admin-api")
	command.Stderr = os.Stderr
	command.Cancel = func() error { return command.Process.Signal(syscall.SIGTERM) }
	if err := errors.Join(listener.Close(), command.Start()); err != nil {
		return nil, err
	}
	s := &metricStore{
		name: "prometheus", writeURL: "http://" + address + "/api/v1/write", queryURL: "http://" + address, pids: []int{command.Process.Pid},
		drain: func(context.Context) error { return nil },
		stop:  func() error { return errors.Join(command.Process.Signal(syscall.SIGTERM), command.Wait()) },
	}
	s.diskBytes = func(ctx context.Context) (uint64, error) { return s.snapshot(ctx, dir) }
	return s, s.awaitReady(ctx)
}

func (s *metricStore) awaitReady(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, startTimeMax)
	defer cancel()
	for {
		_, err := s.ask(ctx, "/api/v1/query", url.Values{"query": {"1"}})
		if err == nil || ctx.Err() != nil {
			return err
		}
		time.Sleep(50 * time.Millisecond)
	}
}

// snapshot returns what the blocks take that the samples become.
func (s *metricStore) snapshot(ctx context.Context, dir string) (size uint64, err error) {
	body, err := s.ask(ctx, "/api/v1/admin/tsdb/snapshot", url.Values{})
	if err != nil {
		return 0, err
	}
	var made struct{ Data struct{ Name string } }
	if err := json.Unmarshal(body, &made); err != nil {
		return 0, err
	}
	err = filepath.WalkDir(filepath.Join(dir, "snapshots", made.Data.Name), func(_ string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		file, err := entry.Info()
		if err == nil {
			size += uint64(file.Size())
		}
		return err
	})
	return size, err
}

// cpu returns the CPU time of all of its processes.
func (s *metricStore) cpu() (sum time.Duration) {
	for _, pid := range s.pids {
		used, _ := cpu(pid) // zero of one that has ended, whose questions failed then
		sum += used
	}
	return sum
}

func (s *metricStore) write(ctx context.Context, body []byte) error {
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, s.writeURL, bytes.NewReader(snappy.Encode(nil, body)))
	if err != nil {
		return err
	}
	request.Header.Set("Content-Encoding", "snappy")
	request.Header.Set("Content-Type", "application/x-protobuf")
	request.Header.Set("X-Prometheus-Remote-Write-Version", "0.1.0")
	if s.writeKey != "" {
		request.Header.Set("Authorization", "Bearer "+s.writeKey)
	}
	_, err = s.exchange(request)
	return err
}

func (s *metricStore) ask(ctx context.Context, path string, form url.Values) ([]byte, error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, s.queryURL+path, strings.NewReader(form.Encode()))
	if err != nil {
		return nil, err
	}
	request.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	if s.queryKey != "" {
		request.Header.Set("Authorization", "Bearer "+s.queryKey)
	}
	return s.exchange(request)
}

func (s *metricStore) exchange(request *http.Request) ([]byte, error) {
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return nil, err
	}
	defer func() { _ = response.Body.Close() }()
	body, err := io.ReadAll(response.Body)
	if err == nil && response.StatusCode >= http.StatusBadRequest {
		err = fmt.Errorf("%s: status %d: %.300s", request.URL.Path, response.StatusCode, body)
	}
	return body, err
}
