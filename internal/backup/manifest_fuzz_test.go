package backup

import (
	"path/filepath"
	"testing"
)

// FuzzReadManifest holds that no manifest names a file outside of the backup.
func FuzzReadManifest(f *testing.F) {
	for _, seed := range []string{
		`{"format":1,"files":[{"name":"metadata.jsonl.zst","bytes":1,"sha256":"00"}]}`, `{"format":1,"files":[{"name":"../x"}]}`,
		`{"format":1,"files":[{"name":"telemetry/0123456789abcdef01234567/otel_logs.native.zst"}]}`, `{"format":99}`, `{"format":-1}`, `[]`, `{`, `null`,
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		m, err := readManifest(text)
		if err != nil {
			return
		}
		for _, file := range m.Files {
			if !filepath.IsLocal(file.Name) {
				t.Fatalf("the manifest names %q", file.Name)
			}
		}
	})
}
