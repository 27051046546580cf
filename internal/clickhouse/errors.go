package clickhouse

import (
	"context"
	"errors"
	"io"
	"net"
	"slices"
	"strings"
	"syscall"
	"time"

	"github.com/ClickHouse/ch-go"
	"github.com/ClickHouse/ch-go/proto"

	"github.com/cairnstack/cairn/internal/fault"
)

// How long callers are asked to wait before they try again.
const (
	unavailableRetryAfter = 2 * time.Second
	limitedRetryAfter     = time.Second
)

// ErrorCode returns the engine's own error code inside err, or zero.
func ErrorCode(err error) int {
	if e, ok := ch.AsException(err); ok {
		return int(e.Code)
	}
	return 0
}

// explain turns a failure of the engine or of the way to it into a fault:
//
//   - Unavailable, with RetryAfter: nothing returns, the engine restarts or
//     stops, its disk is full, its keeper is away, it refuses our login;
//   - Limited, with RetryAfter: the engine or our pool is busy at the moment;
//   - Invalid: this query alone needs more time, memory or rows than its
//     limits allow, so that repeating it unchanged is no use.
//
// The caller's own cancelled context is returned as it is; an expired one is
// Unavailable, unless within has found that the engine was alive. Anything
// else that the engine says is wrapped. The limits are those of a read.
func explain(ctx context.Context, err error, limits Limits) error {
	if err == nil {
		return nil
	}
	var known *fault.Error
	if errors.As(err, &known) {
		return err
	}
	if errors.Is(ctx.Err(), context.Canceled) {
		return context.Cause(ctx)
	}
	if exception, ok := ch.AsException(err); ok {
		return explainException(exception, limits)
	}
	if isDisconnect(err) || ctx.Err() != nil || errors.Is(err, context.DeadlineExceeded) {
		return Unavailable(err, "the telemetry engine does not answer")
	}
	return err
}

// textWithheld replaces what the engine says of a read: its text repeats the
// query and the values that it failed on, which do not belong in a log. What it
// says of its files does neither.
const textWithheld = "its text is not logged"

// explained makes a fault of the error of a statement.
func (s Statement) explained(ctx context.Context, err error, limits Limits) error {
	exception, ok := ch.AsException(err)
	if !ok {
		return explain(ctx, err, limits)
	}
	if s.Role == Admin {
		return orLate(ctx, err, exception.Code)
	}
	if s.Role == Writer {
		return orPassing(explain(ctx, err, limits))
	}
	own := *exception
	err = explain(ctx, &own, limits)
	if fault.KindOf(err) == fault.Internal && slices.Contains(UnreadableCodes(), own.Code) {
		// Without Retry-After: a retry reads the same file.
		return fault.Wrap(fault.Unavailable, errors.Join(ErrUnreadable, err),
			"some of the stored telemetry can't be read: a file of the telemetry engine is damaged or missing, and the server's log names it")
	}
	own.Message, own.Stack = textWithheld, ""
	return err
}

// orLate explains what the engine says of a statement of administration. No user has
// asked for it, so that one which takes too long, or which some server of a cluster
// does not come to, is one to repeat.
func orLate(ctx context.Context, err error, code proto.Error) error {
	if code == proto.ErrTimeoutExceeded || code == proto.ErrTooSlow {
		return Unavailable(err, "the telemetry engine takes too long")
	}
	return explain(ctx, err, Limits{})
}

// ErrUnreadable says that the engine can't read what it has stored.
var ErrUnreadable = errors.New("stored telemetry can't be read")

