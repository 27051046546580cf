package ql

// MessagePattern is the function that masks what differs between messages of one
// shape. The compiler writes it out: the engine has none of this name.
const MessagePattern = "messagePattern"

// functionTable is the list of all functions that an expression may call; no
// other function exists for the languages. One line each, sorted by name:
// the name as ClickHouse spells it (messagePattern alone is our own), the
// number of arguments, the class, the flags and a description. The flags: fold
// (letter case of the name is free), grows (counts towards GrowthMax), and for
// the parameters of an aggregate level (at most one level), levels (1 to
// LevelsMax), size (one, 1 to ParamSizeMax).
//
// Left out on purpose: whatever reads files, tables, dictionaries, settings,
// the environment or other servers, sleeps, throws or changes something
// (file, url, joinGet, dictGet…, getSetting, hostName, sleep, throwIf …);
// what names a function or type in a string (arrayReduce, JSONExtract,
// initializeAggregation …); what can take a table as an argument (in, notIn);
// what returns something else at each call (rand…, generateUUID…); what
// multiplies rows (arrayJoin); what makes much of little in one call (repeat,
// range, space, format, leftPad, arrayResize, arrayWithConstant,
// toFixedString, bitShiftLeft …); and what is slower than linear
// (editDistance, ngram…, multiFuzzy…, multiMatch…). Regular expressions stay:
// the engine's are linear in their input. Functions that grow their input by a
// factor and could be nested stay with the flag grows; what GrowthMax of them
// can still make is bounded by the engine's own limits.
const functionTable = `
JSONExtractBool 1+ scalar - Boolean at a path of a JSON text, false when absent.
JSONExtractFloat 1+ scalar - Float at a path of a JSON text, 0 when absent.
JSONExtractInt 1+ scalar - Integer at a path of a JSON text, 0 when absent.
JSONExtractKeys 1+ scalar - Keys of the object at a path of a JSON text.
JSONExtractRaw 1+ scalar - JSON text at a path of a JSON text.
JSONExtractString 1+ scalar - String at a path of a JSON text, empty when absent.
JSONExtractUInt 1+ scalar - Unsigned integer at a path of a JSON text, 0 when absent.
JSONHas 1+ scalar - Whether a path exists in a JSON text.
JSONLength 1+ scalar - Number of elements at a path of a JSON text.
JSONType 1+ scalar - Type of the value at a path of a JSON text.
MD5 1 scalar - MD5 digest in 16 bytes.
abs 1 scalar fold Absolute value.
any 1 aggregate - A value, the first one met.
anyIf 2 aggregate - A value among the rows where the condition holds.
anyLast 1 aggregate - A value, the last one met.
anyLastIf 2 aggregate - The last value met among the rows where the condition holds.
argMax 2 aggregate - First argument where the second is greatest.
argMaxIf 3 aggregate - First argument where the second is greatest and the condition holds.
argMin 2 aggregate - First argument where the second is least.
argMinIf 3 aggregate - First argument where the second is least and the condition holds.
arrayAll 2-9 lambda - Whether the lambda holds for all elements.
arrayAvg 1 scalar - Mean of the elements.
arrayConcat 1+ scalar - Arrays one after the other.
arrayCount 2-9 lambda - Number of elements for which the lambda holds.
arrayDistinct 1 scalar - Distinct elements.
arrayElement 2 scalar - Element at a position from 1.
arrayExists 2-9 lambda - Whether the lambda holds for some element.
arrayFilter 2-9 lambda - Elements for which the lambda holds.
arrayFirst 2-9 lambda - First element for which the lambda holds.
arrayFirstIndex 2-9 lambda - Position of the first element for which the lambda holds.
arrayLast 2-9 lambda - Last element for which the lambda holds.
arrayMap 2-9 lambda grows The lambda's answer for each element.
arrayMax 1 scalar - Greatest element.
arrayMin 1 scalar - Least element.
arrayReverse 1 scalar - Elements in reverse order.
arrayReverseSort 1 scalar - Elements in descending order.
arraySlice 2-3 scalar - Part of an array.
arraySort 1 scalar - Elements in ascending order.
arrayStringConcat 1-2 scalar grows Elements as one string with a separator.
arraySum 1 scalar - Sum of the elements.
arrayUniq 1+ scalar - Number of distinct elements.
assumeNotNull 1 scalar - Value without the possibility of NULL.
avg 1 aggregate fold Mean of the values.
avgIf 2 aggregate - Mean of the rows where the condition holds.
avgWeighted 2 aggregate - Mean weighted by the second argument.
base64Decode 1 scalar - Text of a Base64 text, empty when malformed.
base64Encode 1 scalar grows Base64 of a text.
basename 1 scalar - Part after the last slash.
bitAnd 2 scalar - Bits set in both integers.
bitOr 2 scalar - Bits set in one of the integers.
ceil 1-2 scalar fold Least integer that is not below.
cityHash64 1+ scalar - Fast 64-bit hash.
coalesce 1+ scalar fold First argument that is not NULL.
concat 1+ scalar fold Texts one after the other.
count 0-1 aggregate fold Number of rows, or of values that are not NULL.
countIf 1-2 aggregate - Number of rows where the condition holds.
countSubstrings 2-3 scalar fold Number of occurrences of a substring.
cutQueryString 1 scalar - URL without its query string.
dateDiff 3-4 scalar fold Number of unit borders between two times.
dateTrunc 2-3 scalar - Time rounded down to a unit.
decodeURLComponent 1 scalar - Text of a URL-encoded text.
deltaSum 1 aggregate - Sum of the increases between consecutive rows.
domain 1 scalar - Host of a URL.
domainWithoutWWW 1 scalar - Host of a URL without a leading www.
empty 1 scalar - Whether a text, array or map is empty.
encodeURLComponent 1 scalar grows URL-encoded text.
endsWith 2 scalar - Whether a text ends with another.
exp 1 scalar fold Power of e.
extract 2 scalar - First match of a regular expression, or of its first group.
extractAll 2 scalar - All matches of a regular expression, or of its first group.
extractGroups 2 scalar - Groups of the first match of a regular expression.
extractURLParameter 2 scalar - Value of a parameter of a URL.
first_value 1 aggregate fold A value, the first one met.
floor 1-2 scalar fold Greatest integer that is not above.
formatDateTime 2-3 scalar - Time as text by a pattern.
formatReadableQuantity 1 scalar - Number as text with a word for its magnitude.
formatReadableSize 1 scalar - Bytes as text in binary units.
formatReadableTimeDelta 1-3 scalar - Seconds as text in units of time.
fromUnixTimestamp 1-3 scalar - Time of a count of seconds since the epoch.
fromUnixTimestamp64Micro 1-2 scalar - Time of a count of microseconds since the epoch.
fromUnixTimestamp64Milli 1-2 scalar - Time of a count of milliseconds since the epoch.
fromUnixTimestamp64Nano 1-2 scalar - Time of a count of nanoseconds since the epoch.
greatest 1+ scalar fold Greatest argument.
groupArray 1 aggregate size The first values as an array.
groupUniqArray 1 aggregate size Distinct values as an array.
has 2 scalar - Whether an array has an element.
hasAll 2 scalar - Whether an array has all elements of another.
hasAllTokens 2 scalar - Whether a text has all of the tokens.
hasAny 2 scalar - Whether an array has some element of another.
hasAnyTokens 2 scalar - Whether a text has one of the tokens.
hasToken 2 scalar - Whether a text has the token.
hasTokenCaseInsensitive 2 scalar fold Whether a text has the token in any letter case.
hex 1 scalar fold,grows Hexadecimal text.
if 3 scalar fold Second argument where the first holds, else the third.
ifNotFinite 2 scalar - First argument where it is finite, else the second.
ifNull 2 scalar fold First argument where it is not NULL, else the second.
indexOf 2 scalar - Position of an element in an array, 0 when absent.
intDiv 2 scalar - Integer quotient.
intDivOrZero 2 scalar - Integer quotient, 0 when undefined.
isFinite 1 scalar - Whether a number is finite.
isIPAddressInRange 2 scalar - Whether an address is in a CIDR range.
isIPv4String 1 scalar - Whether a text is an IPv4 address.
isIPv6String 1 scalar - Whether a text is an IPv6 address.
isInfinite 1 scalar - Whether a number is infinite.
isNaN 1 scalar - Whether a number is not a number.
isNotNull 1 scalar - Whether a value is not NULL.
isNull 1 scalar fold Whether a value is NULL.
isValidJSON 1 scalar - Whether a text is JSON.
last_value 1 aggregate fold A value, the last one met.
least 1+ scalar fold Least argument.
left 2 scalar fold First bytes of a text.
length 1 scalar fold Bytes of a text, elements of an array or map.
lengthUTF8 1 scalar - Characters of a text.
locate 2-3 scalar fold Position of the first argument in the second, 0 when absent.
log 1 scalar fold Natural logarithm.
log10 1 scalar fold Decimal logarithm.
log2 1 scalar fold Binary logarithm.
lower 1 scalar fold Text in lower case, ASCII only.
lowerUTF8 1 scalar - Text in lower case.
map 0+ scalar - Map of keys and values in turn.
mapAll 2 lambda - Whether the lambda holds for all keys and values.
mapApply 2 lambda grows The lambda's answer for each key and value.
mapContains 2 scalar - Whether a map has a key.
mapContainsKey 2 scalar - Whether a map has a key.
mapContainsKeyLike 2 scalar - Whether a map has a key like the pattern.
mapExists 2 lambda - Whether the lambda holds for some key and value.
mapFilter 2 lambda - Entries for which the lambda holds.
mapKeys 1 scalar - Keys of a map.
mapValues 1 scalar - Values of a map.
match 2 scalar - Whether a regular expression matches.
max 1 aggregate fold Greatest value.
maxIf 2 aggregate - Greatest value of the rows where the condition holds.
median 1 aggregate - Median, approximate.
messagePattern 1 scalar grows Message with numbers, ids, times, addresses and quoted texts masked.
min 1 aggregate fold Least value.
minIf 2 aggregate - Least value of the rows where the condition holds.
multiIf 3+ scalar - Value after the first condition that holds, else the last.
multiSearchAny 2 scalar - Whether one of the substrings, at most 255, occurs.
multiSearchAnyCaseInsensitive 2 scalar - Whether one of the substrings, at most 255, occurs in any letter case.
notEmpty 1 scalar - Whether a text, array or map is not empty.
now 0-1 scalar fold Present time in seconds.
now64 0-2 scalar fold Present time with a fraction.
nullIf 2 scalar fold NULL where the arguments are equal, else the first.
parseDateTimeBestEffort 1-2 scalar - Time of a text in many forms.
parseDateTimeBestEffortOrNull 1-2 scalar - Time of a text in many forms, else NULL.
parseDateTimeBestEffortOrZero 1-2 scalar - Time of a text in many forms, else the epoch.
path 1 scalar - Path of a URL.
pathFull 1 scalar - Path, query string and fragment of a URL.
port 1-2 scalar - Port of a URL.
position 2-3 scalar fold Position of a substring from 1, 0 when absent.
positionCaseInsensitive 2-3 scalar - Position of a substring in any letter case.
positionUTF8 2-3 scalar - Position of a substring in characters.
positiveModulo 2 scalar fold Remainder that is not negative.
pow 2 scalar fold First argument to the power of the second.
protocol 1 scalar - Scheme of a URL.
quantile 1 aggregate level Approximate quantile, the median without a level.
quantileExact 1 aggregate level Exact quantile.
quantileIf 2 aggregate level Approximate quantile of the rows where the condition holds.
quantileTDigest 1 aggregate level Quantile by t-digest.
quantileTDigestWeighted 2 aggregate level Quantile by t-digest with weights.
quantiles 1 aggregate levels Approximate quantiles as an array.
quantilesIf 2 aggregate levels Approximate quantiles of the rows where the condition holds.
quantilesTDigest 1 aggregate levels Quantiles by t-digest as an array.
queryString 1 scalar - Query string of a URL.
regexpExtract 2-3 scalar - Group of the first match of a regular expression.
replace 3 scalar fold,grows Text with all occurrences replaced.
replaceAll 3 scalar grows Text with all occurrences replaced.
replaceOne 3 scalar - Text with the first occurrence replaced.
replaceRegexpAll 3 scalar grows Text with all matches replaced.
replaceRegexpOne 3 scalar grows Text with the first match replaced.
reverse 1 scalar fold Bytes or elements in reverse order.
right 2 scalar fold Last bytes of a text.
round 1-2 scalar fold Number rounded to decimal places.
sign 1 scalar fold Sign of a number.
simpleJSONExtractBool 2 scalar - Boolean of a field of a flat JSON text.
simpleJSONExtractFloat 2 scalar - Float of a field of a flat JSON text.
simpleJSONExtractInt 2 scalar - Integer of a field of a flat JSON text.
simpleJSONExtractRaw 2 scalar - JSON of a field of a flat JSON text.
simpleJSONExtractString 2 scalar - String of a field of a flat JSON text.
simpleJSONExtractUInt 2 scalar - Unsigned integer of a field of a flat JSON text.
simpleJSONHas 2 scalar - Whether a flat JSON text has a field.
sipHash64 1+ scalar - 64-bit hash that resists collisions.
splitByChar 2-3 scalar - Parts between a character.
splitByNonAlpha 1-2 scalar - Parts between white space and punctuation.
splitByRegexp 2-3 scalar - Parts between matches of a regular expression.
splitByString 2-3 scalar - Parts between a separator.
sqrt 1 scalar fold Square root.
startsWith 2 scalar - Whether a text starts with another.
stddevPop 1 aggregate - Standard deviation of the population.
stddevSamp 1 aggregate - Standard deviation of the sample.
substring 2-3 scalar fold Part of a text in bytes from 1.
substringIndex 3 scalar - Part before a number of separators.
substringUTF8 2-3 scalar - Part of a text in characters from 1.
sum 1 aggregate fold Sum of the values.
sumIf 2 aggregate - Sum of the rows where the condition holds.
toBool 1 scalar - Boolean of a value.
toDate 1-2 scalar - Date of a value.
toDateOrNull 1-2 scalar - Date of a text, else NULL.
toDateTime 1-2 scalar - Time in seconds of a value.
toDateTime64 2-3 scalar - Time with a number of decimal places.
toDateTimeOrNull 1-2 scalar - Time in seconds of a text, else NULL.
toDayOfMonth 1-2 scalar - Day of the month.
toDayOfWeek 1-3 scalar - Day of the week, Monday is 1.
toDecimal64 2 scalar - Decimal with a number of places.
toFloat64 1 scalar - Float64 of a value.
toFloat64OrDefault 1-2 scalar - Float64 of a text, else the default.
toFloat64OrNull 1 scalar - Float64 of a text, else NULL.
toFloat64OrZero 1 scalar - Float64 of a text, else 0.
toHour 1-2 scalar - Hour of the day.
toIPv4 1 scalar - IPv4 address of a text.
toIPv4OrNull 1 scalar - IPv4 address of a text, else NULL.
toIPv6 1 scalar - IPv6 address of a text.
toIPv6OrNull 1 scalar - IPv6 address of a text, else NULL.
toInt32 1 scalar - Int32 of a value.
toInt32OrNull 1 scalar - Int32 of a text, else NULL.
toInt32OrZero 1 scalar - Int32 of a text, else 0.
toInt64 1 scalar - Int64 of a value.
toInt64OrDefault 1-2 scalar - Int64 of a text, else the default.
toInt64OrNull 1 scalar - Int64 of a text, else NULL.
toInt64OrZero 1 scalar - Int64 of a text, else 0.
toJSONString 1 scalar grows JSON text of a value.
toMinute 1-2 scalar - Minute of the hour.
toMonth 1-2 scalar - Month of the year.
toNullable 1 scalar - Value with the possibility of NULL.
toSecond 1-2 scalar - Second of the minute.
toStartOfDay 1-2 scalar - Time rounded down to the day.
toStartOfFifteenMinutes 1-2 scalar - Time rounded down to 15 minutes.
toStartOfFiveMinutes 1-2 scalar - Time rounded down to 5 minutes.
toStartOfHour 1-2 scalar - Time rounded down to the hour.
toStartOfInterval 2-4 scalar - Time rounded down to an interval.
toStartOfMinute 1-2 scalar - Time rounded down to the minute.
toStartOfMonth 1-2 scalar - Time rounded down to the month.
toStartOfSecond 1-2 scalar - Time rounded down to the second.
toStartOfWeek 1-3 scalar - Time rounded down to the week.
toStartOfYear 1-2 scalar - Time rounded down to the year.
toString 1-2 scalar - Text of a value.
toTimeZone 2 scalar - Time in another time zone.
toUInt32 1 scalar - UInt32 of a value.
toUInt32OrNull 1 scalar - UInt32 of a text, else NULL.
toUInt32OrZero 1 scalar - UInt32 of a text, else 0.
toUInt64 1 scalar - UInt64 of a value.
toUInt64OrDefault 1-2 scalar - UInt64 of a text, else the default.
toUInt64OrNull 1 scalar - UInt64 of a text, else NULL.
toUInt64OrZero 1 scalar - UInt64 of a text, else 0.
toUInt8 1 scalar - UInt8 of a value.
toUUID 1-2 scalar - UUID of a text.
toUnixTimestamp 1-2 scalar - Seconds since the epoch.
toUnixTimestamp64Micro 1 scalar - Microseconds since the epoch.
toUnixTimestamp64Milli 1 scalar - Milliseconds since the epoch.
toUnixTimestamp64Nano 1 scalar - Nanoseconds since the epoch.
toYear 1-2 scalar - Year of a time.
today 0-1 scalar fold Present date.
topK 1 aggregate size Most frequent values as an array, approximate.
topLevelDomain 1 scalar - Last part of a URL's host.
transform 3-4 scalar - Value replaced by its counterpart in a second array.
trim 1-2 scalar fold Text without white space at both ends.
trimBoth 1-2 scalar - Text without white space at both ends.
trimLeft 1-2 scalar - Text without white space at its beginning.
trimRight 1-2 scalar - Text without white space at its end.
tuple 0+ scalar - Tuple of its arguments.
tupleElement 2-3 scalar - Element of a tuple.
unhex 1 scalar fold Bytes of a hexadecimal text.
uniq 1+ aggregate - Number of distinct values, approximate.
uniqCombined 1+ aggregate - Number of distinct values, approximate, in little memory.
uniqExact 1+ aggregate - Number of distinct values.
uniqExactIf 2+ aggregate - Number of distinct values of the rows where the condition holds.
uniqIf 2+ aggregate - Approximate number of distinct values of the rows where the condition holds.
upper 1 scalar fold Text in upper case, ASCII only.
upperUTF8 1 scalar - Text in upper case.
varPop 1 aggregate - Variance of the population.
varSamp 1 aggregate - Variance of the sample.
widthBucket 4 scalar - Bucket of a number between two ends.
xxHash64 1+ scalar - Fast 64-bit hash.
yesterday 0-1 scalar - Date before the present one.
`
