package image

import (
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"github.com/google/go-containerregistry/pkg/name"
	v1 "github.com/google/go-containerregistry/pkg/v1"
	"github.com/google/go-containerregistry/pkg/v1/empty"
	"github.com/google/go-containerregistry/pkg/v1/layout"
	"github.com/google/go-containerregistry/pkg/v1/mutate"
	"github.com/google/go-containerregistry/pkg/v1/partial"
	"github.com/google/go-containerregistry/pkg/v1/static"
	"github.com/google/go-containerregistry/pkg/v1/tarball"
	"github.com/google/go-containerregistry/pkg/v1/types"

	"github.com/cairnstack/cairn/release/tarfile"
)

const bomType types.MediaType = "application/vnd.cyclonedx+json"

// WriteDocker writes an archive for `docker load`, and returns its path.
func (i Image) WriteDocker(dir string) (string, error) {
	tag, err := name.NewTag("cairn:" + i.tag())
	if err != nil {
		return "", err
	}
	path := filepath.Join(dir, i.Product.Name()+"_docker.tar")
	return path, tarball.WriteToFile(path, tag, i.Image)
}

// tag returns what the image is called: its version, or that and the flavour.
func (i Image) tag() string {
	if i.Product.Engine == "" {
		return i.Product.Version + "-slim"
	}
	return i.Product.Version
}

// WriteLayout writes all images as one OCI layout in a tar file: an index of
// platforms for each tag, and the bills of materials, which refer to images.
func WriteLayout(work, path string, images []Image, modified time.Time) error {
	folder, err := layout.Write(filepath.Join(work, "oci"), empty.Index)
	if err != nil {
		return err
	}
	indexes, tags := map[string]v1.ImageIndex{}, []string{}
	for _, i := range images {
		index, has := indexes[i.tag()]
		if !has {
			index, tags = mutate.IndexMediaType(empty.Index, types.OCIImageIndex), append(tags, i.tag())
		}
		indexes[i.tag()] = mutate.AppendManifests(index, mutate.IndexAddendum{Add: i.Image, Descriptor: v1.Descriptor{
			Platform: &v1.Platform{OS: i.Product.Platform.OS, Architecture: i.Product.Platform.Arch},
		}})
	}
	for _, tag := range tags {
		named := layout.WithAnnotations(map[string]string{"org.opencontainers.image.ref.name": tag})
		if err := folder.AppendIndex(indexes[tag], named); err != nil {
			return err
		}
	}
	for _, i := range images {
		if err := i.attach(folder); err != nil {
			return err
		}
	}
	return packFolder(path, string(folder), modified)
}

// attach adds the bill of materials as an artefact whose subject is the image.
func (i Image) attach(folder layout.Path) error {
	subject, err := partial.Descriptor(i.Image)
	if err != nil {
		return err
	}
	artefact := mutate.ConfigMediaType(mutate.MediaType(empty.Image, types.OCIManifestSchema1), bomType)
	artefact, err = mutate.Append(artefact, mutate.Addendum{Layer: static.NewLayer(i.BOM, bomType)})
	if err != nil {
		return err
	}
	described := mutate.Subject(artefact, v1.Descriptor{MediaType: subject.MediaType, Digest: subject.Digest, Size: subject.Size})
	return folder.AppendImage(described.(v1.Image))
}

func packFolder(path, folder string, modified time.Time) error {
	var files []tarfile.File
	err := filepath.WalkDir(folder, func(file string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		inside, err := filepath.Rel(folder, file)
		files = append(files, tarfile.File{Name: filepath.ToSlash(inside), Mode: 0o644, Path: file})
		return err
	})
	if err != nil {
		return err
	}
	out, err := os.Create(path)
	if err != nil {
		return err
	}
	if err := tarfile.Pack(out, files, modified); err != nil {
		_ = out.Close()
		return err
	}
	return out.Close()
}
