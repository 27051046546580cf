//go:build artefacts

package exercise_test

import (
	"archive/tar"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	v1 "github.com/google/go-containerregistry/pkg/v1"
	"github.com/google/go-containerregistry/pkg/v1/layout"
	"github.com/google/go-containerregistry/pkg/v1/mutate"
	"github.com/google/go-containerregistry/pkg/v1/tarball"
	"github.com/google/go-containerregistry/pkg/v1/validate"
)

// TestArchiveRunsWithoutANetwork unpacks the archive into an empty folder and
// runs it where there is only loopback, nothing in the environment, and no home
// with an engine library in its cache.
func TestArchiveRunsWithoutANetwork(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	run(t, "tar", "-xzf", dist(t, "_linux_amd64.tar.gz"), "--strip-components=1", "-C", folder)
	env := []string{"PATH=/usr/sbin:/usr/bin:/sbin:/bin", "CAIRN_DATA_DIR=" + filepath.Join(folder, "data")}
	program := filepath.Join(folder, "cairn")
	s := start(t, `exec "$1" serve`, env, program)
	s.inside = []string{program}
	eventually(t, "the server has begun", func() bool { _, err := os.Stat(filepath.Join(folder, "data")); return err == nil })
	if said, err := s.cairn(t, "doctor"); !strings.Contains(said, "ok    engine: embedded, library "+folder) {
		t.Errorf("%v: %s", err, said)
	}
	s.storesALine(t)
}

// TestSlimArchiveSaysHowToComeByTheEngine holds what people read who start the
// archive without the library.
func TestSlimArchiveSaysHowToComeByTheEngine(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	run(t, "tar", "-xzf", dist(t, "_linux_amd64_slim.tar.gz"), "--strip-components=1", "-C", folder)
	said := run(t, "env", "-i", "sh", "-c", `cd "$1" && ./cairn doctor || true`, "sh", folder)
	if !strings.Contains(said, "wrong engine: the engine library libchdb.so") || !strings.Contains(said, "CAIRN_CLICKHOUSE_URL") {
		t.Error(said)
	}
	for _, file := range []string{"LICENSE", "THIRD-PARTY-NOTICES.txt", "cairn.cdx.json", "share/man/man1/cairn.1", "share/bash-completion/completions/cairn", "share/zsh/site-functions/_cairn", "share/fish/vendor_completions.d/cairn.fish"} {
		if stat, err := os.Stat(filepath.Join(folder, file)); err != nil || stat.Size() < 1000 {
			t.Errorf("%s: %v", file, err)
		}
	}
}

// TestReadmeBeginsWithWhatWorks runs the first block of the README up to the
// server, with nothing but the archives in the folder.
func TestReadmeBeginsWithWhatWorks(t *testing.T) {
	t.Parallel()
	readme, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	_, block, _ := strings.Cut(string(readme), "```sh\n")
	unpack, serve, _ := strings.Cut(block, "\n")
	if !strings.HasPrefix(serve, "./cairn serve ") {
		t.Fatalf("the block is another one: %s", block)
	}
	folder := t.TempDir()
	for _, archive := range []string{"_linux_amd64.tar.gz", "_linux_amd64_slim.tar.gz"} {
		path := dist(t, archive)
		if err := os.Symlink(path, filepath.Join(folder, filepath.Base(path))); err != nil {
			t.Fatal(err)
		}
	}
	run(t, "sh", "-c", `cd "$1" && `+unpack+" && ./cairn version && test -e libchdb.so", "sh", folder)
}

func TestChecksumsAreThoseOfTheFiles(t *testing.T) {
	t.Parallel()
	list := dist(t, "SHA256SUMS")
	run(t, "sh", "-c", `cd "$(dirname "$1")" && sha256sum --check --strict --quiet SHA256SUMS && test "$(wc -l < SHA256SUMS)" = "$(find . -name 'cairn[_-]*' | wc -l)"`, "sh", list)
}

// TestSignatureIsVerifiedAsDocumented uses the commands of docs/releasing.md.
func TestSignatureIsVerifiedAsDocumented(t *testing.T) {
	t.Parallel()
	list, folder := dist(t, "SHA256SUMS"), t.TempDir()
	const script = `printf 'release@cairn %s\n' "$(cat "$2")" >allowed_signers
verify() { ssh-keygen -Y verify -f allowed_signers -I release@cairn -n cairn-release -s "$1.sig" <"$2"; }
cp "$1" "$1.sig" .
verify ./SHA256SUMS SHA256SUMS
sed s/1/2/ SHA256SUMS >altered
! verify ./SHA256SUMS altered`
	run(t, "sh", "-euc", `cd "$1"; shift; `+script, "sh", folder, list, os.Getenv("CAIRN_RELEASE_KEY")+".pub")
}

