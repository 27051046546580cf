package main

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"io/fs"
	"os"
	"path"
	"regexp"
	"slices"
	"strings"
)

// referenceFolder is that of the API reference, which no other page needs.
const referenceFolder = "reference/"

var firstFiles = regexp.MustCompile(`(?:src|href)="/([^"]+\.(?:js|css))"`)

// bundle adds up the scripts and styles of the web interface: those that every
// page needs, those of all pages, and those of the API reference.
func bundle(folder string) ([]figure, error) {
	web := os.DirFS(folder)
	page, err := fs.ReadFile(web, "index.html")
	if err != nil {
		return nil, err
	}
	var first []string
	for _, found := range firstFiles.FindAllStringSubmatch(string(page), -1) {
		first = append(first, found[1])
	}
	all, err := scriptsAndStyles(web)
	if err != nil {
		return nil, err
	}
	reference := slices.DeleteFunc(slices.Clone(all), func(file string) bool { return !strings.HasPrefix(file, referenceFolder) })
	pages := slices.DeleteFunc(all, func(file string) bool { return strings.HasPrefix(file, referenceFolder) })
	return weigh(web, map[string][]string{"first": first, "pages": pages, "reference": reference})
}

func scriptsAndStyles(web fs.FS) (files []string, err error) {
	err = fs.WalkDir(web, ".", func(file string, entry fs.DirEntry, err error) error {
		if err == nil && !entry.IsDir() && (path.Ext(file) == ".js" || path.Ext(file) == ".css") {
			files = append(files, file)
		}
		return err
	})
	return files, err
}

// weigh returns what groups of files have, as they are and as they travel.
func weigh(web fs.FS, groups map[string][]string) (all []figure, err error) {
	for _, name := range []string{"first", "pages", "reference"} {
		plain, packed := 0, 0
		for _, file := range groups[name] {
			text, err := fs.ReadFile(web, file)
			if err != nil {
				return nil, err
			}
			plain, packed = plain+len(text), packed+packedBytes(text)
		}
		if plain == 0 {
			return nil, fmt.Errorf("the web interface has no files for: %s", name)
		}
		all = append(all, figure{Name: "Bundle/" + name, Values: map[string]float64{"KiB": kibibytes(plain), "gzip-KiB": kibibytes(packed)}})
	}
	return all, nil
}

func kibibytes(count int) float64 { return float64(count*10>>10) / 10 }

func packedBytes(text []byte) int {
	var out bytes.Buffer
	w := gzip.NewWriter(&out)
	_, _ = w.Write(text) // to memory
	_ = w.Close()
	return out.Len()
}
