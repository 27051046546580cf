package main

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"time"

	"github.com/cairnstack/cairn/release/notices"
	"github.com/cairnstack/cairn/release/product"
	"github.com/cairnstack/cairn/release/source"
)

// maker makes products in a folder of its own.
type maker struct {
	source.Tree
	version string
	work    string
}

// shells have completions.
func shells() []string { return []string{"bash", "zsh", "fish"} }

// shared is what products of all platforms have in common.
type shared struct {
	man         string
	completions map[string]string
}

// common makes what the program of this machine says about itself.
func (m maker) common(ctx context.Context) (s shared, err error) {
	own, err := m.binary(ctx, product.Platform{OS: runtime.GOOS, Arch: runtime.GOARCH})
	if err != nil {
		return s, err
	}
	s.completions = map[string]string{}
	if s.man, err = m.say(ctx, "cairn.1", own, "man", "--date", m.Time.Format(time.DateOnly)); err != nil {
		return s, err
	}
	for _, shell := range shells() {
		if s.completions[shell], err = m.say(ctx, "cairn."+shell, own, "completion", shell); err != nil {
			return s, err
		}
	}
	return s, nil
}

// say writes what a program prints into a file, and returns its path.
func (m maker) say(ctx context.Context, name, program string, args ...string) (string, error) {
	text, err := m.Run(ctx, nil, program, args...)
	path := filepath.Join(m.work, name)
	if err != nil {
		return path, err
	}
	return path, os.WriteFile(path, []byte(text), 0o644) //nolint:gosec // is published
}

// binary compiles the program for a platform, once.
func (m maker) binary(ctx context.Context, p product.Platform) (string, error) {
	path := filepath.Join(m.work, p.String(), "cairn")
	if _, err := os.Stat(path); err == nil {
		return path, nil
	}
	m.Say("compile for %s", p)
	env := []string{
		"GOOS=" + p.OS, "GOARCH=" + p.Arch, "GOAMD64=v1", "GOARM64=v8.0", "CGO_ENABLED=0", "GOEXPERIMENT=", "GOWORK=off",
		"GOFLAGS=-trimpath -buildvcs=false",
	}
	flags := "-s -w -X github.com/cairnstack/cairn/internal/app.version=" + m.version
	_, err := m.Run(ctx, env, "go", "build", "-ldflags", flags, "-o", path, "./cmd/cairn")
	return path, err
}

// products makes those of a platform: one with the engine where its library can
// be had, and one without it.
func (m maker) products(ctx context.Context, p product.Platform, s shared) ([]product.Product, error) {
	binary, err := m.binary(ctx, p)
	if err != nil {
		return nil, err
	}
	engine, err := m.engine(ctx, p)
	if err != nil {
		return nil, err
	}
	slim := product.Product{
		Platform: p, Version: m.version, Time: m.Time, Binary: binary, License: m.Path("LICENSE"), Man: s.man, Completions: s.completions,
	}
	all := []product.Product{slim}
	if engine != "" {
		full := slim
		full.Engine = engine
		all = []product.Product{full, slim}
	}
	for i := range all {
		if err := m.describe(ctx, &all[i]); err != nil {
			return nil, err
		}
	}
	return all, nil
}

// describe writes the notices and the bill of materials of a product.
func (m maker) describe(ctx context.Context, p *product.Product) error {
	base := filepath.Join(m.work, p.Platform.String(), p.Flavour())
	p.BOM, p.Notices = base+".cdx.json", base+".notices.txt"
	args := []string{"run", "./bench/sbom", "-binary", p.Binary, "-version", m.version, "-out", p.BOM}
	if p.Engine == "" {
		args = append(args, "-engine=")
	} else {
		args = append(args, "-engine="+enginePackage(p.Platform))
	}
	if _, err := m.Run(ctx, []string{"GOFLAGS=-trimpath -buildvcs=false", "CGO_ENABLED=0"}, "go", args...); err != nil {
		return err
	}
	text, err := notices.Of(ctx, m.Tree, *p)
	if err != nil {
		return err
	}
	return os.WriteFile(p.Notices, text, 0o644) //nolint:gosec // is published
}

// enginePackage returns the name of npm's package with the library.
func enginePackage(p product.Platform) string {
	name := map[string]string{
		"linux-amd64": "linux-x64-gnu", "linux-arm64": "linux-arm64-gnu", "darwin-amd64": "darwin-x64", "darwin-arm64": "darwin-arm64",
	}[p.String()]
	return "@chdb/lib-" + name
}

// engine returns the library of a platform after a look at its digest, and
// nothing where the source knows of none.
func (m maker) engine(ctx context.Context, p product.Platform) (string, error) {
	want, err := m.EngineDigest(p)
	if err != nil || want == "" {
		m.Say("without the engine for %s: internal/clickhouse/embedded/libchdb.sha256 has no digest of its library", p)
		return "", err
	}
	version, err := m.EngineVersion()
	if err != nil {
		return "", err
	}
	path := filepath.Join(m.Cache, "engine", version, p.String(), "libchdb.so")
	if p == (product.Platform{OS: runtime.GOOS, Arch: runtime.GOARCH}) {
		path = filepath.Join(m.Cache, "engine", version, "libchdb.so") // where make build installs it
	}
	if _, err := m.Run(ctx, nil, m.Path("scripts", "install-engine.sh"), path, p.String()); err != nil {
		return "", err
	}
	return path, verify(path, want)
}

// verify refuses a file that has another digest.
func verify(path, want string) error {
	file, err := os.Open(path)
	if err != nil {
		return err
	}
	defer func() { _ = file.Close() }()
	sum := sha256.New()
	if _, err := io.Copy(sum, file); err != nil {
		return err
	}
	if got := hex.EncodeToString(sum.Sum(nil)); got != want {
		return fmt.Errorf("%s is not the library that the source pins: its SHA-256 is %s, not %s", path, got, want)
	}
	return nil
}