// TestImageRunsAsItsUser unpacks the image and runs it there as a container
// engine would: as the user of the image, on a root that can't be written, with
// one volume, and without a network.
func TestImageRunsAsItsUser(t *testing.T) {
	t.Parallel()
	image, err := tarball.ImageFromPath(dist(t, "_linux_amd64_docker.tar"), nil)
	if err != nil {
		t.Fatal(err)
	}
	root, volume := t.TempDir(), t.TempDir()
	unpack(t, image, root)
	config, err := image.ConfigFile()
	if err != nil {
		t.Fatal(err)
	}
	user := config.Config.User
	run(t, "chown", user, volume)
	run(t, "chmod", "0711", filepath.Dir(root), root)
	const script = `root=$1 volume=$2 user=$3 workdir=$4; shift 4
mount --bind "$root" "$root"
mount --bind "$volume" "$root/var/lib/cairn"
mount -t proc proc "$root/proc"
mount --rbind /dev "$root/dev"
mount -o remount,bind,ro "$root"
if chroot --userspec="$user" "$root" /usr/bin/cairn serve --data-dir /tmp/elsewhere 2>/dev/null; then exit 9; fi
exec chroot --userspec="$user" "$root" "$@"`
	args := append([]string{root, volume, user, config.Config.WorkingDir}, config.Config.Entrypoint...)
	env := append([]string{}, config.Config.Env...)
	env = append(env, "PATH=/usr/sbin:/usr/bin:/sbin:/bin")
	s := start(t, script, env, append(args, config.Config.Cmd...)...)
	s.inside = append([]string{"chroot", "--userspec=" + user, root}, config.Config.Entrypoint...)
	if got := strings.Join(config.Config.Healthcheck.Test, " "); got != "CMD /usr/bin/cairn healthcheck" || user != "65532:65532" {
		t.Errorf("%s, %s", got, user)
	}
	s.storesALine(t)
	if link := "http://localhost:8080/enter?token="; !strings.Contains(s.log.String(), link) {
		t.Errorf("the log has no %s, which people would open first", link)
	}
}

// unpack writes the files of all layers as an engine does.
func unpack(t *testing.T, image v1.Image, root string) {
	t.Helper()
	files := mutate.Extract(image)
	defer func() { _ = files.Close() }()
	for reader := tar.NewReader(files); ; {
		header, err := reader.Next()
		if errors.Is(err, io.EOF) {
			return
		}
		if err == nil {
			err = place(header, reader, filepath.Join(root, filepath.Clean("/"+header.Name)))
		}
		if err != nil {
			t.Fatal(err)
		}
	}
}

func place(header *tar.Header, content io.Reader, path string) error {
	switch header.Typeflag {
	case tar.TypeDir:
		if err := os.MkdirAll(path, 0o755); err != nil {
			return err
		}
	case tar.TypeSymlink:
		return os.Symlink(header.Linkname, path)
	case tar.TypeReg:
		file, err := os.Create(path)
		if err != nil {
			return err
		}
		if _, err := io.Copy(file, content); err != nil {
			return err
		}
		if err := file.Close(); err != nil {
			return err
		}
	default:
		return fmt.Errorf("%s is neither file, folder nor link", header.Name)
	}
	return errors.Join(os.Chown(path, header.Uid, header.Gid), os.Chmod(path, os.FileMode(header.Mode&0o777)))
}

// TestLayoutIsWhole reads every blob of the OCI layout, and finds the bill of
// materials of each image by its subject.
func TestLayoutIsWhole(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	run(t, "tar", "-xf", dist(t, "_oci.tar"), "-C", folder)
	index, err := layout.ImageIndexFromPath(folder)
	if err != nil {
		t.Fatal(err)
	}
	if err := validate.Index(index, validate.Fast); err != nil {
		t.Error(err)
	}
	images, subjects := imagesOf(t, index)
	if len(images) < 2 || len(subjects) != len(images) {
		t.Errorf("%d images, %d bills of materials", len(images), len(subjects))
	}
	for digest := range images {
		if !subjects[digest] {
			t.Errorf("%s has no bill of materials", digest)
		}
	}
}

// imagesOf returns the digests of the images, and those that artefacts refer to.
func imagesOf(t *testing.T, index v1.ImageIndex) (images, subjects map[v1.Hash]bool) {
	t.Helper()
	images, subjects = map[v1.Hash]bool{}, map[v1.Hash]bool{}
	manifest, err := index.IndexManifest()
	if err != nil {
		t.Fatal(err)
	}
	for _, described := range manifest.Manifests {
		if !described.MediaType.IsIndex() {
			artefact, err := index.Image(described.Digest)
			if err != nil {
				t.Fatal(err)
			}
			about, err := artefact.Manifest()
			if err != nil || about.Subject == nil {
				t.Fatal("an artefact has no subject", err)
			}
			subjects[about.Subject.Digest] = true
			continue
		}
		tagged, err := index.ImageIndex(described.Digest)
		if err != nil {
			t.Fatal(err)
		}
		platforms, err := tagged.IndexManifest()
		if err != nil {
			t.Fatal(err)
		}
		for _, platform := range platforms.Manifests {
			images[platform.Digest] = true
		}
	}
	return images, subjects
}
