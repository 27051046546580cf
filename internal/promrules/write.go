package promrules

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

// Slug stands in references of alerts for the name of their dashboard's file.
const Slug = "$board"

// WriteBoards writes dashboards as files that files.Client can apply.
func WriteBoards(dir string, boards []Board) error {
	for i, b := range boards {
		tiles := b.Tiles
		if tiles == nil {
			tiles = []map[string]any{}
		}
		body := map[string]any{"name": b.Name, "tags": []string{Tag}, "tiles": tiles}
		if err := write(filepath.Join(dir, "dashboards", slug(i)+".json"), body, slug(i)); err != nil {
			return err
		}
	}
	return nil
}

// WriteAlerts writes the alerts beside the dashboards that they watch.
func WriteAlerts(dir string, boards []Board) error {
	for i, b := range boards {
		for n, alert := range b.Alerts {
			if err := write(filepath.Join(dir, "alerts", slug(i)+"-"+strconv.Itoa(n)+".json"), alert, slug(i)); err != nil {
				return err
			}
		}
	}
	return nil
}

func slug(i int) string { return "group" + strconv.Itoa(i) }

func write(path string, body map[string]any, slug string) error {
	text, err := json.Marshal(named(body, slug))
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return err
	}
	return os.WriteFile(path, text, 0o600)
}

// named returns a body whose references name the file of the dashboard.
func named(body map[string]any, slug string) map[string]any {
	out := map[string]any{}
	for field, value := range body {
		if text, ok := value.(string); ok && (field == "dashboardId" || field == "tileId") {
			value = strings.ReplaceAll(text, Slug, slug)
		}
		out[field] = value
	}
	return out
}
