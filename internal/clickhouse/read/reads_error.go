package read

import (
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
// yet. The engine's own words stay in the log: they repeat the question.
func refusal(err error) error {
	if err == nil || fault.KindOf(err) != fault.Internal {
		return err
	}
	code := proto.Error(clickhouse.ErrorCode(err))
	if code == proto.ErrUnknownDatabase || code == proto.ErrUnknownTable {
		return clickhouse.Unavailable(err, "the team's telemetry store is being prepared")
	}
	if complaint := complaintOf(code); complaint != "" {
		return fault.Wrap(fault.Invalid, err, "%s", complaint)
	}
	return err
}

// complaintOf words what the engine says of expressions; empty where the
// mistake is ours.
func complaintOf(code proto.Error) string {
	switch code {
	case proto.ErrIllegalTypeOfArgument, proto.ErrIllegalColumn, proto.ErrTypeMismatch, proto.ErrNoCommonType,
		proto.ErrCannotConvertType, proto.ErrIllegalTypeOfColumnForFilter, proto.ErrCannotInsertNullInOrdinaryColumn:
		return "an expression combines types that do not fit: convert one of them, as in toFloat64OrNull(x) or toString(x)"
	case proto.ErrCannotParseText, proto.ErrCannotParseNumber, proto.ErrCannotParseDatetime, proto.ErrCannotParseDate,
		proto.ErrCannotParseUUID, proto.ErrCannotParseDomainValueFromString, proto.ErrAttemptToReadAfterEOF,
		proto.ErrCannotParseInputAssertionFailed, proto.ErrCannotParseQuotedString, proto.ErrCannotParseEscapeSequence,
		proto.ErrValueIsOutOfRangeOfDataType, errCannotParseBool, errCannotParseIPv4, errCannotParseIPv6:
		return "an expression converts a text that does not read as the wanted type: take a function whose name ends in OrNull"
	case proto.ErrCannotCompileRegexp:
		return "a regular expression is not valid"
	case proto.ErrNumberOfArgumentsDoesntMatch, proto.ErrBadArguments, proto.ErrArgumentOutOfBound,
		proto.ErrTooLargeStringSize, proto.ErrTooLargeArraySize, proto.ErrSizesOfArraysDontMatch,
		proto.ErrIllegalDivision, proto.ErrDecimalOverflow:
		return "a function of an expression does not take such an argument"
	case proto.ErrIllegalAggregation, proto.ErrNotAnAggregate:
		return "an expression must aggregate every column that it reads, once"
	default:
		return ""
	}
}
