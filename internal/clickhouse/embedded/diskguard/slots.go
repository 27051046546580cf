package diskguard

import (
	"bytes"
	"debug/elf"
	"encoding/binary"
	"errors"
	"fmt"
)

// slot is a place in a loaded library that holds the address of a function.
type slot struct {
	name       string
	address    uint64 // relative to the library
	isReadOnly bool   // once the library is loaded
}

// imports is what Install has to know of a library.
type imports struct {
	slots  []slot
	anchor uint64 // the value of the anchor symbol
}

// errNoAnchor says that a library lacks the symbol by which it is located.
var errNoAnchor = errors.New("the library lacks the symbol that it is located by")

// readImports returns the slots of the functions that wanted names.
func readImports(path, anchor string, wanted map[string]call) (imports, error) {
	file, err := elf.Open(path)
	if err != nil {
		return imports{}, err
	}
	defer func() { _ = file.Close() }()
	symbols, err := file.DynamicSymbols()
	if err != nil {
		return imports{}, fmt.Errorf("read the symbols: %w", err)
	}
	found := imports{}
	for _, s := range symbols {
		if s.Name == anchor && s.Section != elf.SHN_UNDEF {
			found.anchor = s.Value
		}
	}
	if found.anchor == 0 {
		return imports{}, errNoAnchor
	}
	found.slots, err = readSlots(file, symbols, wanted)
	return found, err
}

// readSlots reads the relocations that name a symbol. Most of a library's name
// none; those come first and are skipped.
func readSlots(file *elf.File, symbols []elf.Symbol, wanted map[string]call) ([]slot, error) {
	tables, err := namedRelocations(file)
	if err != nil {
		return nil, err
	}
	var slots []slot
	for _, table := range tables {
		for _, r := range table {
			index := elf.R_SYM64(r.Info)
			if index == 0 || int(index) > len(symbols) || r.Addend != 0 {
				continue
			}
			name := symbols[index-1].Name // the list leaves out the null symbol
			if _, ok := wanted[name]; ok {
				slots = append(slots, slot{name, r.Off, isRelro(file, r.Off)})
			}
		}
	}
	return slots, nil
}

func namedRelocations(file *elf.File) ([][]elf.Rela64, error) {
	size := uint64(binary.Size(elf.Rela64{}))
	relative := size * first(file.DynValue(elf.DT_RELACOUNT))
	var tables [][]elf.Rela64
	for _, t := range []struct{ start, length uint64 }{
		{first(file.DynValue(elf.DT_RELA)) + relative, first(file.DynValue(elf.DT_RELASZ)) - relative}, //nolint:misspell // a name of the format
		{first(file.DynValue(elf.DT_JMPREL)), first(file.DynValue(elf.DT_PLTRELSZ))},
	} {
		table := make([]elf.Rela64, t.length/size)
		if err := readAt(file, t.start, table); err != nil {
			return nil, fmt.Errorf("read the relocations: %w", err)
		}
		tables = append(tables, table)
	}
	return tables, nil
}

// first returns the first value, or zero.
func first(values []uint64, err error) uint64 {
	if err != nil || len(values) == 0 {
		return 0
	}
	return values[0]
}

// readAt reads what stands at an address of the loaded library.
func readAt(file *elf.File, address uint64, into any) error {
	raw := make([]byte, binary.Size(into))
	if len(raw) == 0 {
		return nil
	}
	for _, p := range file.Progs {
		if p.Type != elf.PT_LOAD || address < p.Vaddr || address+uint64(len(raw)) > p.Vaddr+p.Filesz {
			continue
		}
		if _, err := p.ReadAt(raw, int64(address-p.Vaddr)); err != nil { // within the file
			return err
		}
		return binary.Read(bytes.NewReader(raw), file.ByteOrder, into)
	}
	return fmt.Errorf("address %#x is in no segment", address)
}

// isRelro reports whether the address is read-only after loading.
func isRelro(file *elf.File, address uint64) bool {
	for _, p := range file.Progs {
		if p.Type == elf.PT_GNU_RELRO && address >= p.Vaddr && address < p.Vaddr+p.Memsz {
			return true
		}
	}
	return false
}
