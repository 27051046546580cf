package debian_test

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/cairnstack/cairn/release/debian"
)

func TestLockIsReadAsItIsWritten(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "lock")
	want := debian.Package{Arch: "amd64", Name: "libc6", Version: "1:2-3", SHA256: "ab", Path: "pool/libc6.deb"}
	if err := debian.WriteLock(path, []debian.Package{want, {Arch: "arm64", Name: "libc6", Version: "1", SHA256: "cd", Path: "x"}}); err != nil {
		t.Fatal(err)
	}
	got, err := debian.ReadLock(path, "amd64")
	if err != nil || !slices.Equal(got, []debian.Package{want}) {
		t.Errorf("%v %v", got, err)
	}
	if _, err := debian.ReadLock(path, "riscv64"); err == nil {
		t.Error("packages of another processor are none")
	}
}

// TestPackagesCountByTheirDigest asks a mirror that sends something else, or
// nothing.
func TestPackagesCountByTheirDigest(t *testing.T) {
	t.Parallel()
	content := "a package"
	mirror := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/there.deb" {
			http.NotFound(w, r)
			return
		}
		_, _ = fmt.Fprint(w, content)
	}))
	t.Cleanup(mirror.Close)
	sum := sha256.Sum256([]byte(content))
	cache, p := t.TempDir(), debian.Package{Name: "p", Version: "1", SHA256: hex.EncodeToString(sum[:]), Path: "there.deb"}
	path, err := debian.Fetch(t.Context(), mirror.URL+"/", cache, p)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte("b package"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := debian.Fetch(t.Context(), mirror.URL+"/", cache, p); err != nil {
		t.Errorf("a damaged cache is not repaired: %v", err)
	}
	p.SHA256 = strings.Repeat("0", 64)
	if _, err := debian.Fetch(t.Context(), mirror.URL+"/", cache, p); err == nil || !strings.Contains(err.Error(), "is not the package that the lock file pins") {
		t.Error(err)
	}
	p.Path = "gone.deb"
	if _, err := debian.Fetch(t.Context(), mirror.URL+"/", cache, p); err == nil || !strings.Contains(err.Error(), "make release-lock") {
		t.Error(err)
	}
}

// member returns an ar member with a compressed tar file of one entry.
func member(t *testing.T, name string, header tar.Header, content string) string {
	t.Helper()
	var b bytes.Buffer
	zipped := gzip.NewWriter(&b)
	packed := tar.NewWriter(zipped)
	header.Size = int64(len(content))
	if err := packed.WriteHeader(&header); err != nil {
		t.Fatal(err)
	}
	_, _ = packed.Write([]byte(content))
	_, _ = packed.Close(), zipped.Close()
	padding := strings.Repeat("\n", b.Len()%2)
	return fmt.Sprintf("%-16s%-12d%-6d%-6d%-8s%-10d`\n%s%s", name, 0, 0, 0, "100644", b.Len(), b.String(), padding)
}

func TestPackageIsTakenApart(t *testing.T) {
	t.Parallel()
	control := member(t, "control.tar.gz", tar.Header{Name: "./control", Mode: 0o644}, "Package: p\n")
	data := member(t, "data.tar.gz", tar.Header{Name: "./../etc/p", Mode: 0o640, Uid: 7}, "inside")
	path := filepath.Join(t.TempDir(), "p.deb")
	read := func(content string) (debian.Contents, error) {
		if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
		return debian.Unpack(path)
	}
	got, err := read("!<arch>\n" + control + data)
	if err != nil || string(got.Control) != "Package: p\n" || len(got.Files) != 1 {
		t.Fatalf("%+v %v", got, err)
	}
	if f := got.Files[0]; f.Name != "etc/p" || f.Mode != 0o640 || f.Owner != 7 || string(f.Content) != "inside" {
		t.Errorf("%+v", f)
	}
	for _, broken := range []string{"", "text", "!<arch>\n" + control, "!<arch>\n" + control + data[:len(data)/2]} {
		if _, err := read(broken); err == nil {
			t.Errorf("%.20q is a package", broken)
		}
	}
}
