package read

import (
	"slices"
	"strings"

	"github.com/ClickHouse/ch-go/proto"

	"github.com/cairnstack/cairn/internal/clickhouse"
	"github.com/cairnstack/cairn/internal/fault"
)

// Codes of the engine that its client has no names for.
const (
	errCannotParseBool proto.Error = 467
	errCannotParseIPv4 proto.Error = 675
	errCannotParseIPv6 proto.Error = 676
)

// refusal makes an Invalid fault of an engine's complaint about what a user
// asked for, and an Unavailable one where the team's tables are not there
// yet. Whatever is neither the server's trouble nor our own mistake lies with
// the question.
func refusal(err error, paths []string) error {
	if err == nil || fault.KindOf(err) != fault.Internal {
		return err
	}
	code := proto.Error(clickhouse.ErrorCode(err))
	switch {
	case code == 0 || slices.Contains(serverCodes(), code):
		return err
	case code == proto.ErrUnknownDatabase || code == proto.ErrUnknownTable:
		return clickhouse.Unavailable(err, "the team's telemetry store is being prepared")
	default:
		return complaintAt(paths, err, complaintOf(code))
	}
}

// codeExpression is the code of a detail for an expression that the engine
// can't compute.
const codeExpression = "expression"

// complaintAt returns the fault of an expression in one of the texts at paths.
func complaintAt(paths []string, cause error, complaint string) error {
	switch len(paths) {
	case 0:
		return fault.Wrap(fault.Invalid, cause, "%s", complaint)
	case 1:
		f := fault.InvalidAt(paths[0], codeExpression, complaint)
		f.Cause = cause
		return f
	default:
		return fault.Wrap(fault.Invalid, cause, "%s: %s", strings.Join(paths, " or "), complaint)
	}
}

// serverCodes returns the codes under which the engine speaks of its files,
// threads, memory and network, of its settings and of statements that we wrote
// badly: nothing that another question would repair.
func serverCodes() []proto.Error {
	return append(clickhouse.UnreadableCodes(),
		// statements of ours
		proto.ErrUnknownIdentifier, proto.ErrUnknownFunction, proto.ErrSyntaxError, proto.ErrLogicalError,
		proto.ErrNotFoundColumnInBlock, proto.ErrNoSuchColumnInTable, proto.ErrThereIsNoColumn, proto.ErrUnknownType,
		proto.ErrUnknownSetting, proto.ErrReadonly, proto.ErrUnknownUser, proto.ErrRequiredPassword, proto.ErrAccessDenied,
		// files and parts
		proto.ErrCannotWriteToFileDescriptor, proto.ErrCannotCloseFile, proto.ErrNoSuchDataPart, proto.ErrBadDataPartName,
		proto.ErrNotFoundExpectedDataPart, proto.ErrNoReplicaHasPart, proto.ErrPartIsTemporarilyLocked, proto.ErrPartIsLocked,
		// the process and the machine
		proto.ErrCannotAllocateMemory, proto.ErrCannotMunmap, proto.ErrCannotMremap, proto.ErrSystemError, proto.ErrCannotScheduleTask,
		proto.ErrUnexpectedPacketFromClient, proto.ErrUnexpectedPacketFromServer, proto.ErrUnknownPacketFromClient,
		proto.ErrPocoException, proto.ErrStdException, proto.ErrUnknownException,
	)
}

// complaintOf words what the engine says of expressions.
func complaintOf(code proto.Error) string {
	switch code {
	case proto.ErrIllegalTypeOfArgument, proto.ErrIllegalColumn, proto.ErrTypeMismatch, proto.ErrNoCommonType,
		proto.ErrCannotConvertType, proto.ErrIllegalTypeOfColumnForFilter, proto.ErrCannotInsertNullInOrdinaryColumn,
		proto.ErrNotImplemented:
		return "an expression combines types that do not fit: convert one of them, as in toFloat64OrNull(x) or toString(x)"
	case proto.ErrCannotParseText, proto.ErrCannotParseNumber, proto.ErrCannotParseDatetime, proto.ErrCannotParseDate,
		proto.ErrCannotParseUUID, proto.ErrCannotParseDomainValueFromString, proto.ErrAttemptToReadAfterEOF,
		proto.ErrCannotParseInputAssertionFailed, proto.ErrCannotParseQuotedString, proto.ErrCannotParseEscapeSequence,
		proto.ErrCannotReadArrayFromText, proto.ErrValueIsOutOfRangeOfDataType, proto.ErrIncorrectData, errCannotParseBool,
		errCannotParseIPv4, errCannotParseIPv6:
		return "an expression can't convert a text to the type that it asks for: use a function whose name ends in OrNull"
	case proto.ErrCannotCompileRegexp:
		return "a regular expression is not valid"
	case proto.ErrIllegalAggregation, proto.ErrNotAnAggregate:
		return "an expression must aggregate every column that it reads, once"
	default:
		return "a function of an expression does not take such an argument"
	}
}
