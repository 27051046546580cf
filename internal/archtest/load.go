package archtest

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"strings"
)

// listed is the part of the answer of "go list" that matters here.
type listed struct {
	ImportPath string
	Dir        string
	Imports    []string
	GoFiles    []string
	Error      *struct{ Err string }
}

// Load asks the go command for every package of the module around dir.
func Load(ctx context.Context, dir string) ([]Package, error) {
	cmd := exec.CommandContext(ctx, "go", "list", "-e", "-json=ImportPath,Dir,Imports,GoFiles,Error", "./...")
	cmd.Dir = dir
	var complaint bytes.Buffer
	cmd.Stderr = &complaint
	answer, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("go list: %w: %s", err, strings.TrimSpace(complaint.String()))
	}
	return decode(bytes.NewReader(answer))
}

func decode(answer io.Reader) ([]Package, error) {
	var packages []Package
	decoder := json.NewDecoder(answer)
	for {
		var one listed
		if err := decoder.Decode(&one); errors.Is(err, io.EOF) {
			return packages, nil
		} else if err != nil {
			return nil, fmt.Errorf("go list: %w", err)
		}
		packages = append(packages, one.asPackage())
	}
}

func (l listed) asPackage() Package {
	p := Package{Path: l.ImportPath, Imports: l.Imports, Dir: l.Dir, GoFiles: l.GoFiles}
	if l.Error != nil {
		p.Problems = []string{l.ImportPath + " can't be read: " + l.Error.Err}
	}
	return p
}
