// Package tarfile writes compressed tar files that depend on nothing but what is
// in them: entries are sorted, and time, owner and mode are given.
package tarfile

import (
	"archive/tar"
	"bytes"
	"errors"
	"io"
	"os"
	"path"
	"slices"
	"strings"
	"time"

	"github.com/klauspost/compress/gzip"
)

// File is one entry.
type File struct {
	Name    string // without a slash at either end
	Mode    int64  // permissions
	Owner   int    // user and group
	Path    string // where the content is; otherwise it is Content
	Content []byte
	Link    string // makes it a symbolic link
	Folder  bool
}

// Write writes a file. Folders that entries are in and that are not given belong
// to root and are readable by all.
func Write(path string, files []File, modified time.Time) (err error) {
	out, err := os.Create(path)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, out.Close()) }()
	zipped, err := gzip.NewWriterLevel(out, gzip.DefaultCompression)
	if err != nil {
		return err
	}
	return errors.Join(Pack(zipped, files, modified), zipped.Close())
}

// Pack writes the entries without compression.
func Pack(w io.Writer, files []File, modified time.Time) error {
	packed := tar.NewWriter(w)
	for _, file := range withFolders(files) {
		if err := file.pack(packed, modified); err != nil {
			return err
		}
	}
	return packed.Close()
}

func withFolders(files []File) []File {
	byName := map[string]File{}
	for _, file := range files {
		byName[file.Name] = file
		for folder := path.Dir(file.Name); folder != "."; folder = path.Dir(folder) {
			if _, has := byName[folder]; !has {
				byName[folder] = File{Name: folder, Mode: 0o755, Folder: true}
			}
		}
	}
	all := make([]File, 0, len(byName))
	for _, file := range byName {
		all = append(all, file)
	}
	slices.SortFunc(all, func(a, b File) int { return strings.Compare(a.Name, b.Name) })
	return all
}

func (f File) pack(w *tar.Writer, modified time.Time) error {
	header := &tar.Header{Name: f.Name, Mode: f.Mode, Uid: f.Owner, Gid: f.Owner, ModTime: modified, Typeflag: tar.TypeReg}
	switch {
	case f.Folder:
		header.Typeflag, header.Name = tar.TypeDir, f.Name+"/"
	case f.Link != "":
		header.Typeflag, header.Linkname = tar.TypeSymlink, f.Link
	}
	if header.Typeflag != tar.TypeReg {
		return w.WriteHeader(header)
	}
	content, size, err := f.open()
	if err != nil {
		return err
	}
	header.Size = size
	if err := w.WriteHeader(header); err != nil {
		return errors.Join(err, content.Close())
	}
	_, err = io.Copy(w, content)
	return errors.Join(err, content.Close())
}

func (f File) open() (io.ReadCloser, int64, error) {
	if f.Path == "" {
		return io.NopCloser(bytes.NewReader(f.Content)), int64(len(f.Content)), nil
	}
	file, err := os.Open(f.Path)
	if err != nil {
		return nil, 0, err
	}
	stat, err := file.Stat()
	if err != nil {
		return nil, 0, errors.Join(err, file.Close())
	}
	return file, stat.Size(), nil
}
