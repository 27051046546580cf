// Package backup copies a whole installation, or one service of it, into files
// and makes an empty one of them again: metadata as lines of JSON that both databases take, telemetry
// as blocks in ClickHouse's own Native form that every engine takes.
//
// A backup is a folder. Its manifest, with the checksums of all other files, and
// the manifest's own checksum are written last, so that a folder without them is
// known to be unfinished, and one with a changed bit to be damaged. It holds no secret in plain text: keys are
// hashes, and what has to be used again is sealed with a key that is not in
// the backup.
package backup

import (
	"context"
	"fmt"
	"io"
	"time"
)

// The names of a backup's files; tables of telemetry have one each.
const (
	ManifestName    = "manifest.json"
	manifestSumName = ManifestName + ".sha256"
	metadataName    = "metadata.jsonl.zst"
)

// tableName returns the file of a team's table.
func tableName(team, table string) string {
	return "telemetry/" + team + "/" + table + ".native.zst"
}

// Database is the metadata of an installation.
type Database interface {
	// Dump writes all rows as they are at one moment.
	Dump(ctx context.Context, w io.Writer) (Metadata, error)
}

// Engine is the telemetry of an installation.
type Engine interface {
	// BackedUpTeams returns those of the teams that have tables, with the
	// names of these.
	BackedUpTeams(ctx context.Context, teams []string) ([]Team, error)
	// DumpTable writes the rows that a team's table has at one moment, and
	// returns what it is like; it writes nothing when there are no rows.
	DumpTable(ctx context.Context, team, table string, w io.Writer) (TeamTable, error)
}

// Sink takes the files of a backup, one after the other.
type Sink interface {
	// Create begins a file. The one before it has been closed.
	Create(name string) (io.WriteCloser, error)
}

// Source is a running installation.
type Source struct {
	Version  string   // of the program
	Service  *Service // nil: Database and Engine are those of the whole installation
	Database Database
	Engine   Engine
	// Settle returns when all telemetry that was acknowledged before the call
	// is in the engine.
	Settle func(ctx context.Context) error
	Now    func() time.Time
}

// WriteTo writes a backup. It has all telemetry that was acknowledged before
// the call, and maybe some that came meanwhile. Metadata is taken first, so
// that it names nothing that the telemetry is too old for.
func (s Source) WriteTo(ctx context.Context, sink Sink) (Manifest, error) {
	m := Manifest{Format: Format, Version: s.Version, Service: s.Service, BegunAt: s.Now().UTC()}
	if err := s.Settle(ctx); err != nil {
		return m, fmt.Errorf("wait for telemetry to be stored: %w", err)
	}
	if err := s.writeMetadata(ctx, sink, &m); err != nil {
		return m, fmt.Errorf("write the metadata: %w", err)
	}
	teams, err := s.Engine.BackedUpTeams(ctx, m.Metadata.Teams)
	if err != nil {
		return m, fmt.Errorf("list the telemetry: %w", err)
	}
	for _, team := range teams {
		if err := s.writeTeam(ctx, sink, &m, team); err != nil {
			return m, fmt.Errorf("write the telemetry of team %s: %w", team.ID, err)
		}
	}
	m.FinishedAt = s.Now().UTC()
	return m, m.writeTo(sink)
}

func (s Source) writeMetadata(ctx context.Context, sink Sink, m *Manifest) (err error) {
	file := newPacked(sink, metadataName)
	m.Metadata, err = s.Database.Dump(ctx, file)
	return m.add(file, err)
}

func (s Source) writeTeam(ctx context.Context, sink Sink, m *Manifest, team Team) error {
	for i, table := range team.Tables {
		file := newPacked(sink, tableName(team.ID, table.Name))
		dumped, err := s.Engine.DumpTable(ctx, team.ID, table.Name, file)
		if err := m.add(file, err); err != nil {
			return fmt.Errorf("%s: %w", table.Name, err)
		}
		team.Tables[i] = dumped
	}
	m.Teams = append(m.Teams, team)
	return nil
}

// add closes a file and lists it, unless nothing was written to it.
func (m *Manifest) add(file *packed, failed error) error {
	sum, err := file.close()
	if failed != nil {
		return failed
	}
	if err == nil && sum.Bytes > 0 {
		m.Files = append(m.Files, sum)
	}
	return err
}
