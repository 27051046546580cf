package cli

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"time"

	"golang.org/x/term"

	"github.com/cairnstack/cairn/internal/app"
	"github.com/cairnstack/cairn/internal/backup"
)

// strangeMax is how many strange files are named.
const strangeMax = 5

type backupCmd struct {
	Make   backupMakeCmd   `cmd:"" default:"withargs" help:"Write a backup into a folder; the server may keep running (the default command)."`
	Verify backupVerifyCmd `cmd:"" help:"Check whether a backup is complete and undamaged."`
}

type backupMakeCmd struct {
	Destination string `arg:"" help:"Folder to create; it must be empty if it exists." placeholder:"DIR"`
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
	m, err := app.BackUp(ctx, env.options(), folder, env.reportFile())
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
	strange, err := archive.Strange(strangeMax)
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
	return fmt.Sprintf("metadata: %d rows, telemetry: %d rows, teams: %d, bytes: %d, begun %s by cairn %s",
		metadata, telemetry, len(m.Teams), bytes, m.BegunAt.Format(time.RFC3339), m.Version)
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