// UnreadableCodes returns the codes under which the engine says that a file of a
// table is damaged, cut off, gone or may not be opened.
func UnreadableCodes() []proto.Error {
	return []proto.Error{
		proto.ErrChecksumDoesntMatch, proto.ErrCorruptedData, proto.ErrCannotDecompress, proto.ErrUnknownCodec,
		proto.ErrUnknownCompressionMethod, proto.ErrTooLargeSizeCompressed, proto.ErrCannotReadCompressedChunk,
		proto.ErrCannotReadSizeOfCompressedChunk, proto.ErrUnknownFormatVersion,
		proto.ErrCannotReadAllData, proto.ErrCannotReadFromFileDescriptor, proto.ErrCannotSeekThroughFile,
		proto.ErrSeekPositionOutOfBound, proto.ErrAioReadError, proto.ErrCannotOpenFile, proto.ErrFileDoesntExist,
		proto.ErrNoFileInDataPart, proto.ErrUnexpectedFileInDataPart, proto.ErrBadSizeOfFileInDataPart,
		proto.ErrSizesOfMarksFilesAreInconsistent, proto.ErrPotentiallyBrokenDataPart,
	}
}

func explainException(e *ch.Exception, limits Limits) error {
	switch e.Code {
	case proto.ErrTimeoutExceeded, proto.ErrTooSlow:
		return tooSlow(e, limits)
	case proto.ErrTooManyRows, proto.ErrTooManyBytes, proto.ErrTooManyRowsOrBytes, proto.ErrSetSizeLimitExceeded:
		return tooMuch(e, limits)
	case proto.ErrMemoryLimitExceeded:
		return explainMemory(e, limits)
	case proto.ErrTooBigAst, proto.ErrTooDeepAst, errTooDeepRecursion:
		return tooLong(e)
	case proto.ErrSyntaxError:
		return explainSyntax(e)
	case proto.ErrTooManySimultaneousQueries:
		return limited(e, "too many queries at once")
	case proto.ErrTooManyParts:
		return explainParts(e)
	case proto.ErrNotEnoughSpace:
		return Unavailable(e, "the telemetry engine's disk is full")
	case proto.ErrAuthenticationFailed:
		return Unavailable(e, "the telemetry engine refuses our login")
	case proto.ErrNetworkError, proto.ErrSocketTimeout, proto.ErrAllConnectionTriesFailed, proto.ErrTableIsReadOnly,
		proto.ErrNoZookeeper, proto.ErrKeeperException, proto.ErrAborted, proto.ErrQueryWasCancelled:
		return Unavailable(e, "the telemetry engine is not available")
	case proto.ErrAttemptToReadAfterEOF:
		return explainEnd(e)
	default:
		return explainDisk(e)
	}
}

// lostPeer is what the engine adds when another server's connection ended.
const lostPeer = "while receiving packet from"

// explainEnd tells a server that is gone from a text that ends too early.
func explainEnd(e *ch.Exception) error {
	if strings.Contains(e.Message, lostPeer) {
		return Unavailable(e, "the telemetry engine is not available")
	}
	return e
}

// diskTroubles returns what the engine's messages say when the system refuses
// to open, make or rename a file for a reason that lies with the disk.
func diskTroubles() []string {
	return []string{
		"No space left on device", "Disk quota exceeded", "Input/output error", "Read-only file system",
		"Too many open files", "Stale file handle", "No such device",
	}
}

// explainDisk tells trouble with the disk, which passes, from what is wrong
// with a statement.
func explainDisk(e *ch.Exception) error {
	if slices.Contains(diskCodes(), e.Code) && hasDiskTrouble(e.Message) {
		return Unavailable(e, "the telemetry engine's disk is full or fails")
	}
	return e
}

// diskCodes returns the codes under which the engine passes on what the system
// says about files. Under others, the text may be part of a query.
func diskCodes() []proto.Error {
	return []proto.Error{
		proto.ErrCannotReadFromFileDescriptor, proto.ErrCannotWriteToFileDescriptor, proto.ErrCannotOpenFile,
		proto.ErrCannotCloseFile, proto.ErrSystemError, proto.ErrPocoException, proto.ErrStdException,
	}
}

