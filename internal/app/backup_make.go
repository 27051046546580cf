package app

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime"
	"net"
	"net/http"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/cairnstack/cairn/internal/backup"
	"github.com/cairnstack/cairn/internal/sqlstore"
)

// How long a server may take to answer a connection and a request, and how
// much of a refusal is read.
const (
	controlDialMax   = 5 * time.Second
	controlAnswerMax = time.Minute
	refusalBytesMax  = 4 << 10
)

const backupPath = "/backup"

// BackUp asks the server of the data folder for a backup, or makes one itself
// when none runs. It reports each file that it has received.
func BackUp(ctx context.Context, o Options, folder *backup.Folder, report func(backup.File)) (backup.Manifest, error) {
	dir := o.Config.DataDir
	if !exists(dir) || o.Config.DatabaseURL == "" && !exists(filepath.Join(dir, sqlstore.FileName)) {
		return backup.Manifest{}, fmt.Errorf("--data-dir: there is no installation in %s", dir)
	}
	served, err := isServed(dir)
	if err != nil {
		return backup.Manifest{}, err
	}
	if served {
		return receiveBackup(ctx, dir, folder, report)
	}
	if err := checkOwner(o.Config, "backup"); err != nil {
		return backup.Manifest{}, err
	}
	return backUpStopped(ctx, o, folder)
}

// receiveBackup writes what the running server streams.
func receiveBackup(ctx context.Context, dir string, folder *backup.Folder, report func(backup.File)) (backup.Manifest, error) {
	where, err := readControl(dir)
	if err != nil {
		return backup.Manifest{}, err
	}
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, where.url(backupPath), http.NoBody)
	if err != nil {
		return backup.Manifest{}, err
	}
	request.Header.Set("Authorization", "Bearer "+where.Token)
	client := controlClient()
	defer client.CloseIdleConnections()
	response, err := client.Do(request)
	if err != nil {
		return backup.Manifest{}, fmt.Errorf("reach the server: %w", err)
	}
	defer func() { _ = response.Body.Close() }()
	if response.StatusCode != http.StatusOK {
		return backup.Manifest{}, refusalOf(response)
	}
	_, parameters, err := mime.ParseMediaType(response.Header.Get("Content-Type"))
	if err != nil {
		return backup.Manifest{}, err
	}
	return backup.Receive(response.Body, parameters["boundary"], folder, report)
}

func controlClient() *http.Client {
	return &http.Client{Transport: &http.Transport{
		DialContext:           (&net.Dialer{Timeout: controlDialMax}).DialContext,
		ResponseHeaderTimeout: controlAnswerMax,
		TLSClientConfig:       controlTLS(),
	}}
}

func refusalOf(response *http.Response) error {
	text, _ := io.ReadAll(io.LimitReader(response.Body, refusalBytesMax))
	refusal := struct{ Message string }{strings.TrimSpace(string(text))}
	_ = json.Unmarshal(text, &refusal) // otherwise it is shown as it came
	return fmt.Errorf("the server refused with %d: %s", response.StatusCode, refusal.Message)
}

// backUpStopped runs the engine and what stores acknowledged telemetry, and
// nothing else of the server, for as long as the backup takes.
func backUpStopped(ctx context.Context, o Options, folder *backup.Folder) (backup.Manifest, error) {
	o.Config = o.Config.silent()
	a, err := New(ctx, o)
	if err != nil {
		return backup.Manifest{}, err
	}
	a.loops = slices.DeleteFunc(a.loops, func(l loop) bool { return l.name != ingestLoop })
	a.Start(ctx)
	m, err := a.backupSource().WriteTo(ctx, folder)
	return m, errors.Join(err, a.Stop(ctx))
}

// silent returns the configuration of a server that neither listens nor acts.
func (c Config) silent() Config {
	c.StackAddr, c.UIAddr, c.CloudAddr, c.OTLPGRPCAddr, c.OTLPHTTPAddr, c.AdminAddr = "", "", "", "", "", ""
	c.NoOTLP, c.NoEvaluator, c.NoNotifier, c.NoMetering, c.NoBackups = true, true, true, true, true
	return c
}
