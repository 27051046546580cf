package embedded

import (
	"debug/elf"
	"debug/macho"
	"errors"
	"fmt"
	"os"
	"runtime"
	"slices"
)

// librarySymbol is what no other library has.
const librarySymbol = "chdb_query_cmdline"

// CheckLibrary refuses a file that can't be the engine library: one that is cut
// off, is for another machine, or is something else. Loaded, such a file ends
// the process with a signal and without a word.
func CheckLibrary(path string) error {
	check := checkELF
	if runtime.GOOS == "darwin" {
		check = checkMachO
	}
	if err := check(path); err != nil {
		return fmt.Errorf("%s is not a whole engine library (%w); install it again: %s, or set --engine-lib (CAIRN_ENGINE_LIB)", path, err, libraryWays())
	}
	return nil
}

var (
	errNoLibrary = errors.New("it is no library")
	errCutOff    = errors.New("it is cut off")
	errOther     = errors.New("it is another library")
	errMachine   = errors.New("it is for another kind of machine")
)

func checkELF(path string) error {
	stat, err := os.Stat(path)
	if err != nil {
		return err
	}
	file, err := elf.Open(path)
	if err != nil {
		return orCutOff(path, elf.ELFMAG)
	}
	defer func() { _ = file.Close() }()
	if file.Machine != elfMachine(runtime.GOARCH) {
		return errMachine
	}
	for _, segment := range file.Progs {
		if segment.Off+segment.Filesz > uint64(stat.Size()) { // a size is not negative
			return errCutOff
		}
	}
	symbols, err := file.DynamicSymbols()
	if err != nil || !slices.ContainsFunc(symbols, func(s elf.Symbol) bool { return s.Name == librarySymbol && s.Section != elf.SHN_UNDEF }) {
		return errOther
	}
	return nil
}

// orCutOff tells a library that ends too early from what is none.
func orCutOff(path, magic string) error {
	file, err := os.Open(path)
	if err != nil {
		return err
	}
	defer func() { _ = file.Close() }()
	start := make([]byte, len(magic))
	if _, err := file.ReadAt(start, 0); err != nil || string(start) != magic {
		return errNoLibrary
	}
	return errCutOff
}

func elfMachine(arch string) elf.Machine {
	if arch == "arm64" {
		return elf.EM_AARCH64
	}
	return elf.EM_X86_64
}

func checkMachO(path string) error {
	file, err := macho.Open(path)
	if err != nil {
		return errNoLibrary
	}
	defer func() { _ = file.Close() }()
	if want := machoCPU(runtime.GOARCH); file.Cpu != want {
		return errMachine
	}
	if file.Symtab == nil || !slices.ContainsFunc(file.Symtab.Syms, func(s macho.Symbol) bool { return s.Name == "_"+librarySymbol }) {
		return errOther
	}
	return nil
}

func machoCPU(arch string) macho.Cpu {
	if arch == "arm64" {
		return macho.CpuArm64
	}
	return macho.CpuAmd64
}
