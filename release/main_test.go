package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestVersionsAreThoseOfReleases(t *testing.T) {
	t.Parallel()
	for version, good := range map[string]bool{"1.2.3": true, "1.2.3-rc.1": true, "v1.2.3": false, "1.2": false, "c8765ab6": false, "1.2.3-dirty+x": false, "": false} {
		if err := (&options{version: version}).check(); (err == nil) != good {
			t.Errorf("%q: %v", version, err)
		}
	}
}

func TestLibraryWithAnotherDigestIsNotPacked(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "libchdb.so")
	if err := os.WriteFile(path, []byte("engine"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := verify(path, strings.Repeat("0", 64)); err == nil || !strings.Contains(err.Error(), "is not the library that the source pins") {
		t.Error(err)
	}
}

func TestOnlyAReleaseIsReplaced(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for _, name := range []string{"cairn_1.2.3_oci.tar", "SHA256SUMS", "SHA256SUMS.sig", ".work-1"} {
		if err := os.WriteFile(filepath.Join(dir, name), nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := empty(dir); err != nil {
		t.Error(err)
	}
	letter := filepath.Join(dir, "letter.txt")
	if err := os.WriteFile(letter, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := empty(dir); err == nil || !strings.Contains(err.Error(), "letter.txt") {
		t.Error(err)
	}
	if _, err := os.Stat(letter); err != nil {
		t.Error(err)
	}
}
