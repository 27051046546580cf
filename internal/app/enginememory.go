package app

import (
	"errors"
	"fmt"
	"math"
	"regexp"
	"strconv"
	"strings"

	"github.com/cairnstack/cairn/internal/clickhouse/embedded"
)

// Bounds of the engine's memory. At rest it holds about half of the smallest.
const (
	engineMemoryMin        = 512 << 20
	engineMemoryDefaultMin = 1 << 30
	engineMemoryPart       = 4 // the default is a quarter of what there is
)

// errEngineMemory is the rule for --engine-memory that needs no machine.
var errEngineMemory = errors.New("must be a size such as 4GiB, 512MiB or a number of bytes, and at least 512MiB")

var sizeText = regexp.MustCompile(`^([0-9]+) ?([KMGT]iB)?$`)

// parseSize returns the bytes of a text such as 4GiB or 4294967296, and
// reports whether it is one.
func parseSize(text string) (int64, bool) {
	parts := sizeText.FindStringSubmatch(text)
	if parts == nil {
		return 0, false
	}
	n, err := strconv.ParseInt(parts[1], 10, 64)
	shift := 0
	if parts[2] != "" {
		shift = 10 * (1 + strings.IndexByte("KMGT", parts[2][0]))
	}
	if err != nil || n > math.MaxInt64>>shift {
		return 0, false
	}
	return n << shift, true
}

// parseEngineMemory returns the bytes that the option asks for; 0 for none.
func parseEngineMemory(text string) (int64, error) {
	if text == "" {
		return 0, nil
	}
	n, ok := parseSize(text)
	if !ok || n < engineMemoryMin {
		return 0, errEngineMemory
	}
	return n, nil
}

// engineMemory is how much memory the embedded engine gets, and why.
type engineMemory struct {
	bytes  int64
	origin string
}

// chooseEngineMemory returns what the option asks for, or a part of what the
// host has. It fails when the option asks for more than that.
func chooseEngineMemory(option string, host Host) (engineMemory, error) {
	asked, err := parseEngineMemory(option)
	if err != nil {
		return engineMemory{}, fmt.Errorf("--engine-memory: %w", err)
	}
	has := host.memory()
	switch {
	case asked > 0 && has.bytes > 0 && asked > has.bytes:
		return engineMemory{}, &UsageError{fmt.Sprintf("--engine-memory: must be at most the %d MiB that the %s has", has.bytes>>20, has.owner)}
	case asked > 0:
		return engineMemory{asked, "as --engine-memory says"}, nil
	case has.bytes == 0:
		return engineMemory{embedded.EngineMemoryBytes, "because the machine's memory is unknown"}, nil
	case has.bytes/engineMemoryPart < engineMemoryDefaultMin:
		return engineMemory{engineMemoryDefaultMin, fmt.Sprintf("the least by default; the %s has %d MiB", has.owner, has.bytes>>20)}, nil
	}
	return engineMemory{has.bytes / engineMemoryPart, fmt.Sprintf("a quarter of the %d MiB of the %s", has.bytes>>20, has.owner)}, nil
}
