// Command release makes everything that people download: archives, images,
// bills of materials and checksums, the same from the same commit.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"golang.org/x/sync/errgroup"

	"github.com/cairnstack/cairn/release/debian"
	"github.com/cairnstack/cairn/release/image"
	"github.com/cairnstack/cairn/release/packages"
	"github.com/cairnstack/cairn/release/product"
	"github.com/cairnstack/cairn/release/source"
	"github.com/cairnstack/cairn/release/sums"
)

type options struct {
	root, out, cache, version, platforms, key, mirror string
	dirty, lock                                       bool
}

func main() {
	var o options
	flag.StringVar(&o.root, "root", "..", "the clone to build from")
	flag.StringVar(&o.out, "out", "../dist", "the folder to fill; a release that is in it is removed")
	flag.StringVar(&o.cache, "cache", "", "where engine libraries and packages of Debian are kept")
	flag.StringVar(&o.version, "version", "", "the version, as in 1.2.3")
	flag.StringVar(&o.platforms, "platforms", "linux/amd64,linux/arm64,darwin/amd64,darwin/arm64", "what to build for")
	flag.StringVar(&o.key, "key", "", "the key of OpenSSH that signs the checksums; without one they are not signed")
	flag.StringVar(&o.mirror, "mirror", debian.Mirror("/"), "the mirror of Debian; the one that apt uses here unless it is given")
	flag.BoolVar(&o.dirty, "dirty", false, "build from a tree with changes too")
	flag.BoolVar(&o.lock, "lock", false, "only pin the newest packages of Debian for images")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	err := run(ctx, o)
	stop()
	if err != nil {
		fmt.Fprintln(os.Stderr, "release:", err)
		os.Exit(1) //nolint:forbidigo // the end of the program
	}
}

func run(ctx context.Context, o options) error {
	if o.lock {
		return renewLock(ctx, o)
	}
	if err := o.check(); err != nil {
		return err
	}
	tree, err := source.Open(ctx, o.root, o.cache, o.dirty)
	if err != nil {
		return err
	}
	tree.Say = func(format string, args ...any) { fmt.Fprintf(os.Stderr, "release: "+format+"\n", args...) }
	if err := empty(o.out); err != nil {
		return err
	}
	work, err := os.MkdirTemp(o.out, workPrefix)
	if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(work) }()
	return o.make(ctx, maker{tree, o.version, work})
}

// empty makes an empty folder of one that holds a release, or is not there. It
// removes nothing else.
func empty(dir string) error {
	entries, err := os.ReadDir(dir)
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return err
	}
	for _, entry := range entries {
		name := entry.Name()
		if !strings.HasPrefix(name, "cairn") && !strings.HasPrefix(name, sums.File) && !strings.HasPrefix(name, workPrefix) {
			return fmt.Errorf("-out: %s has %s, which is no part of a release; name another folder", dir, name)
		}
	}
	return errors.Join(os.RemoveAll(dir), os.MkdirAll(dir, 0o755)) //nolint:gosec // is published
}

// workPrefix begins the name of the folder for what is not published.
const workPrefix = ".work-"

var versionForm = regexp.MustCompile(`^\d+\.\d+\.\d+(-[0-9a-z.]+)?$`)

// check makes paths absolute, as programs run in the root.
func (o *options) check() (err error) {
	if !versionForm.MatchString(o.version) {
		return errors.New("-version: must be as in 1.2.3 or 1.2.3-rc.1")
	}
	for _, path := range []*string{&o.root, &o.out, &o.cache, &o.key} {
		if *path == "" {
			continue
		}
		if *path, err = filepath.Abs(*path); err != nil {
			return err
		}
	}
	if o.cache == "" {
		dir, err := os.UserCacheDir()
		o.cache = filepath.Join(dir, "cairn")
		return err
	}
	return nil
}

