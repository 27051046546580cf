// Package image assembles container images without a container engine: packages
// of Debian that a lock file pins, the engine library, and Cairn.
package image

import (
	"context"
	"fmt"
	"path/filepath"
	"time"

	v1 "github.com/google/go-containerregistry/pkg/v1"
	"github.com/google/go-containerregistry/pkg/v1/empty"
	"github.com/google/go-containerregistry/pkg/v1/mutate"
	"github.com/google/go-containerregistry/pkg/v1/tarball"
	"github.com/google/go-containerregistry/pkg/v1/types"

	"github.com/cairnstack/cairn/release/debian"
	"github.com/cairnstack/cairn/release/product"
	"github.com/cairnstack/cairn/release/tarfile"
)

// User is the user and the group in the image. It has no name on hosts.
const User = 65532

// Builder makes images. Layers are made once each, in Work.
type Builder struct {
	Work   string
	Cache  string // of Debian's packages
	Lock   string
	Mirror string
	Commit string
}

// Image is a product as an image, with its bill of materials.
type Image struct {
	v1.Image
	Product product.Product
	BOM     []byte
}

// Packages returns the names of Debian's packages in an image: what the engine
// library and the program load, certificates, time zones, and the names of
// services and protocols.
func Packages() []string {
	return []string{"base-files", "ca-certificates", "libc6", "netbase", "tzdata"}
}

// Build returns the image of a product for Linux.
func (b Builder) Build(ctx context.Context, p product.Product) (Image, error) {
	layers, packages, err := b.layers(ctx, p)
	if err != nil {
		return Image{}, err
	}
	config := configOf(p, b.Commit)
	image, err := mutate.ConfigFile(mutate.ConfigMediaType(mutate.MediaType(empty.Image, types.OCIManifestSchema1), types.OCIConfigJSON), config)
	if err != nil {
		return Image{}, err
	}
	for _, l := range layers {
		image, err = mutate.Append(image, mutate.Addendum{
			Layer: l.layer, MediaType: types.OCILayer, History: v1.History{Created: v1.Time{Time: p.Time}, CreatedBy: "make release", Comment: l.comment},
		})
		if err != nil {
			return Image{}, err
		}
	}
	image = mutate.Annotations(image, labels(p, b.Commit)).(v1.Image)
	bom, err := withPackages(p.BOM, packages)
	return Image{image, p, bom}, err
}

type layer struct {
	layer   v1.Layer
	comment string
}

// layers returns what changes least first. Only that with Cairn has the time of
// the release, so that the others are the same from release to release.
func (b Builder) layers(ctx context.Context, p product.Product) (all []layer, packages []debian.Package, err error) {
	base, packages, err := b.base(ctx, p.Platform.Arch)
	if err != nil {
		return nil, nil, err
	}
	all = append(all, layer{base, "packages of Debian"})
	if p.Engine != "" {
		engine, err := b.layer("engine-"+p.Platform.Arch, engineFiles(p), time.Unix(0, 0))
		if err != nil {
			return nil, nil, err
		}
		all = append(all, layer{engine, "the engine library"})
	}
	cairn, err := b.layer("cairn-"+p.Platform.Arch+"-"+p.Flavour(), cairnFiles(p), p.Time)
	return append(all, layer{cairn, "Cairn " + p.Version}), packages, err
}

func (b Builder) layer(name string, files []tarfile.File, modified time.Time) (v1.Layer, error) {
	path := filepath.Join(b.Work, name+".tar.gz")
	if err := tarfile.Write(path, files, modified); err != nil {
		return nil, fmt.Errorf("layer %s: %w", name, err)
	}
	return tarball.LayerFromFile(path, tarball.WithMediaType(types.OCILayer))
}
