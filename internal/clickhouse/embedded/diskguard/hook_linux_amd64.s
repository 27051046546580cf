#include "textflag.h"

// Hooks have the C ABI of the functions that they replace. They make the
// system call and return its result. After a failure of interest they call
// the decision in Go, and after any other one the original function, which
// fails in the same way and sets errno.

#define WRITE 0
#define PWRITE 1
#define WRITEV 2
#define FSYNC 3
#define FDATASYNC 4

// Where decide and the originals stand in table.
#define DECIDE 0
#define ORIGINALS 8

GLOBL table<>(SB), NOPTR, $48

DATA entries<>+0(SB)/8, $hookWrite<>(SB)
DATA entries<>+8(SB)/8, $hookPwrite<>(SB)
DATA entries<>+16(SB)/8, $hookWritev<>(SB)
DATA entries<>+24(SB)/8, $hookFsync<>(SB)
DATA entries<>+32(SB)/8, $hookFdatasync<>(SB)
GLOBL entries<>(SB), NOPTR, $40

// func hookTable() *table
TEXT ·hookTable(SB), NOSPLIT, $0-8
	LEAQ table<>(SB), AX
	MOVQ AX, ret+0(FP)
	RET

// func hookEntries() *[calls]uintptr
TEXT ·hookEntries(SB), NOSPLIT, $0-8
	LEAQ entries<>(SB), AX
	MOVQ AX, ret+0(FP)
	RET

#define HOOK(number, call) \
	MOVQ CX, R10; \
	MOVL number, AX; \
	SYSCALL; \
	CMPQ AX, $-4095; \
	JCC  failed; \
	RET; \
failed: \
	MOVQ $call, R9; \
	JMP  judge<>(SB)

TEXT hookWrite<>(SB), NOSPLIT|NOFRAME, $0
	HOOK($1, WRITE)

TEXT hookPwrite<>(SB), NOSPLIT|NOFRAME, $0
	HOOK($18, PWRITE)

TEXT hookWritev<>(SB), NOSPLIT|NOFRAME, $0
	HOOK($20, WRITEV)

TEXT hookFsync<>(SB), NOSPLIT|NOFRAME, $0
	HOOK($74, FSYNC)

TEXT hookFdatasync<>(SB), NOSPLIT|NOFRAME, $0
	HOOK($75, FDATASYNC)

// judge has the arguments in DI, SI, DX and R10, the call in R9 and the
// negative errno in AX.
TEXT judge<>(SB), NOSPLIT|NOFRAME, $0
	NEGQ AX
	CMPQ AX, $28 // ENOSPC
	JEQ  ask
	CMPQ AX, $122 // EDQUOT
	JEQ  ask
	CMPQ AX, $5 // EIO
	JEQ  ask
	CMPQ AX, $6 // ENXIO
	JEQ  ask
	CMPQ AX, $19 // ENODEV
	JEQ  ask
	CMPQ AX, $30 // EROFS
	JEQ  ask

original:
	LEAQ table<>(SB), R11
	MOVQ ORIGINALS(R11)(R9*8), R11
	MOVQ R10, CX
	JMP  R11

ask:
	// 56 bytes and the return address keep the stack aligned to 16.
	SUBQ $56, SP
	MOVQ DI, 0(SP)
	MOVQ SI, 8(SP)
	MOVQ DX, 16(SP)
	MOVQ R10, 24(SP)
	MOVQ R9, 32(SP)
	MOVQ AX, 40(SP)
	MOVQ SP, DI
	LEAQ table<>(SB), R11
	MOVQ DECIDE(R11), R11
	CALL R11
	MOVQ 0(SP), DI
	MOVQ 8(SP), SI
	MOVQ 16(SP), DX
	MOVQ 24(SP), R10
	MOVQ 32(SP), R9
	ADDQ $56, SP
	CMPQ AX, $-1
	JEQ  original
	RET