func (o options) make(ctx context.Context, m maker) error {
	products, err := m.all(ctx, o.platforms)
	if err != nil {
		return err
	}
	var archives, images []string
	both, ctx := errgroup.WithContext(ctx)
	both.Go(func() (err error) { archives, err = o.archives(m, products); return err })
	both.Go(func() (err error) { images, err = o.images(ctx, m, products); return err })
	if err := both.Wait(); err != nil {
		return err
	}
	if err := sums.Write(o.out, append(archives, images...)); err != nil || o.key == "" {
		return err
	}
	return sums.Sign(context.WithoutCancel(ctx), o.out, o.key)
}

func (o options) archives(m maker, products []product.Product) (written []string, err error) {
	for _, p := range products {
		m.Say("pack %s", p.Name())
		files, err := pack(p, o.out)
		if err != nil {
			return nil, err
		}
		written = append(written, files...)
		if !isPackaged(p, products) {
			continue
		}
		m.Say("packages of %s", p.Name())
		if files, err = packages.Make(p, o.out); err != nil {
			return nil, err
		}
		written = append(written, files...)
	}
	return written, nil
}

// isPackaged reports whether a product is the one of its platform that packages
// are made of: for Linux, with the engine where there is one.
func isPackaged(p product.Product, all []product.Product) bool {
	hasFull := slices.ContainsFunc(all, func(other product.Product) bool { return other.Platform == p.Platform && other.Engine != "" })
	return p.Platform.OS == "linux" && (p.Engine != "" || !hasFull)
}

// all returns the products of all platforms, in their order.
func (m maker) all(ctx context.Context, platforms string) (products []product.Product, err error) {
	common, err := m.common(ctx)
	if err != nil {
		return nil, err
	}
	for platform := range strings.FieldsFuncSeq(platforms, func(r rune) bool { return r == ',' || r == ' ' }) {
		system, arch, ok := strings.Cut(platform, "/")
		if !ok {
			return nil, fmt.Errorf("-platforms: %q is no system/processor", platform)
		}
		made, err := m.products(ctx, product.Platform{OS: system, Arch: arch}, common)
		if err != nil {
			return nil, err
		}
		products = append(products, made...)
	}
	return products, nil
}

// pack writes the files of one product that are no images.
func pack(p product.Product, dir string) ([]string, error) {
	archive, err := writeArchive(p, dir)
	if err != nil {
		return nil, err
	}
	bom := filepath.Join(dir, p.Name()+".cdx.json")
	text, err := os.ReadFile(p.BOM)
	if err != nil {
		return nil, err
	}
	return []string{archive, bom}, os.WriteFile(bom, text, 0o644) //nolint:gosec // is published
}

// lockFile pins the packages of Debian in images.
func (o options) lockFile() string { return filepath.Join(o.root, "release", "image", "debian.lock") }

// images writes the images of the products for Linux.
func (o options) images(ctx context.Context, m maker, products []product.Product) (written []string, err error) {
	builder := image.Builder{Work: m.work, Cache: filepath.Join(o.cache, "debian"), Lock: o.lockFile(), Mirror: o.mirror, Commit: m.Commit}
	var images []image.Image
	for _, p := range products {
		if p.Platform.OS != "linux" {
			continue
		}
		m.Say("image of %s", p.Name())
		made, err := builder.Build(ctx, p)
		if err != nil {
			return nil, err
		}
		path, err := made.WriteDocker(o.out)
		if err != nil {
			return nil, err
		}
		images, written = append(images, made), append(written, path)
	}
	if len(images) == 0 {
		return nil, nil
	}
	path := filepath.Join(o.out, "cairn_"+m.version+"_oci.tar")
	return append(written, path), image.WriteLayout(m.work, path, images, m.Time)
}

// renewLock pins what the mirror has now.
func renewLock(ctx context.Context, o options) error {
	var all []debian.Package
	for _, arch := range []string{"amd64", "arm64"} {
		packages, err := debian.Renew(ctx, o.mirror, debian.Stable(), arch, image.Packages())
		if err != nil {
			return err
		}
		all = append(all, packages...)
	}
	return debian.WriteLock(o.lockFile(), all)
}
