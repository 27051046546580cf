package objectstore_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/cairnstack/cairn/internal/backup"
	"github.com/cairnstack/cairn/internal/fault"
	"github.com/cairnstack/cairn/internal/objectstore"
	"github.com/cairnstack/cairn/internal/testkit/s3test"
)

func ok(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func open(t *testing.T, url, secret string) *objectstore.Store {
	t.Helper()
	at, err := objectstore.ParseURL(url)
	ok(t, err)
	s, err := objectstore.New(at, objectstore.Keys{Access: s3test.AccessKey, Secret: secret})
	ok(t, err)
	return s
}

func write(d backup.Draft, name string, text []byte) error {
	file, err := d.Create(name)
	if err != nil {
		return err
	}
	_, err = file.Write(text)
	return errors.Join(err, file.Close())
}

// filesBelow returns how many files a folder has.
func filesBelow(t *testing.T, root string) (n int) {
	t.Helper()
	ok(t, filepath.WalkDir(root, func(_ string, entry fs.DirEntry, err error) error {
		if err == nil && !entry.IsDir() {
			n++
		}
		return err
	}))
	return n
}

// TestFilesComeBack sends one of several parts, an empty one and a small one.
func TestFilesComeBack(t *testing.T) {
	t.Parallel()
	server := s3test.Start(t)
	s := open(t, server.URL, s3test.SecretKey)
	large := make([]byte, 40<<20)
	random := rand.NewChaCha8([32]byte{1})
	_, _ = random.Read(large) // never fails
	texts := map[string][]byte{"large": large, "empty": {}, "small": []byte("small")}
	draft, err := s.New(t.Context(), "a/b/1")
	ok(t, err)
	for name, text := range texts {
		ok(t, write(draft, name, text))
	}
	ok(t, draft.Commit())
	other, err := s.New(t.Context(), "a/b2/1")
	ok(t, err)
	ok(t, write(other, "small", []byte("another's")))
	files, err := s.Open(t.Context(), "a/b/1")
	ok(t, err)
	for name, text := range texts {
		file, err := files.Open(name)
		ok(t, err)
		got, err := io.ReadAll(file)
		ok(t, errors.Join(err, file.Close()))
		if !bytes.Equal(got, text) {
			t.Errorf("%s came back with %d bytes", name, len(got))
		}
	}
	if _, err := files.Open("none"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a file that is not there: %v", err)
	}
	for range 2 {
		ok(t, s.Remove(t.Context(), "a/b"))
	}
	if n := filesBelow(t, server.Root); n != 1 {
		t.Errorf("after the removal there are %d files", n)
	}
	if _, err := s.Open(t.Context(), "../x"); err == nil {
		t.Error("a key leads out of the prefix")
	}
}

// TestUploadsThatAreCutOffAreRemoved ends one in the middle, as a kill would:
// without a word to the storage.
func TestUploadsThatAreCutOffAreRemoved(t *testing.T) {
	t.Parallel()
	server := s3test.Start(t)
	s := open(t, server.URL, s3test.SecretKey)
	ctx, cut := context.WithCancel(t.Context())
	draft, err := s.New(ctx, "a/b/1")
	ok(t, err)
	file, err := draft.Create("large")
	ok(t, err)
	_, err = file.Write(make([]byte, 40<<20))
	ok(t, err)
	cut()
	if err := file.Close(); err == nil {
		t.Fatal("a file that was cut off is stored")
	}
	ok(t, draft.Discard())
	if n := filesBelow(t, server.Root); n != 0 {
		t.Errorf("%d files are left", n)
	}
}

func TestRefusalsAreInWords(t *testing.T) {
	t.Parallel()
	server := s3test.Start(t)
	f := func(s *objectstore.Store, want string) {
		t.Helper()
		draft, err := s.New(t.Context(), "a/b/1")
		ok(t, err)
		err = write(draft, "x", []byte("x"))
		if fault.KindOf(err) != fault.Unavailable || !strings.Contains(fault.From(err).Message, want) {
			t.Errorf("%v, want %q", err, want)
		}
	}
	f(open(t, server.URL, "another"), "SignatureDoesNotMatch")
	f(open(t, strings.Replace(server.URL, "s3://backups", "s3://nowhere", 1), s3test.SecretKey), "NoSuchBucket")
	if _, err := os.Stat(server.Root); err != nil {
		t.Fatal(err)
	}
	server.Stop()
	f(open(t, server.URL, s3test.SecretKey), "can't be reached")
}

func TestURLs(t *testing.T) {
	t.Parallel()
	f := func(text, want string) {
		t.Helper()
		at, err := objectstore.ParseURL(text)
		got := at.String()
		if err != nil {
			got = ""
		}
		if got != want {
			t.Errorf("%s: %q (%v), want %q", text, got, err, want)
		}
	}
	f("s3://bucket", "s3://bucket/ at s3.us-east-1.amazonaws.com")
	f("s3://bucket/a/b/?region=eu-central-1", "s3://bucket/a/b/ at s3.eu-central-1.amazonaws.com")
	f("s3://bucket?endpoint=https://minio.example.com:9000", "s3://bucket/ at minio.example.com:9000")
	for _, wrong := range []string{
		"", "bucket", "http://bucket", "s3://", "s3://B", "s3://key:secret@bucket", "s3://bucket?endpont=x", "s3://bucket?endpoint=host", "s3://bucket?endpoint=https://h/path", "s3://bucket/a%00b",
	} {
		f(wrong, "")
	}
}
