package debian

import (
	"archive/tar"
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path"
	"strconv"
	"strings"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
	"github.com/ulikunitz/xz"

	"github.com/cairnstack/cairn/release/tarfile"
)

// Contents is what a package holds.
type Contents struct {
	Control []byte // what dpkg knows about it
	Files   []tarfile.File
}

// Unpack reads a .deb file.
func Unpack(file string) (c Contents, err error) {
	raw, err := os.ReadFile(file)
	if err != nil {
		return c, err
	}
	members, err := arMembers(raw)
	if err != nil {
		return c, fmt.Errorf("%s: %w", file, err)
	}
	for name, content := range members {
		switch {
		case strings.HasPrefix(name, "control.tar"):
			err = readTar(name, content, func(f tarfile.File) {
				if f.Name == "control" {
					c.Control = f.Content
				}
			})
		case strings.HasPrefix(name, "data.tar"):
			err = readTar(name, content, func(f tarfile.File) { c.Files = append(c.Files, f) })
		}
		if err != nil {
			return c, fmt.Errorf("%s: %s: %w", file, name, err)
		}
	}
	if c.Control == nil || c.Files == nil {
		return c, fmt.Errorf("%s: a part of the package is missing", file)
	}
	return c, nil
}

const (
	arMagic      = "!<arch>\n"
	arHeaderSize = 60
)

// arMembers returns the members of an ar file by name.
func arMembers(raw []byte) (map[string][]byte, error) {
	rest, isAr := bytes.CutPrefix(raw, []byte(arMagic))
	if !isAr {
		return nil, errors.New("it is no ar file")
	}
	members := map[string][]byte{}
	for len(rest) >= arHeaderSize {
		header := string(rest[:arHeaderSize])
		size, err := strconv.Atoi(strings.TrimSpace(header[48:58]))
		if err != nil || size < 0 || arHeaderSize+size > len(rest) {
			return nil, errors.New("a header of the ar file is wrong")
		}
		members[strings.TrimRight(header[:16], " /")] = rest[arHeaderSize : arHeaderSize+size]
		rest = rest[min(arHeaderSize+size+size%2, len(rest)):]
	}
	return members, nil
}

// readTar reads a tar file in the compression that its name says.
func readTar(name string, content []byte, each func(tarfile.File)) error {
	plain, err := decompress(path.Ext(name), bytes.NewReader(content))
	if err != nil {
		return err
	}
	written := map[string]tarfile.File{}
	for reader := tar.NewReader(plain); ; {
		header, err := reader.Next()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		file, err := fileOf(header, reader, written)
		if err != nil {
			return err
		}
		if file.Name != "" {
			written[file.Name] = file
			each(file)
		}
	}
}

func decompress(extension string, r io.Reader) (io.Reader, error) {
	switch extension {
	case ".xz":
		return xz.NewReader(r)
	case ".zst":
		return zstd.NewReader(r)
	case ".gz":
		return gzip.NewReader(r)
	case ".tar":
		return r, nil
	}
	return nil, fmt.Errorf("the compression %s is not known", extension)
}

const fileBytesMax = 64 << 20

func fileOf(header *tar.Header, content io.Reader, written map[string]tarfile.File) (f tarfile.File, err error) {
	name := strings.TrimPrefix(path.Clean("/"+header.Name), "/")
	f = tarfile.File{Name: name, Mode: header.Mode & 0o7777, Owner: header.Uid}
	switch header.Typeflag {
	case tar.TypeDir:
		f.Folder = true
	case tar.TypeSymlink:
		f.Link = header.Linkname
	case tar.TypeLink: // becomes a copy
		f = written[strings.TrimPrefix(path.Clean("/"+header.Linkname), "/")]
		f.Name = name
	case tar.TypeReg:
		if header.Size > fileBytesMax {
			return f, fmt.Errorf("%s is larger than %d bytes", name, fileBytesMax)
		}
		f.Content, err = io.ReadAll(content)
	default:
		return f, fmt.Errorf("%s is neither file, folder nor link", name)
	}
	return f, err
}
