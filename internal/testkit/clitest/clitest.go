// Package clitest runs commands of the program inside of a test.
package clitest

import (
	"bytes"
	"strings"
	"testing"
	"time"

	"github.com/cairnstack/cairn/internal/cli"
	"github.com/cairnstack/cairn/internal/testkit/apptest"
)

// Outcome is what a run of the program left behind.
type Outcome struct {
	Code           int
	Stdout, Stderr string
}

// Run runs a command in an environment of its own.
func Run(t *testing.T, env map[string]string, args ...string) Outcome {
	t.Helper()
	var stdout, stderr bytes.Buffer
	code := cli.Main(t.Context(), cli.Process{
		Now:       time.Now,
		Args:      args,
		LookupEnv: func(name string) (string, bool) { v, ok := env[name]; return v, ok },
		Stdin:     strings.NewReader(""),
		Stdout:    &stdout,
		Stderr:    &stderr,
	})
	return Outcome{code, stdout.String(), stderr.String()}
}

// Beside runs a command beside a server, on its store.
func Beside(t *testing.T, s *apptest.Server, args ...string) Outcome {
	t.Helper()
	env := map[string]string{"CAIRN_DATA_DIR": s.Config.DataDir, "CAIRN_DATABASE_URL": s.Config.DatabaseURL, "CAIRN_LOG_LEVEL": "error"}
	return Run(t, env, args...)
}
