package app

import (
	"context"
	"errors"
	"fmt"
	"io"
	"mime"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"golang.org/x/term"

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

type backupCmd struct {
	Make   backupMakeCmd   `cmd:"" default:"withargs" help:"Write a backup into a folder, while the server runs or not (the default)."`
	Verify backupVerifyCmd `cmd:"" help:"Read a backup and say whether it is whole."`
}

type backupMakeCmd struct {
	Destination string `arg:"" help:"Folder to make; it must not have anything in it." placeholder:"DIR"`
}

type backupVerifyCmd struct {
	Backup string `arg:"" help:"Folder of the backup." placeholder:"DIR"`
}

// Run writes the backup beside its place and puts it there when it is whole.
func (c backupMakeCmd) Run(ctx context.Context, env *environment) error {
	folder, err := backup.NewFolder(c.Destination)
	if err != nil {
		return err
	}
	m, err := env.backUp(ctx, folder)
	if err == nil {
		err = folder.Commit()
	}
	if err != nil {
		return errors.Join(err, folder.Discard())
	}
	_, err = fmt.Fprintf(env.Stdout, "%s is made: %s\nThe secret key is not in it; keep it apart.\n", c.Destination, contents(m))
	return err
}

// Run reads the whole backup.
func (c backupVerifyCmd) Run(ctx context.Context, env *environment) error {
	archive, err := backup.Open(c.Backup)
	if err != nil {
		return err
	}
	if err := archive.Verify(ctx); err != nil {
		return err
	}
	strange, err := archive.Strange(namedMax)
	if err != nil {
		return err
	}
	if len(strange) > 0 {
		env.Logger.WarnContext(ctx, "the folder has files that are not the backup's; a restore does not read them", "files", strings.Join(strange, ", "))
	}
	_, err = fmt.Fprintf(env.Stdout, "%s is whole%s: %s\n", c.Backup, unsummed(archive.Manifest), contents(archive.Manifest))
	return err
}

// unsummed says what is not known of a backup of an older version.
func unsummed(m backup.Manifest) string {
	if m.IsSummed() {
		return ""
	}
	return ", as far as can be known (it was made by an older version, without a checksum of its manifest)"
}

// contents says what a backup has, in a line.
func contents(m backup.Manifest) string {
	bytes, metadata, telemetry := m.Total()
	return fmt.Sprintf("%d rows of metadata, %d rows of telemetry of %d teams, %d bytes, begun %s by cairn %s",
		metadata, telemetry, len(m.Teams), bytes, m.BegunAt.Format(time.RFC3339), m.Version)
}

// backUp asks the server of the data folder for a backup, or makes one itself
// when none runs.
func (env *environment) backUp(ctx context.Context, folder *backup.Folder) (backup.Manifest, error) {
	dir := env.Config.DataDir
	if !exists(dir) || env.Config.DatabaseURL == "" && !exists(filepath.Join(dir, sqlstore.FileName)) {
		return backup.Manifest{}, fmt.Errorf("--data-dir: there is no installation in %s", dir)
	}
	isRunning, err := env.isServed()
	if err != nil {
		return backup.Manifest{}, err
	}
	if isRunning {
		return env.receiveBackup(ctx, folder)
	}
	if err := checkOwner(env.Config, "backup"); err != nil {
		return backup.Manifest{}, err
	}
	return env.backUpStopped(ctx, folder)
}

// isServed reports whether a server has the data folder.
func (env *environment) isServed() (bool, error) {
	dir := env.Config.DataDir
	if !exists(filepath.Join(dir, lockName)) {
		return false, nil
	}
	lock, err := lockDataDir(dir)
	if errors.Is(err, errLocked) {
		return true, nil
	}
	if err != nil {
		return false, err
	}
	return false, lock.Close()
}

// receiveBackup writes what the running server streams.
func (env *environment) receiveBackup(ctx context.Context, folder *backup.Folder) (backup.Manifest, error) {
	where, err := readControl(env.Config.DataDir)
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
	return backup.Receive(response.Body, parameters["boundary"], folder, env.reportFile())
}

func controlClient() *http.Client {
	return &http.Client{Transport: &http.Transport{
		DialContext:           (&net.Dialer{Timeout: controlDialMax}).DialContext,
		ResponseHeaderTimeout: controlAnswerMax,
	}}
}

func refusalOf(response *http.Response) error {
	text, _ := io.ReadAll(io.LimitReader(response.Body, refusalBytesMax))
	return fmt.Errorf("the server refused with %d: %s", response.StatusCode, text)
}

// backUpStopped runs the engine and what stores acknowledged telemetry, and
// nothing else of the server, for as long as the backup takes.
func (env *environment) backUpStopped(ctx context.Context, folder *backup.Folder) (backup.Manifest, error) {
	options := env.options()
	options.Config = options.Config.silent()
	a, err := New(ctx, options)
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
	c.NoOTLP, c.NoEvaluator, c.NoNotifier, c.NoMetering = true, true, true, true
	return c
}

// reportFile tells people at a terminal of each file.
func (env *environment) reportFile() func(backup.File) {
	say := env.report()
	return func(file backup.File) { say(fmt.Sprintf("%s: %d bytes", file.Name, file.Bytes)) }
}

// report returns where to tell people at a terminal what goes on.
func (env *environment) report() func(line string) {
	file, ok := env.Stderr.(*os.File)
	if !ok || !term.IsTerminal(int(file.Fd())) {
		return func(string) {}
	}
	return func(line string) { _, _ = fmt.Fprintln(file, line) }
}
