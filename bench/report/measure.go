package main

import (
	"context"
	"fmt"
	"io"
	"os/exec"
	"path/filepath"
	"strings"
)

// measurer runs programs that print figures.
type measurer struct {
	environment []string
	log         io.Writer
}

// with returns a measurer whose environment has a variable, unless it has it
// already.
func (m measurer) with(name, value string) measurer {
	if m.lookup(name) == "" {
		m.environment = append(m.environment[:len(m.environment):len(m.environment)], name+"="+value)
	}
	return m
}

func (m measurer) lookup(name string) string {
	for _, pair := range m.environment {
		if value, found := strings.CutPrefix(pair, name+"="); found {
			return value
		}
	}
	return ""
}

// against returns the name of the other program that a part measures, empty where
// there is none. Its folder says nothing to others.
func (m measurer) against(part string) string {
	if path := m.lookup(againstVariable); part == attrsPart && path != "" {
		return filepath.Base(path)
	}
	return ""
}

// command runs a program that prints in the form of Go's benchmarks.
func (m measurer) command(ctx context.Context, name string, args ...string) ([]figure, error) {
	program := exec.CommandContext(ctx, name, args...) //nolint:gosec // names that stand in this program
	program.Env, program.Stderr = m.environment, m.log
	out, err := program.Output()
	found := parse(string(out))
	if err != nil {
		return nil, fmt.Errorf("%s: %w\n%s", name, err, out)
	}
	if len(found) == 0 {
		return nil, fmt.Errorf("%s printed no figures:\n%s", name, out)
	}
	return found, nil
}

// each runs a command for every value and returns what all of them print.
func (m measurer) each(ctx context.Context, values []string, args func(value string) []string) (all []figure, err error) {
	for _, value := range values {
		found, err := m.command(ctx, ingestProgram, args(value)...)
		if err != nil {
			return nil, err
		}
		all = append(all, found...)
	}
	return all, nil
}
