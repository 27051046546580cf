package backup

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"time"

	"github.com/cairnstack/cairn/internal/fault"
)

// Format is the form of backups that this program writes, and the newest that
// it reads. Since format 2 the manifest has a checksum.
const (
	Format       = 2
	summedFormat = 2
)

// ManifestBytesMax bounds a manifest.
const ManifestBytesMax = 256 << 20

// Manifest says what a backup has.
type Manifest struct {
	Format     int       `json:"format"`
	Version    string    `json:"version"` // of the program that wrote it
	BegunAt    time.Time `json:"begunAt"`
	FinishedAt time.Time `json:"finishedAt"`
	Service    *Service  `json:"service,omitempty"` // whose data alone it has; absent: the whole installation's
	Metadata   Metadata  `json:"metadata"`
	Teams      []Team    `json:"teams"`
	Files      []File    `json:"files"`
}

// Service is the service that a backup is of.
type Service struct {
	ID             string `json:"id"`
	OrganizationID string `json:"organizationId"`
	Name           string `json:"name"`
}

// Metadata is what was dumped of the metadata.
type Metadata struct {
	Database string   `json:"database"` // the kind that it came from; any kind takes it
	Schema   int64    `json:"schema"`   // version
	Seal     string   `json:"seal"`     // something sealed, to recognise the key by; empty: nothing is
	Tables   []Table  `json:"tables"`   // in the order of the dump
	Teams    []string `json:"-"`        // ids of all teams
}

// Table is a table with what it has.
type Table struct {
	Name string `json:"name"`
	Rows
}

// Rows counts rows. The sum of their hashes is the same in any order.
type Rows struct {
	Count uint64 `json:"rows"`
	Sum   Sum    `json:"sum"`
}

// Team is the telemetry of a team.
type Team struct {
	ID        string         `json:"id"`
	Schema    int64          `json:"schema"`        // version
	Retention map[string]int `json:"retentionDays"` // by signal
	Tables    []TeamTable    `json:"tables"`
}

// TeamTable is a table of a team. Extra are the columns that it has beyond its
// schema, by name, with their types.
type TeamTable struct {
	Name  string            `json:"name"`
	Extra map[string]string `json:"extraColumns,omitempty"`
	Rows
}

// File is a file of a backup.
type File struct {
	Name   string `json:"name"`
	Bytes  int64  `json:"bytes"`
	SHA256 string `json:"sha256"`
}

// Sum is a sum of hashes, which wraps around.
type Sum uint64

// MarshalText returns sixteen hexadecimal digits: JSON's numbers are too short.
func (s Sum) MarshalText() ([]byte, error) { return fmt.Appendf(nil, "%016x", uint64(s)), nil }

// UnmarshalText reads hexadecimal digits.
func (s *Sum) UnmarshalText(text []byte) error {
	n, err := strconv.ParseUint(string(text), 16, 64)
	*s = Sum(n)
	return err
}

// filePattern is every name that a file of a backup can have; all of them stay
// within its folder.
var filePattern = regexp.MustCompile(`^(manifest\.json(\.sha256)?|metadata\.jsonl\.zst|telemetry/[0-9a-f]{24}/[a-z_]{1,64}\.native\.zst)$`)

func checkName(name string) error {
	if !filePattern.MatchString(name) {
		return fault.New(fault.Invalid, "a backup has no file of such a name")
	}
	return nil
}

func (m Manifest) writeTo(sink Sink) error {
	text, err := json.MarshalIndent(m, "", "  ")
	if err != nil {
		return err
	}
	return writeManifest(sink, append(text, '\n'), m.Format)
}

// writeManifest writes the text of a manifest and, if its format has one, the
// checksum.
func writeManifest(sink Sink, text []byte, format int) error {
	if err := writeFile(sink, ManifestName, text); err != nil || format < summedFormat {
		return err
	}
	return writeFile(sink, manifestSumName, manifestSum(text))
}

func writeFile(sink Sink, name string, text []byte) error {
	file, err := sink.Create(name)
	if err != nil {
		return err
	}
	_, err = file.Write(text)
	return errors.Join(err, file.Close())
}

// manifestSum returns the content of the checksum file, in the form that
// sha256sum writes and checks.
func manifestSum(text []byte) []byte {
	return fmt.Appendf(nil, "%x  %s\n", sha256.Sum256(text), ManifestName)
}

// checkManifestSum compares a manifest with its checksum file, byte by byte:
// a changed checksum file is damage too.
func checkManifestSum(text, sum []byte) error {
	if !bytes.Equal(sum, manifestSum(text)) {
		return fault.New(fault.Invalid, "the backup is damaged: %s does not match %s", ManifestName, manifestSumName)
	}
	return nil
}

// IsSummed reports whether the backup's manifest has a checksum. Backups of
// older versions have none, so that damage to the manifest can't be found.
func (m Manifest) IsSummed() bool { return m.Format >= summedFormat }

// readManifest reads and checks the text of a manifest.
func readManifest(text []byte) (Manifest, error) {
	var m Manifest
	if err := json.Unmarshal(text, &m); err != nil {
		return m, fault.Wrap(fault.Invalid, err, "%s is damaged", ManifestName)
	}
	if m.Format < 1 || m.Format > Format {
		return m, fault.New(fault.Invalid, "the backup has format %d and this program knows format %d at most; use a newer cairn", m.Format, Format)
	}
	for _, file := range m.Files {
		if err := checkName(file.Name); err != nil {
			return m, err
		}
	}
	return m, nil
}

// lists reports whether the backup has a file.
func (m Manifest) lists(name string) bool {
	return slices.ContainsFunc(m.Files, func(file File) bool { return file.Name == name })
}

// Total returns how many bytes the files have, and how many rows the tables.
func (m Manifest) Total() (bytes int64, metadata, telemetry uint64) {
	for _, file := range m.Files {
		bytes += file.Bytes
	}
	for _, table := range m.Metadata.Tables {
		metadata += table.Count
	}
	for _, team := range m.Teams {
		for _, table := range team.Tables {
			telemetry += table.Count
		}
	}
	return bytes, metadata, telemetry
}
