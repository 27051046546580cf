package backup

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/klauspost/compress/zstd"

	"github.com/cairnstack/cairn/internal/fault"
)

// Files are what a finished backup is read from.
type Files interface {
	// Open returns a file; one that is not there is fs.ErrNotExist.
	Open(name string) (io.ReadCloser, error)
}

// Archive is a finished backup.
type Archive struct {
	Manifest
	files Files
	path  string // empty: not a folder
}

// Open returns the backup in a folder. One without a manifest was interrupted,
// or is no backup; one whose manifest has changed is damaged.
func Open(path string) (*Archive, error) {
	archive, err := OpenFiles(folderFiles(path), path)
	if archive != nil {
		archive.path = path
	}
	return archive, err
}

// OpenFiles returns the backup that the files are, as Open does. Messages call
// it by its name.
func OpenFiles(files Files, called string) (*Archive, error) {
	text, err := readUpTo(files, ManifestName, ManifestBytesMax)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fault.New(fault.Invalid, "%s is no backup, or an interrupted one: it has no %s", called, ManifestName)
	}
	if err != nil {
		return nil, err
	}
	sum, err := readUpTo(files, manifestSumName, int64(2*len(manifestSum(nil))))
	isSummed := err == nil
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	if isSummed {
		if err := checkManifestSum(text, sum); err != nil {
			return nil, err
		}
	}
	m, err := readManifest(text)
	if err == nil && m.IsSummed() && !isSummed {
		err = fault.New(fault.Invalid, "the backup is damaged: %s is missing", manifestSumName)
	}
	return &Archive{Manifest: m, files: files}, err
}

// folderFiles are the files of a folder.
type folderFiles string

// Open returns a file of the folder.
func (f folderFiles) Open(name string) (io.ReadCloser, error) {
	return os.Open(filepath.Join(string(f), filepath.FromSlash(name)))
}

func readUpTo(files Files, name string, bytesMax int64) ([]byte, error) {
	file, err := files.Open(name)
	if err != nil {
		return nil, err
	}
	defer func() { _ = file.Close() }()
	return io.ReadAll(io.LimitReader(file, bytesMax))
}

// Verify reads every file and compares it with the manifest. Its error names
// the first one that differs.
func (a *Archive) Verify(ctx context.Context) error {
	for _, file := range a.Files {
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := a.verify(file); err != nil {
			return err
		}
	}
	return a.checkComplete()
}

// Strange returns up to limit files of the folder that are not the backup's. A
// restore does not read them.
func (a *Archive) Strange(limit int) (names []string, err error) {
	err = filepath.WalkDir(a.path, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || len(names) == limit {
			return err
		}
		name, err := filepath.Rel(a.path, path)
		if name = filepath.ToSlash(name); !a.lists(name) && name != ManifestName && name != manifestSumName {
			names = append(names, name)
		}
		return err
	})
	return names, err
}

func (a *Archive) verify(want File) error {
	file, err := a.files.Open(want.Name)
	if errors.Is(err, fs.ErrNotExist) {
		return fault.New(fault.Invalid, "the backup is damaged: %s is missing", want.Name)
	}
	if err != nil {
		return err
	}
	sum := sha256.New()
	bytes, err := io.Copy(sum, file)
	if err := errors.Join(err, file.Close()); err != nil {
		return err
	}
	if bytes != want.Bytes || hex.EncodeToString(sum.Sum(nil)) != want.SHA256 {
		return fault.New(fault.Invalid, "the backup is damaged: %s is not what was written", want.Name)
	}
	return nil
}

// checkComplete refuses a manifest that lists rows without a file for them.
func (a *Archive) checkComplete() error {
	if !a.lists(metadataName) {
		return fault.New(fault.Invalid, "the backup is damaged: %s does not list %s", ManifestName, metadataName)
	}
	for _, team := range a.Teams {
		for _, table := range team.Tables {
			name := tableName(team.ID, table.Name)
			if table.Count > 0 && !a.lists(name) {
				return fault.New(fault.Invalid, "the backup is damaged: %s does not list %s", ManifestName, name)
			}
		}
	}
	return nil
}

// read calls use with the unpacked bytes of a file.
func (a *Archive) read(name string, use func(r io.Reader) error) error {
	file, err := a.files.Open(name)
	if err != nil {
		return err
	}
	defer func() { _ = file.Close() }()
	unzip, err := zstd.NewReader(file, zstd.WithDecoderConcurrency(1))
	if err != nil {
		return err
	}
	defer unzip.Close()
	return use(unzip)
}
