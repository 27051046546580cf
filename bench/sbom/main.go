// Command sbom writes what a built cairn is made of, as CycloneDX JSON: the Go
// modules inside of the binary, the packages of the web interface that it
// carries, and the engine library that it loads. The same build gives the same
// text.
package main

import (
	"debug/buildinfo"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"

	"github.com/cairnstack/cairn/internal/clickhouse/embedded"
)

type options struct {
	binary, lock, reference, engine, out, version string
}

func main() {
	var o options
	flag.StringVar(&o.binary, "binary", "bin/cairn", "the program to describe")
	flag.StringVar(&o.lock, "lock", "web/package-lock.json", "the lock file of the web interface")
	flag.StringVar(&o.reference, "reference", "web/reference.json", "the package of the page that shows the API's documents")
	flag.StringVar(&o.engine, "engine", "@chdb/lib-linux-x64-gnu", "the package with the engine library; empty for none")
	flag.StringVar(&o.out, "out", "bin/cairn.cdx.json", "the file to write")
	flag.StringVar(&o.version, "version", "", "the version of the program")
	flag.Parse()
	if err := write(o); err != nil {
		fmt.Fprintln(os.Stderr, "sbom:", err)
		os.Exit(1) //nolint:forbidigo // the end of the program
	}
}

func write(o options) error {
	built, err := buildinfo.ReadFile(o.binary)
	if err != nil {
		return fmt.Errorf("read %s: %w", o.binary, err)
	}
	var lock lockFile
	var reference lockedPackage
	if err := errors.Join(readJSON(o.lock, &lock), readJSON(o.reference, &reference)); err != nil {
		return err
	}
	components := append(modules(built), lock.packages()...)
	components = append(components, reference.component())
	if o.engine != "" {
		components = append(components, lockedPackage{Name: o.engine, Version: embedded.EngineVersion, License: "Apache-2.0"}.component())
	}
	if o.version != "" {
		built.Main.Version = o.version
	}
	document, err := newBOM(built, components).encode()
	if err != nil {
		return err
	}
	fmt.Printf("%s: %d components\n", o.out, len(components)) //nolint:forbidigo // a program's answer
	return os.WriteFile(o.out, document, 0o644)               //nolint:gosec // is published
}

func readJSON(path string, into any) error {
	text, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	if err := json.Unmarshal(text, into); err != nil {
		return fmt.Errorf("read %s: %w", path, err)
	}
	return nil
}
