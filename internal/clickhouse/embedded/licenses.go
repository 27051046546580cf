package embedded

import (
	"errors"
	"fmt"
	"io"
	"os"
	"unsafe"

	"github.com/ebitengine/purego"
)

// licensesQuery asks the engine for the licences of what it is made of: each text
// once, below the names of the libraries that have it.
const licensesQuery = `
SELECT concat(arrayStringConcat(arraySort(groupUniqArray(concat(library_name, ' (', license_type, ')'))), ', '), '\n\n', license_text, '\n\n', repeat('-', 79), '\n') AS notice
FROM system.licenses
GROUP BY license_text
ORDER BY notice
FORMAT TSVRaw`

// PrintLicenses writes the licences of the libraries that the engine library
// consists of.
func PrintLicenses(w io.Writer, path string) error {
	dir, err := os.MkdirTemp("", "cairn-licenses-")
	if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(dir) }()
	handle, err := purego.Dlopen(path, purego.RTLD_NOW|purego.RTLD_GLOBAL)
	if err != nil {
		return fmt.Errorf("load the engine library: %w", err)
	}
	var buffer func(result unsafe.Pointer) unsafe.Pointer
	var length func(result unsafe.Pointer) uintptr
	lib := &engineLibrary{}
	err = bind(handle, []symbol{
		{"chdb_set_signal_handlers_enabled", &lib.setSignalHandlers}, {"chdb_query_cmdline", &lib.queryCmdline}, {"chdb_result_error", &lib.resultError},
		{"chdb_result_buffer", &buffer}, {"chdb_result_length", &length},
	})
	if err != nil {
		return fmt.Errorf("the engine library is of another version: %w", err)
	}
	result, err := lib.query("clickhouse", "--path", dir, "--query", licensesQuery)
	if err != nil {
		return err
	}
	if length(result) == 0 {
		return errors.New("the engine names no licences")
	}
	_, err = w.Write(unsafe.Slice((*byte)(buffer(result)), length(result)))
	return err
}
