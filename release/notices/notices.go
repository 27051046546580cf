// Package notices gathers the licences of everything that a product carries.
package notices

import (
	"bytes"
	"context"
	"debug/buildinfo"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/cairnstack/cairn/release/product"
	"github.com/cairnstack/cairn/release/source"
)

// notice is a part that is not ours, with the texts that have to go with it.
type notice struct {
	name    string
	licence string // where there is no text
	texts   []string
}

// Of returns the notices of a product: of the Go modules in its binary, of the
// packages that the web interface is built from, and of all that the engine
// library is made of, which it says of itself.
func Of(ctx context.Context, tree source.Tree, p product.Product) ([]byte, error) {
	modules, err := goModules(ctx, tree, p.Binary)
	if err != nil {
		return nil, err
	}
	packages, err := webPackages(tree)
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	b.WriteString("Cairn is licensed under the Apache License 2.0 (see LICENSE). It carries the work of others:\n")
	for _, n := range slices.Concat(modules, packages) {
		n.write(&b)
	}
	if p.Engine == "" {
		return b.Bytes(), nil
	}
	engine, err := engineLicences(ctx, tree, p)
	if err != nil {
		return nil, err
	}
	heading(&b, "libchdb.so, the library of chDB and ClickHouse (Apache License 2.0, the text is in LICENSE), and in it:")
	b.WriteString(engine)
	return b.Bytes(), nil
}

func heading(b *bytes.Buffer, text string) {
	fmt.Fprintf(b, "\n%s\n%s\n\n", strings.Repeat("=", 79), text)
}

func (n notice) write(b *bytes.Buffer) {
	heading(b, n.name)
	if len(n.texts) == 0 {
		fmt.Fprintf(b, "Its licence is %s; the package holds no text of it.\n", n.licence)
	}
	for _, text := range n.texts {
		b.WriteString(strings.TrimSpace(strings.ReplaceAll(text, "\r\n", "\n")) + "\n\n")
	}
}

var licenceFile = regexp.MustCompile(`(?i)^(un)?(licen[cs]e|copying|copyright|notice|patents)([._-].*)?$`)

// licences returns the texts of a folder, in the order of their names.
func licences(dir string) (texts []string, err error) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, err
	}
	for _, entry := range entries {
		if entry.IsDir() || !licenceFile.MatchString(entry.Name()) || strings.HasSuffix(entry.Name(), ".go") {
			continue
		}
		text, err := os.ReadFile(filepath.Join(dir, entry.Name()))
		if err != nil {
			return nil, err
		}
		texts = append(texts, string(text))
	}
	return texts, nil
}

// goModules returns the modules of a binary and the standard library.
func goModules(ctx context.Context, tree source.Tree, binary string) (all []notice, err error) {
	built, err := buildinfo.ReadFile(binary)
	if err != nil {
		return nil, err
	}
	folders, err := moduleFolders(ctx, tree)
	if err != nil {
		return nil, err
	}
	goRoot, err := tree.Run(ctx, nil, "go", "env", "GOROOT")
	if err != nil {
		return nil, err
	}
	folders["Go"] = strings.TrimSpace(goRoot)
	names := []string{"Go"}
	versions := map[string]string{"Go": strings.TrimPrefix(built.GoVersion, "go")}
	for _, module := range built.Deps {
		names = append(names, module.Path)
		versions[module.Path] = module.Version
	}
	for _, name := range names {
		texts, err := licences(folders[name])
		if err != nil || len(texts) == 0 {
			return nil, errors.Join(fmt.Errorf("no licence of the module %s is found in %q", name, folders[name]), err)
		}
		all = append(all, notice{name: name + " " + versions[name], texts: texts})
	}
	return all, nil
}

// moduleFolders returns where the modules of the tree are unpacked.
func moduleFolders(ctx context.Context, tree source.Tree) (map[string]string, error) {
	listed, err := tree.Run(ctx, []string{"GOFLAGS="}, "go", "list", "-m", "-json=Path,Dir", "all")
	if err != nil {
		return nil, err
	}
	folders := map[string]string{}
	for decoder := json.NewDecoder(strings.NewReader(listed)); ; {
		var module struct{ Path, Dir string }
		if err := decoder.Decode(&module); errors.Is(err, io.EOF) {
			return folders, nil
		} else if err != nil {
			return nil, err
		}
		folders[module.Path] = module.Dir
	}
}

type lockedPackage struct {
	Name, Version, License string
	Dev                    bool
}

// webPackages returns the packages whose code may be in the web interface.
func webPackages(tree source.Tree) (all []notice, err error) {
	var lock struct{ Packages map[string]lockedPackage }
	var reference lockedPackage
	if err := errors.Join(readJSON(tree.Path("web", "package-lock.json"), &lock), readJSON(tree.Path("web", "reference.json"), &reference)); err != nil {
		return nil, err
	}
	for path, p := range lock.Packages {
		if path == "" || p.Dev {
			continue
		}
		texts, err := licences(tree.Path("web", path))
		if err != nil && !errors.Is(err, os.ErrNotExist) { // one for other platforms is not installed, and not built in
			return nil, err
		}
		name := path[strings.LastIndex(path, "node_modules/")+len("node_modules/"):]
		all = append(all, notice{name: name + " " + p.Version, licence: p.License, texts: texts})
	}
	all = append(all, notice{name: reference.Name + " " + reference.Version, licence: reference.License})
	slices.SortFunc(all, func(a, b notice) int { return strings.Compare(a.name, b.name) })
	return all, nil
}

func readJSON(path string, into any) error {
	text, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	return json.Unmarshal(text, into)
}
