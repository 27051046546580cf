package logx_test

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"github.com/cairnstack/cairn/internal/logx"
)

func TestAutoIsJSONAwayFromATerminal(t *testing.T) {
	t.Parallel()
	var out bytes.Buffer
	logger, err := logx.New(&out, "info", logx.FormatAuto)
	if err != nil {
		t.Fatal(err)
	}
	logger.Debug("hidden")
	logger.Info("listening", "addr", "127.0.0.1:8000")
	var line map[string]any
	if err := json.Unmarshal(out.Bytes(), &line); err != nil {
		t.Fatalf("not one JSON line: %v in %q", err, out.String())
	}
	if line["msg"] != "listening" || line["addr"] != "127.0.0.1:8000" {
		t.Errorf("line = %v", line)
	}
}

func TestTextOnRequest(t *testing.T) {
	t.Parallel()
	var out bytes.Buffer
	logger, err := logx.New(&out, "debug", logx.FormatText)
	if err != nil {
		t.Fatal(err)
	}
	logger.Debug("shown")
	if !strings.Contains(out.String(), "msg=shown") {
		t.Errorf("out = %q", out.String())
	}
}

func TestUnknownLevelIsRefused(t *testing.T) {
	t.Parallel()
	if _, err := logx.New(&bytes.Buffer{}, "loud", logx.FormatJSON); err == nil {
		t.Fatal("New accepted an unknown level")
	}
}
