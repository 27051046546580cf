package tables_test

import (
	"archive/tar"
	"compress/gzip"
	"errors"
	"io"
	"os"
	"path/filepath"
	"testing"
)

// packFolder writes a folder into a file.
func packFolder(t *testing.T, folder, file string) {
	t.Helper()
	out, err := os.Create(file)
	if err != nil {
		t.Fatal(err)
	}
	zip, err := gzip.NewWriterLevel(out, gzip.BestCompression)
	if err != nil {
		t.Fatal(err)
	}
	entries := tar.NewWriter(zip)
	if err := errors.Join(entries.AddFS(os.DirFS(folder)), entries.Close(), zip.Close(), out.Close()); err != nil {
		t.Fatal(err)
	}
}

// unpackFolder makes the folder that was packed into a file.
func unpackFolder(t *testing.T, file, folder string) {
	t.Helper()
	in, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = in.Close() }()
	zip, err := gzip.NewReader(in)
	if err != nil {
		t.Fatal(err)
	}
	for entries := tar.NewReader(zip); ; {
		entry, err := entries.Next()
		if errors.Is(err, io.EOF) {
			return
		}
		if err == nil {
			err = unpackEntry(entry, entries, filepath.Join(folder, filepath.FromSlash(entry.Name)))
		}
		if err != nil {
			t.Fatal(err)
		}
	}
}

func unpackEntry(entry *tar.Header, content io.Reader, path string) error {
	switch entry.Typeflag {
	case tar.TypeDir:
		return os.MkdirAll(path, 0o700)
	case tar.TypeSymlink:
		return os.Symlink(entry.Linkname, path)
	}
	file, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	_, err = io.Copy(file, content)
	return errors.Join(err, file.Close())
}
