package main

import (
	"debug/buildinfo"
	"encoding/base64"
	"encoding/hex"
	"strings"
)

// modules returns the Go modules in a binary and the standard library.
func modules(built *buildinfo.BuildInfo) []component {
	version := strings.TrimPrefix(built.GoVersion, "go")
	all := []component{library("stdlib", version, "pkg:golang/stdlib@"+version)}
	for _, module := range built.Deps {
		if module.Replace != nil {
			module = module.Replace
		}
		all = append(all, library(module.Path, module.Version, "pkg:golang/"+module.Path+"@"+module.Version))
	}
	return all
}

// lockFile is a lock file of npm.
type lockFile struct {
	Packages map[string]lockedPackage
}

type lockedPackage struct {
	Name, Version, Integrity, License string
	Dev                               bool
}

// component describes the package.
func (p lockedPackage) component() component {
	c := library(p.Name, p.Version, "pkg:npm/"+strings.ReplaceAll(p.Name, "@", "%40")+"@"+p.Version)
	if p.License != "" {
		c.Licenses = []license{{p.License}}
	}
	if sum, ok := sha512Of(p.Integrity); ok {
		c.Hashes = []hash{{"SHA-512", sum}}
	}
	return c
}

// packages returns the packages whose code the web interface carries.
func (l lockFile) packages() (all []component) {
	for path, p := range l.Packages {
		_, name, found := lastCut(path, "node_modules/")
		if !found || p.Dev {
			continue
		}
		p.Name = name
		all = append(all, p.component())
	}
	return all
}

func lastCut(text, separator string) (before, after string, found bool) {
	at := strings.LastIndex(text, separator)
	if at < 0 {
		return text, "", false
	}
	return text[:at], text[at+len(separator):], true
}

func sha512Of(integrity string) (string, bool) {
	encoded, ok := strings.CutPrefix(integrity, "sha512-")
	sum, err := base64.StdEncoding.DecodeString(encoded)
	return hex.EncodeToString(sum), ok && err == nil
}
