package monitor

import (
	"embed"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// files are a dashboard and alerts in the form that cairn apply takes.
//
//go:embed files
var files embed.FS

// folder returns where the data folder keeps what an installation needs to watch
// itself.
func folder(dataDir string) string { return filepath.Join(dataDir, "monitor") }

// TeamFolder returns where the files are that were installed in a team.
func TeamFolder(dataDir, teamID string) string { return filepath.Join(folder(dataDir), teamID) }

// teamFile names the team that gets the metrics of the server.
func teamFile(dataDir string) string { return filepath.Join(folder(dataDir), "team") }

// Team returns the id of the team that gets the metrics of the server; empty:
// nobody does.
func Team(dataDir string) (string, error) {
	text, err := os.ReadFile(teamFile(dataDir))
	if errors.Is(err, fs.ErrNotExist) {
		return "", nil
	}
	return strings.TrimSpace(string(text)), err
}

// TurnOn has a running server send its metrics to a team from now on.
func TurnOn(dataDir, teamID string) error {
	draft := teamFile(dataDir) + ".new"
	if err := os.WriteFile(draft, []byte(teamID+"\n"), 0o600); err != nil {
		return err
	}
	return os.Rename(draft, teamFile(dataDir))
}

// TurnOff ends that. What was installed and stored stays.
func TurnOff(dataDir string) error {
	err := os.Remove(teamFile(dataDir))
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}

// Write writes the dashboard over a source of metrics into a folder, and, where
// there is somewhere to send notifications, the alerts. It returns what puts the
// alerts back as they were.
func Write(folder, metricSource, webhookURL string) (undo func() error, err error) {
	webhook := filepath.Join(folder, "webhooks", "cairn-itself.json")
	before, err := os.ReadFile(webhook)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	undo = func() error {
		if before != nil {
			return os.WriteFile(webhook, before, 0o600)
		}
		return errors.Join(os.RemoveAll(filepath.Dir(webhook)), os.RemoveAll(filepath.Join(folder, "alerts")))
	}
	return undo, write(folder, metricSource, webhookURL)
}

func write(folder, metricSource, webhookURL string) error {
	names := strings.NewReplacer("$metrics", metricSource, "$url", webhookURL)
	return fs.WalkDir(files, "files", func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		relative := strings.TrimPrefix(path, "files/")
		if kind, _, _ := strings.Cut(relative, "/"); webhookURL == "" && kind != "dashboards" {
			return nil
		}
		text, err := fs.ReadFile(files, path)
		if err != nil {
			return err
		}
		target := filepath.Join(folder, filepath.FromSlash(relative))
		if err := os.MkdirAll(filepath.Dir(target), 0o700); err != nil {
			return err
		}
		return os.WriteFile(target, []byte(names.Replace(string(text))), 0o600)
	})
}
