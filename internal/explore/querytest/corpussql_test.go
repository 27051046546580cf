package querytest_test

// sqlSections is the SQL part of the corpus, in the order of the
// documentation.
func sqlSections() []section {
	return []section{
		{"Comparisons", `Texts stand between single quotes. A text is compared with a number as a number, a
time with the time that a text states.`, `
ServiceName = 'cart' => 1 2
ServiceName == 'cart' => 1 2
ServiceName = 'Cart' => none
SeverityText != 'info' => 3 4 5 7 10 13 14 17 18 20 22 24
SeverityText <> 'info' => 3 4 5 7 10 13 14 17 18 20 22 24
SeverityNumber > 13 => 4 5 7 17 18 20
SeverityNumber >= 13.5 => 4 5 7 17 18 20
SeverityNumber < 9 => 10 24
17 <= SeverityNumber => 4 5 7 17 18 20
ServiceName > 's' => 11-18 24
Body = '' => 19
Body = 'TIMEOUT' => 7
Timestamp >= '{day} 09:20:00' => 21-24
Timestamp < '{day}T09:02:00Z' => 1 2
'{day} 09:22:00' <= Timestamp => 23 24
TimestampTime = '{day} 09:03:00' => 4
TraceId = '4bf92f3577b34da6a3ce929d0e0e4736' => 3 4 6
TraceId != '4bf92f3577b34da6a3ce929d0e0e4736' => !3 4 6
TraceId = 'nonsense' => none
TraceId = '' => !3 4 6
SpanId != '' => 3 4 6
`},
		{"Maps", `A value of a map is map['key'] or map.key; a key that is not there has the empty
text.`, `
LogAttributes['http.status_code'] = '500' => 4 5
LogAttributes['http.status_code'] = 500 => 4 5
LogAttributes['http.status_code'] >= 500 => 3 4 5
500 <= LogAttributes['http.status_code'] => 3 4 5
LogAttributes['http.status_code'] != 500 => 1 2 3 8 9
LogAttributes['http.status_code'] != '500' => !4 5
LogAttributes['duration_ms'] > 9 => 1 2 3 5 8
LogAttributes['duration_ms'] / 1000 > 1 => 3 5
LogAttributes['duration_ms'] * 2 = 36 => 8
LogAttributes.http.route = '/cart' => 1
LogAttributes['user.id'] = '' => 8-24
ResourceAttributes['host.name'] = 'stone-3' => 19-24
ResourceAttributes.host.name = 'stone-3' => 19-24
ScopeAttributes['lib.lang'] = 'go' => 8-10
mapContains(LogAttributes, 'job.retries') => 19
mapContains(ResourceAttributes, 'host.name') => all
has(mapKeys(LogAttributes), 'amount') => 6
has(mapValues(LogAttributes), 'alice') => 1 2
length(LogAttributes) = 5 => 3
length(mapKeys(ResourceAttributes)) = 2 => all
empty(LogAttributes) => 10-18 21-24
mapExists((k, v) -> v = 'alice', LogAttributes) => 1 2
arrayExists(k -> k LIKE 'http%', mapKeys(LogAttributes)) => 1-5 8 9
LogAttributes[concat('user', '.id')] = 'carol' => 5
LogAttributes[SeverityText] = '' => all
mapContainsKeyLike(LogAttributes, 'mem%') => 20
`},
		{"Names without a map", `As in the Lucene-like language. A key that several maps of a record have is that of the
record, else that of its resource, else that of its scope: the first that is not empty.`, `
service = 'cart' => 1 2
level IN ('error', 'fatal') => 4 5 7 17 18 20
http.route = '/cart' => 1
duration_ms > 1000 => 3 5
user.id LIKE 'b%' => 3 4 6
host.name = 'stone-1' => 1-7
length(gateway) = 4 => 3
nosuch = 'x' => none
nosuch = '' => all
`},
		{"Conditions", `AND, OR, NOT, IN, BETWEEN, LIKE, ILIKE, IS NULL and CASE work as in SQL; a condition
that is NULL does not hold.`, `
ServiceName IN ('cart', 'mail') => 1 2 21-23
ServiceName NOT IN ('cart', 'mail') => 3-20 24
ServiceName IN ('cart') => 1 2
SeverityNumber IN (5, 21) => 10 20 24
SeverityNumber IN (5.0, 21) => 10 20 24
LogAttributes['http.status_code'] IN (500, 504) => 3 4 5
LogAttributes['http.status_code'] IN ('500', '504') => 3 4 5
LogAttributes['http.status_code'] NOT IN (500, 504) => 1 2 8 9
TraceId IN ('4bf92f3577b34da6a3ce929d0e0e4736', 'x') => 3 4 6
(ServiceName, SeverityText) IN (('cart', 'info'), ('mail', 'warn')) => 1 2 22
Timestamp IN ('{day} 09:00:00', '{day} 09:01:00') => 1 2
SeverityNumber BETWEEN 13 AND 17 => 3 4 5 7 13 14 17 18 22
SeverityNumber NOT BETWEEN 9 AND 17 => 10 20 24
LogAttributes['duration_ms'] BETWEEN 9 AND 18 => 1 4 8
Timestamp BETWEEN '{day} 09:00:00' AND '{day} 09:02:00' => 1-3
Body LIKE '%timeout%' => 3 5 24
Body ILIKE '%timeout%' => 3 5 7 24
Body LIKE 'GET /products_42%' => 9
Body LIKE '100\%%' => 15
Body NOT LIKE '%o%' AND ServiceName = 'cart' => none
Body NOT ILIKE '%cart%' AND ServiceName = 'cart' => none
ServiceName LIKE 'ca_t' => 1 2
SeverityText = 'error' AND ServiceName = 'checkout' => 4 5
SeverityText = 'fatal' OR ServiceName = 'cart' => 1 2 20
SeverityText = 'fatal' OR SeverityText = 'error' AND ServiceName = 'search' => 17 18 20
(SeverityText = 'fatal' OR SeverityText = 'error') AND ServiceName = 'search' => 17 18
NOT SeverityText = 'info' => 3 4 5 7 10 13 14 17 18 20 22 24
NOT (SeverityText = 'info' OR SeverityText = 'debug') => 3 4 5 7 13 14 17 18 20 22
LogAttributes['user.id'] IS NULL => none
nullIf(LogAttributes['user.id'], '') IS NULL => 8-24
nullIf(LogAttributes['user.id'], '') IS NOT NULL => 1-7
toFloat64OrNull(LogAttributes['duration_ms']) IS NOT NULL => 1-5 8 9
CASE WHEN SeverityNumber >= 17 THEN 'bad' ELSE 'good' END = 'bad' => 4 5 7 17 18 20
CASE SeverityText WHEN 'warn' THEN 1 WHEN 'fatal' THEN 1 ELSE 0 END = 1 => 3 13 14 20 22
SeverityNumber > 13 ? ServiceName = 'search' : 0 => 17 18
if(SeverityNumber >= 17, 1, 0) = 1 => 4 5 7 17 18 20
multiIf(ServiceName = 'cart', 1, ServiceName = 'mail', 2, 0) = 2 => 21-23
true => all
false => none
1 => all
NULL => none
 => all
`},
		{"Arithmetic", `Numbers have + - * / and %; division is never that of whole numbers.`, `
SeverityNumber + 4 = 21 => 4 5 7 17 18
SeverityNumber - 4 = 9 => 3 13 14 22
SeverityNumber * 2 > 40 => 20
SeverityNumber / 2 = 8.5 => 4 5 7 17 18
SeverityNumber % 4 = 1 => all
-SeverityNumber < -20 => 20
intDiv(SeverityNumber, 4) = 5 => 20
abs(SeverityNumber - 13) <= 4 => 1-9 11-19 21-23
round(LogAttributes['duration_ms'] / 1000) = 3 => 3
floor(LogAttributes['amount']) = 19 => 6
toFloat64OrZero(LogAttributes['amount']) > 0 => 6
greatest(SeverityNumber, 17) > 17 => 20
pow(SeverityNumber, 2) = 25 => 10 24
0x11 = SeverityNumber => 4 5 7 17 18
1.7e1 = SeverityNumber => 4 5 7 17 18
`},
		{"Text functions", `The functions of the list below keep the names that they have in ClickHouse.`, `
length(Body) = 0 => 19
empty(Body) => 19
notEmpty(EventName) => 19 20
lower(Body) = 'timeout' => 7
upper(ServiceName) = 'CART' => 1 2
startsWith(Body, 'GET') => 8 9
endsWith(Body, 'memory') => 20
position(Body, 'out') = 1 => 20
positionCaseInsensitive(Body, 'TIMEOUT') > 0 => 3 5 7 24
multiSearchAny(Body, ['refused', 'memory']) => 4 20
match(Body, '^[A-Z]+ /') => 8 9
match(Body, '(?i)timeout$') => 3 7
extract(Body, '([0-9]+)ms') = '18' => 8
toUInt32OrZero(extract(Body, '([0-9]+)ms')) > 10 => 8
length(extractAll(Body, '[0-9]+')) = 3 => 6 8 9 11
substring(Body, 1, 4) = 'mail' => 21 22
left(Body, 3) = 'GET' => 8 9
concat(ServiceName, '/', SeverityText) = 'cart/info' => 1 2
ServiceName || '/' || SeverityText = 'cron/fatal' => 20
replaceAll(ServiceName, 'a', 'o') = 'cort' => 1 2
replaceRegexpAll(Body, '[0-9]', '') = 'item  added to cart' => 2
trim(concat(' ', ServiceName, ' ')) = 'mail' => 21-23
splitByChar('.', EventName)[2] = 'failed' => 20
length(splitByChar(' ', Body)) = 3 AND ServiceName = 'cron' => 20
reverse(ServiceName) = 'trac' => 1 2
hasToken(lower(Body), 'timeout') => 3 5 7 24
hasTokenCaseInsensitive(Body, 'timeout') => 3 5 7 24
countSubstrings(Body, 'timeout') = 2 => 24
lowerUTF8(Body) LIKE 'größe%' => 13 14
lengthUTF8(Body) = 25 AND ServiceName = 'shipping' => 13
domain(extract(Body, 'http[^ ]*')) = 'example.com' => 22
cutQueryString(extract(Body, 'http[^ ]*')) = 'http://example.com/help' => 22
extractURLParameter(extract(Body, 'http[^ ]*'), 'a') = '1' => 22
hex(left(ServiceName, 1)) = '77' => 24
base64Encode(ServiceName) = 'Y2FydA==' => 1 2
formatReadableSize(LogAttributes['memory.mb'] * 1048576) = '2.00 GiB' => 20
toString(SeverityNumber) = '21' => 20
`},
		{"JSON functions", `JSON in a text is read along a path. Behind a text column a dot does the same.`, `
JSONExtractInt(Body, 'order', 'id') = 77 => 11
JSONExtractString(Body, 'event') = 'delivered' => 12
JSONExtractFloat(Body, 'weight') > 3 => 12
JSONExtractBool(Body, 'express') => 11
JSONHas(Body, 'order', 'country') => 11 12
JSONType(Body, 'weight') = 'Double' => 11
isValidJSON(Body) => 11 12
JSONLength(Body) = 4 => 11 12
has(JSONExtractKeys(Body), 'weight') => 11 12
Body.order.country = 'DE' => 11
Body.order.id > 77 => 12
simpleJSONExtractString(Body, 'country') = 'FR' => 12
`},
		{"Time functions", `Times are UTC unless a function names a zone.`, `
toHour(Timestamp) = 9 => all
toMinute(Timestamp) < 3 => 1-3
toStartOfFiveMinutes(Timestamp) = '{day} 09:05:00' => 6-10
toStartOfHour(Timestamp) = '{day} 09:00:00' => all
dateDiff('minute', toDateTime('{day} 09:00:00', 'UTC'), Timestamp) < 2 => 1 2
Timestamp > toDateTime64('{day} 09:20:00', 3, 'UTC') + INTERVAL 1 MINUTE => 23 24
Timestamp - INTERVAL 20 MINUTE >= '{day} 09:02:00' => 23 24
Timestamp < now() => all
Timestamp > now() => none
toUnixTimestamp(Timestamp) % 120 = 0 => 1 3 5 7 9 11 13 15 17 19 21 23
formatDateTime(Timestamp, '%H:%i') = '09:04' => 5
toDate(Timestamp) = toDate('{day}') => all
parseDateTimeBestEffort('{day} 09:22:00') <= Timestamp => 23 24
fromUnixTimestamp64Nano(toUnixTimestamp64Nano(Timestamp)) = Timestamp => all
`},
		{"Lists and conversions", `Lists stand between brackets, tuples between parentheses. CAST(x AS type) and x::type
convert, toType functions too; those that end in OrNull and OrZero do not fail.`, `
has(['cart', 'mail'], ServiceName) => 1 2 21-23
indexOf(['cart', 'mail'], ServiceName) = 2 => 21-23
arrayExists(x -> x = SeverityNumber, [5, 21]) => 10 20 24
arrayCount(x -> x != '', splitByNonAlpha(Body)) = 1 => 7
arrayFilter((x, y) -> y > 1, ['a', 'b'], [1, 2])[1] = 'b' AND ServiceName = 'cart' => 1 2
arraySum([SeverityNumber, 1]) = 22 => 20
length(arrayDistinct(splitByChar(' ', Body))) = 7 => 3
(ServiceName, 1).1 = 'cart' => 1 2
tupleElement((ServiceName, 1), 1) = 'cart' => 1 2
CAST(SeverityNumber AS String) = '21' => 20
SeverityNumber::String = '21' => 20
CAST(SeverityText AS LowCardinality(String)) = 'fatal' => 20
toUInt64OrNull(LogAttributes['memory.mb']) = 2048 => 20
toInt64OrZero(LogAttributes['retries']) = 3 => 7
coalesce(nullIf(LogAttributes['user.id'], ''), 'nobody') = 'nobody' => 8-24
ifNull(toFloat64OrNull(LogAttributes['amount']), -1) > 0 => 6
transform(SeverityText, ['info', 'warn'], [1, 2], 0) = 2 => 3 13 14 22
toBool(SeverityNumber = 21) => 20
cityHash64(ServiceName) = cityHash64('cart') => 1 2
messagePattern(Body) LIKE 'GET /products/<n> %' => 9
isIPAddressInRange('10.0.0.7', '10.0.0.0/8') AND ServiceName = 'cart' => 1 2
` + "`ServiceName` = 'cart' => 1 2\n\"ServiceName\" = 'cart' => 1 2\n"},
	}
}