// orPassing makes a failed write one that is waited for, unless the engine says
// that what was written does not fit. Whatever else keeps it from storing (files
// that it may not open, descriptors, memory, time) passes or is repaired, and
// acknowledged telemetry must not be given up for it.
func orPassing(err error) error {
	exception, ok := ch.AsException(err)
	if !ok || slices.Contains(misfitCodes(), exception.Code) {
		return err
	}
	if kind := fault.KindOf(err); kind == fault.Unavailable || kind == fault.Limited {
		return err
	}
	return Unavailable(err, "the telemetry engine can't store telemetry at the moment")
}

// misfitCodes returns the codes under which the engine says that a block does
// not fit its table, or can't be read.
func misfitCodes() []proto.Error {
	return []proto.Error{
		proto.ErrIncorrectNumberOfColumns, proto.ErrThereIsNoColumn, proto.ErrSizesOfColumnsDoesntMatch,
		proto.ErrNotFoundColumnInBlock, proto.ErrDuplicateColumn, proto.ErrNoSuchColumnInTable,
		proto.ErrNumberOfColumnsDoesntMatch, proto.ErrCannotReadAllData, proto.ErrBadArguments,
		proto.ErrIllegalTypeOfArgument, proto.ErrIllegalColumn, proto.ErrUnknownIdentifier, proto.ErrNotImplemented,
		proto.ErrLogicalError, proto.ErrUnknownType, proto.ErrTypeMismatch, proto.ErrUnknownTable,
		proto.ErrUnknownDatabase, proto.ErrArgumentOutOfBound, proto.ErrCannotConvertType, proto.ErrIncorrectData,
		proto.ErrIncompatibleColumns, proto.ErrTooLargeArraySize, proto.ErrTooLargeStringSize,
		proto.ErrValueIsOutOfRangeOfDataType, proto.ErrCannotInsertNullInOrdinaryColumn, proto.ErrDecimalOverflow,
		proto.ErrViolatedConstraint, proto.ErrTooManyParts,
	}
}

// ErrDiskGuard says that the guard over the engine's writes has spoken.
var ErrDiskGuard = errors.New("disk guard")

// IsDiskTrouble reports whether the engine does not start because of the disk.
func IsDiskTrouble(err error) bool {
	for _, trouble := range []error{
		ErrDiskGuard, syscall.ENOSPC, syscall.EDQUOT, syscall.EIO, syscall.EROFS, syscall.EMFILE, syscall.ENFILE,
	} {
		if errors.Is(err, trouble) {
			return true
		}
	}
	return hasDiskTrouble(err.Error())
}

func hasDiskTrouble(text string) bool {
	return slices.ContainsFunc(diskTroubles(), func(trouble string) bool { return strings.Contains(text, trouble) })
}

// explainMemory distinguishes a query that is too large on its own from an
// engine that has no memory left for anybody.
func explainMemory(e *ch.Exception, limits Limits) error {
	if strings.Contains(e.Message, "(total)") {
		return limited(e, "the telemetry engine has no memory left at the moment")
	}
	return tooLarge(e, limits)
}

// explainParts tells an engine whose merges lag behind from an insert that
// breaks the rule of one partition.
func explainParts(e *ch.Exception) error {
	if strings.Contains(e.Message, "partitions") {
		return e
	}
	return limited(e, "the telemetry engine is behind with its merges")
}

func isDisconnect(err error) bool {
	var network net.Error
	return errors.As(err, &network) || errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) ||
		errors.Is(err, net.ErrClosed) || errors.Is(err, ch.ErrClosed) ||
		errors.Is(err, syscall.ECONNRESET) || errors.Is(err, syscall.ECONNREFUSED) || errors.Is(err, syscall.EPIPE)
}

// Unavailable returns an Unavailable fault.
func Unavailable(cause error, format string, args ...any) *fault.Error {
	f := fault.Wrap(fault.Unavailable, cause, format, args...)
	f.RetryAfter = unavailableRetryAfter
	return f
}

func limited(cause error, format string, args ...any) *fault.Error {
	f := fault.Wrap(fault.Limited, cause, format, args...)
	f.RetryAfter = limitedRetryAfter
	return f
}
