package clustertest

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"net"
	"strconv"
	"unsafe"

	"github.com/ebitengine/purego"
	"golang.org/x/sys/unix"

	"github.com/cairnstack/cairn/internal/clickhouse/embedded"
)

// replicable is the engine version that the places below belong to. With
// another one they have to be found again: docs/decisions/0061-clusters.md says how.
const replicable = "26.7.3-stable.1"

// patch is code of the engine library that is replaced in memory.
type patch struct {
	offset uintptr // from anchor
	old    []byte  // how the code begins there
	code   []byte
}

// Where the code is.
const (
	interserverOffset = 0x4f6b2c0
	loginOffset       = 0x4f6b240
	schemeOffset      = 0x4f6b3c0
	statementsOffset  = 0x5077ac0
)

// anchor is the exported function that the places of code are counted from.
const anchor = "chdb_query_cmdline"

// LetReplicate makes the engine library of this process, which is an engine's
// child, take part in replication. The library has all of it, but no way to be
// told what a ClickHouse server sets when it starts: the address at which other
// replicas fetch parts, the login there, and that replicated databases pass
// statements on. Nothing on disk is changed.
func LetReplicate(library, interserver string) error {
	if embedded.EngineVersion != replicable {
		return fmt.Errorf("replication in tests is for the engine %s, this is %s", replicable, embedded.EngineVersion)
	}
	handle, err := purego.Dlopen(library, purego.RTLD_NOW|purego.RTLD_GLOBAL)
	if err != nil {
		return err
	}
	from, err := purego.Dlsym(handle, anchor)
	if err != nil {
		return err
	}
	address, err := interserverAddress(interserver)
	if err != nil {
		return err
	}
	scheme, err := interserverScheme()
	if err != nil {
		return err
	}
	login, err := interserverLogin()
	if err != nil {
		return err
	}
	for _, p := range []patch{address, scheme, login, passesStatementsOn()} {
		if err := p.apply(from); err != nil {
			return err
		}
	}
	return nil
}

// interserverAddress makes the function that returns the address for other
// replicas return this one: a short text of the C++ library, and a port.
func interserverAddress(address string) (patch, error) {
	host, portText, err := net.SplitHostPort(address)
	if err != nil {
		return patch{}, err
	}
	port, err := strconv.ParseUint(portText, 10, 16)
	if err != nil {
		return patch{}, err
	}
	code, err := returnText(host)
	if err != nil {
		return patch{}, err
	}
	code = append(code, 0x66, 0xc7, 0x47, textBytes) // mov word [rdi+24], port
	code = binary.LittleEndian.AppendUint16(code, uint16(port))
	code = append(code, 0x48, 0x89, 0xf8, 0xc3) // mov rax, rdi; ret
	return patch{offset: interserverOffset, old: []byte{0x41, 0x56, 0x53, 0x48, 0x83, 0xec, 0x48, 0x4c, 0x8b}, code: code}, nil
}

// interserverScheme makes the function that returns the protocol between
// replicas return http.
func interserverScheme() (patch, error) {
	code, err := returnText("http")
	code = append(code, 0x48, 0x89, 0xf8, 0xc3) // mov rax, rdi; ret
	return patch{offset: schemeOffset, old: []byte{0x48, 0x8b, 0x06, 0x80, 0xb8, 0x87, 0x01, 0x00, 0x00, 0x00}, code: code}, err
}

// textBytes is the size of a text of the C++ library, which holds a short one and,
// in its last byte, the length of that.
const textBytes = 24

// returnText returns code that writes a short text to where the caller wants the
// result.
func returnText(content string) ([]byte, error) {
	var text [textBytes]byte
	if copy(text[:], content) >= textBytes-1 {
		return nil, fmt.Errorf("%s is too long", content)
	}
	text[textBytes-1] = byte(len(content))
	var code []byte
	for i := range textBytes / 8 {
		code = append(append(code, 0x48, 0xb8), text[8*i:8*i+8]...) // mov rax, text
		code = append(code, 0x48, 0x89, 0x47, byte(8*i))            // mov [rdi+8i], rax
	}
	return code, nil
}

// interserverLogin makes the function that returns the login at other replicas
// return one with neither user nor password: two empty texts, which are zeros.
func interserverLogin() (patch, error) {
	empty, err := unix.Mmap(-1, 0, unix.Getpagesize(), unix.PROT_READ|unix.PROT_WRITE, unix.MAP_ANON|unix.MAP_PRIVATE)
	if err != nil {
		return patch{}, err
	}
	code := binary.LittleEndian.AppendUint64([]byte{0x48, 0xb8}, uint64(uintptr(unsafe.Pointer(&empty[0])))) // mov rax, empty
	code = append(code, 0x31, 0xd2, 0xc3)                                                                    // xor edx, edx; ret
	return patch{offset: loginOffset, old: []byte{0x41, 0x57, 0x41, 0x56, 0x53, 0x4c, 0x8b, 0x3f}, code: code}, nil
}

// passesStatementsOn makes the function return true that says whether replicated
// databases may.
func passesStatementsOn() patch {
	return patch{offset: statementsOffset, old: []byte{0x0f, 0xb6, 0x87, 0x10, 0x09, 0x00, 0x00, 0xc3}, code: []byte{0xb0, 0x01, 0xc3}} // mov al, 1; ret
}

// apply replaces the code.
func (p patch) apply(from uintptr) error {
	page := uintptr(unix.Getpagesize())
	at, size := from+p.offset, uintptr(max(len(p.code), len(p.old)))
	code := memory(at, size)
	if !bytes.HasPrefix(code, p.old) {
		return fmt.Errorf("the engine library has other code at %x: % x", p.offset, code[:len(p.old)])
	}
	first := at / page * page
	pages := memory(first, (at+size-first+page-1)/page*page)
	if err := unix.Mprotect(pages, unix.PROT_READ|unix.PROT_WRITE|unix.PROT_EXEC); err != nil {
		return err
	}
	copy(code, p.code)
	return unix.Mprotect(pages, unix.PROT_READ|unix.PROT_EXEC)
}

// memory returns bytes of a library, which does not move.
func memory(at, size uintptr) []byte {
	return unsafe.Slice(*(**byte)(unsafe.Pointer(&at)), size)
}
