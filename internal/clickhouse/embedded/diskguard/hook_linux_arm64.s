#include "textflag.h"

// Hooks have the C ABI of the functions that they replace. They make the
// system call and return its result. After a failure of interest they call
// the decision in Go, and after any other one the original function, which
// fails in the same way and sets errno. R27 belongs to the caller, so no
// instruction here may need the assembler's temporary register.

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
	MOVD $table<>(SB), R0
	MOVD R0, ret+0(FP)
	RET

// func hookEntries() *[calls]uintptr
TEXT ·hookEntries(SB), NOSPLIT, $0-8
	MOVD $entries<>(SB), R0
	MOVD R0, ret+0(FP)
	RET

#define HOOK(number, call) \
	MOVD R0, R9; \
	MOVD number, R8; \
	SVC; \
	CMN  $4095, R0; \
	BCS  failed; \
	RET; \
failed: \
	MOVD $call, R10; \
	B    judge<>(SB)

TEXT hookWrite<>(SB), NOSPLIT|NOFRAME, $0
	HOOK($64, WRITE)

TEXT hookPwrite<>(SB), NOSPLIT|NOFRAME, $0
	HOOK($68, PWRITE)

TEXT hookWritev<>(SB), NOSPLIT|NOFRAME, $0
	HOOK($66, WRITEV)

TEXT hookFsync<>(SB), NOSPLIT|NOFRAME, $0
	HOOK($82, FSYNC)

TEXT hookFdatasync<>(SB), NOSPLIT|NOFRAME, $0
	HOOK($83, FDATASYNC)

// judge has the arguments in R9, R1, R2 and R3, the call in R10 and the
// negative errno in R0.
TEXT judge<>(SB), NOSPLIT|NOFRAME, $0
	NEG  R0, R11
	CMP  $28, R11 // ENOSPC
	BEQ  ask
	CMP  $122, R11 // EDQUOT
	BEQ  ask
	CMP  $5, R11 // EIO
	BEQ  ask
	CMP  $6, R11 // ENXIO
	BEQ  ask
	CMP  $19, R11 // ENODEV
	BEQ  ask
	CMP  $30, R11 // EROFS
	BEQ  ask

original:
	MOVD $table<>(SB), R12
	ADD  R10<<3, R12, R12
	MOVD ORIGINALS(R12), R12
	MOVD R9, R0
	JMP  (R12)

ask:
	SUB  $64, RSP
	MOVD R9, 0(RSP)
	MOVD R1, 8(RSP)
	MOVD R2, 16(RSP)
	MOVD R3, 24(RSP)
	MOVD R10, 32(RSP)
	MOVD R11, 40(RSP)
	MOVD R30, 48(RSP)
	MOVD RSP, R0
	MOVD $table<>(SB), R12
	MOVD DECIDE(R12), R12
	CALL (R12)
	MOVD 0(RSP), R9
	MOVD 8(RSP), R1
	MOVD 16(RSP), R2
	MOVD 24(RSP), R3
	MOVD 32(RSP), R10
	MOVD 48(RSP), R30
	ADD  $64, RSP
	CMN  $1, R0
	BEQ  original
	RET
