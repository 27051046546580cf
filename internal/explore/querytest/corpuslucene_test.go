package querytest_test

// luceneSections is the Lucene-like part of the corpus, in the order of the
// documentation.
func luceneSections() []section {
	return []section{
		{"Words", `A word is looked for as a whole word of the source's text column, in any letter
case. Words are runs of letters and digits; everything else separates them.`, `
timeout => 3 5 7 24
TIMEOUT => 3 5 7 24
Timeout => 3 5 7 24
time => none
timeouts => 24
cart => 1 2
mail => 21 22
memory => 20
ok => 15
42 => 2 9
4242 => 6
404 => 9
18ms => 8
ms => none
größe => 13 14
Größe => 13 14
geändert => 14
GEÄNDERT => 14
alice => 1 21
mail bob => 22
alice bob => none
`},
		{"Phrases", `Several words between quotes, and words with other signs in them, are looked for
as they are written: all of their words must occur, and the whole text as well.`, `
"gateway timeout" => 3
"Gateway TIMEOUT" => 3
"timeout gateway" => none
"hello world" => 18
"world hello" => none
"connection refused" => 4
"pay" => none
"products" => 8 9
payment-gateway => 5
index-b => 16
index_a => 16
x86_64 => 10
user-agent => 10
timeout-less => 24
/products => 8 9
"mozilla/5.0" => 10
10.0.0.7 => 4
10.0.0 => 4
alice@example.com => 21
http://example.com => 22
http://example.com/help?a=1 => 22
localhost:25 => 23
localhost:26 => none
"100%" => 15
"3_replicas" => 15
"C:\\data" => 17
"say \"hello" => 18
"größe geändert" => 14
`},
		{"Wildcards", `An asterisk at the beginning or the end of a word stands for any text. The rest is
held against the whole text of the column. Within a word, an asterisk is a sign
like others, and so are % and _ anywhere.`, `
mail* => 21 22
MAIL* => 21 22
get* => 8 9
*3ms => 9
*ms => 8 9
*timeout => 3 7
*timeout* => 3 5 7 24
*out* => 3 5 7 20 24
out* => 20
*größe* => 13 14
*100%* => 15
*a_r* => none
*_a* => 16
* => all
*:* => all
`},
		{"Fields", `field:text asks whether the column holds the text anywhere, in any letter case;
field:"text" asks for exactly that. Wildcards are held against the whole value.`, `
ServiceName:cart => 1 2
ServiceName:CART => 1 2
ServiceName:car => 1 2
ServiceName:ship => 11-14
ServiceName:p => 6 7 11-14
ServiceName:"cart" => 1 2
ServiceName:"car" => none
ServiceName:"Cart" => none
ServiceName:car* => 1 2
ServiceName:*art => 1 2
ServiceName:*a* => 1 2 6 7 15-18 21-23
ServiceName:art* => none
SeverityText:error => 4 5 7 17 18
SeverityText:err => 4 5 7 17 18
SeverityText:e* => 4 5 7 17 18
Body:timeout => 3 5 7 24
Body:time => 3 5 7 24
Body:"TIMEOUT" => 7
Body:"timeout" => none
Body:TIMEOUT* => 7 24
Body:100% => 15
Body:_a => 16
EventName:job => 19 20
EventName:job.done => 19
EventName:"job" => none
ScopeName:http => 8-10
Body:*memory => 20
`},
		{"Groups of values", `After a field, parentheses hold several values; all of them must be met unless OR
stands between them.`, `
SeverityText:(error OR fatal) => 4 5 7 17 18 20
SeverityText:(warn OR fatal) => 3 13 14 20 22
SeverityText:(error warn) => none
Body:(timeout gateway) => 3 5
Body:(timeout AND gateway) => 3 5
Body:(timeout NOT gateway) => 7 24
Body:(timeout -gateway) => 7 24
ServiceName:(s*) => 11-18
ServiceName:(s* -search) => 11-14
ServiceName:("car") => 1 2
ServiceName:(cart OR mail) => 1 2 21-23
-SeverityText:(info OR debug) => 3 4 5 7 13 14 17 18 20 22
NOT SeverityText:(info OR debug) => 3 4 5 7 13 14 17 18 20 22
SeverityNumber:(17 OR 21) => 4 5 7 17 18 20
LogAttributes.user.id:(alice OR carol) => 1 2 5
`},
		{"Attributes", `A key of a map follows the map's name behind a dot; keys may have dots themselves.
The map alone stands for all of its values.`, `
LogAttributes.user.id:alice => 1 2
LogAttributes.user.id:bob => 3 4 6 7
LogAttributes.user.id:"bob" => 3 4 6
LogAttributes.user.id:"Bob" => 7
LogAttributes.user.id:b* => 3 4 6 7
LogAttributes.http.route:/cart => 1 2
LogAttributes.http.route:"/cart" => 1
LogAttributes.http.route:*items => 2
LogAttributes.http.route:/products* => 8 9
LogAttributes.http.route:{id} => error
LogAttributes.http.route:\{id\} => 9
LogAttributes.http.status_code:50 => 3 4 5
LogAttributes.http.status_code:"500" => 4 5
LogAttributes.http.status_code:20* => 1 2 8
LogAttributes.db.system:postgres => 4
LogAttributes.gateway:eu-1 => 3
LogAttributes.job:"clean up" => 19
LogAttributes.nosuch:x => none
LogAttributes:alice => 1 2
LogAttributes:"clean up" => 19
LogAttributes:eur => 6
ResourceAttributes.host.name:stone => all
ResourceAttributes.host.name:stone-1 => 1-7
ResourceAttributes.host.name:"stone-2" => 8-18
ResourceAttributes.deployment.environment:staging => 19-24
ResourceAttributes:staging => 19-24
ScopeAttributes.lib.lang:go => 8-10
`},
		{"Names without a map", `A name that is no column is one that a column is also known by (see the table of
names), or a key: of the record, of its resource or of its scope, whichever has it. A key
that no record has matches nothing, and the answer says so in meta.warnings.`, `
service:cart => 1 2
service.name:"cart" => 1 2
level:error => 4 5 7 17 18
level:(warn OR fatal) => 3 13 14 20 22
message:timeout => 3 5 7 24
severity_number:>17 => 20
trace_id:4bf92f3577b34da6a3ce929d0e0e4736 => 3 4 6
http.route:"/cart" => 1
http.status_code:50 => 3 4 5
http.status_code:[500 TO 504] => 3 4 5
duration_ms:>1000 => 3 5
user.id:b* => 3 4 6 7
host.name:stone-1 => 1-7
deployment.environment:staging => 19-24
lib.lang:go => 8-10
http.route:* => 1-3 8 9
-host.name:stone-1 => 8-24
level:error -user.id:* => 17 18
nosuch:x => none
-nosuch:x => all
`},
		{"Presence", `field:* matches where the field is there and not empty.`, `
Body:* => !19
-Body:* => 19
NOT Body:* => 19
TraceId:* => 3 4 6
-TraceId:* => !3 4 6
EventName:* => 19 20
LogAttributes:* => 1-9 19 20
LogAttributes.user.id:* => 1-7
-LogAttributes.user.id:* => 8-24
LogAttributes.job:* => 19 20
LogAttributes.job.retries:* => none
LogAttributes.amount:[* TO *] => 6
ScopeAttributes:* => 8-10
SeverityNumber:* => all
Timestamp:* => all
`},
		{"Numbers", `On columns of numbers a value must be a number and is compared as one. On texts,
such as the values of maps, a comparison with a number compares numbers; a text that
is no number does not match.`, `
SeverityNumber:17 => 4 5 7 17 18
SeverityNumber:17.0 => 4 5 7 17 18
SeverityNumber:"17" => 4 5 7 17 18
SeverityNumber:2* => 20
SeverityNumber:-5 => none
-SeverityNumber:9 => 3 4 5 7 10 13 14 17 18 20 22 24
SeverityNumber:>=17 => 4 5 7 17 18 20
SeverityNumber:>17 => 20
SeverityNumber:<9 => 10 24
SeverityNumber:<=5 => 10 24
-SeverityNumber:>9 => 1 2 6 8-12 15 16 19 21 23 24
LogAttributes.http.status_code:>=500 => 3 4 5
LogAttributes.http.status_code:>200 => 2 3 4 5 9
LogAttributes.http.status_code:<=201 => 1 2 8
LogAttributes.duration_ms:>9 => 1 2 3 5 8
LogAttributes.duration_ms:>=9 => 1 2 3 4 5 8
LogAttributes.duration_ms:<10 => 4 9
LogAttributes.duration_ms:>35.4 => 2 3 5
LogAttributes.duration_ms:>1e3 => 3 5
LogAttributes.amount:>19.5 => 6
LogAttributes.memory.mb:>1000 => 20
LogAttributes.user.id:>5 => none
LogAttributes.user.id:>b => 3-6
LogAttributes.user.id:>="bob" => 3-6
LogAttributes.memory.mb:>"1000" => 20
LogAttributes.memory.mb:>"3" => none
NOT LogAttributes.duration_ms:>9 => !1 2 3 5 8
-LogAttributes.http.status_code:>=500 => !3 4 5
`},
		{"Ranges", `Square brackets include an end of a range, curly ones exclude it, an asterisk leaves
it open.`, `
SeverityNumber:[13 TO 17] => 3 4 5 7 13 14 17 18 22
SeverityNumber:{13 TO 17] => 4 5 7 17 18
SeverityNumber:[13 TO 17} => 3 13 14 22
SeverityNumber:{13 TO 17} => none
SeverityNumber:[* TO 9] => 1 2 6 8-12 15 16 19 21 23 24
SeverityNumber:[17 TO *] => 4 5 7 17 18 20
SeverityNumber:{17 TO *] => 20
-SeverityNumber:[13 TO 17] => 1 2 6 8-12 15 16 19-21 23 24
LogAttributes.duration_ms:[9 TO 18] => 1 4 8
LogAttributes.duration_ms:{9 TO 18} => 1
LogAttributes.duration_ms:[* TO 9] => 4 9
LogAttributes.http.status_code:[500 TO 599] => 3 4 5
LogAttributes.user.id:[alice TO bob] => 1 2 3 4 6
LogAttributes.user.id:[alice TO bob} => 1 2
LogAttributes.user.id:{alice TO *} => 3-6
NOT LogAttributes.duration_ms:[* TO *] => 6 7 10-24
`},
		{"Combinations", `A space means AND. NOT binds before AND, AND before OR; parentheses decide otherwise.
A minus or an exclamation mark negates what follows it. Operators are upper case.`, `
timeout gateway => 3 5
timeout AND gateway => 3 5
timeout && gateway => 3 5
timeout +gateway => 3 5
refused OR memory => 4 20
refused || memory => 4 20
timeout NOT gateway => 7 24
timeout AND NOT gateway => 7 24
timeout -gateway => 7 24
timeout !gateway => 7 24
NOT timeout => !3 5 7 24
-timeout => !3 5 7 24
NOT NOT mail => 21 22
refused OR timeout gateway => 3 4 5
timeout gateway OR refused => 3 4 5
(refused OR timeout) gateway => 3 5
mail OR cart NOT opened => 2 21 22
refused OR NOT timeout => !3 5 7 24
timeout OR NOT timeout => all
timeout NOT timeout => none
NOT (timeout OR SeverityText:info) => 4 10 13 14 17 18 20 22
-(timeout OR SeverityText:info) => 4 10 13 14 17 18 20 22
SeverityText:error ServiceName:checkout => 4 5
SeverityText:error -ServiceName:search => 4 5 7
(SeverityText:error ServiceName:checkout) OR mail => 4 5 21 22
-"gateway timeout" timeout => 5 7 24
not => 17 24
or => none
`},
		{"JSON texts", `Behind a text column, a dot leads into the JSON that the text holds.`, `
Body.event:shipped => 11
Body.event:"shipped" => 11
Body.event:"ship" => none
Body.order.country:DE => 11
Body.order.country:"FR" => 12
Body.order.id:77 => 11
Body.order.id:>77 => 12
Body.weight:[2 TO 3] => 11
Body.weight:>=12 => 12
Body.express:true => 11
Body.order:* => 11 12
Body.order.country:* => 11 12
Body.order.town:* => none
-Body.event:* => !11 12
`},
		{"Ids", `Ids are hexadecimal and lower case. A whole id is found through an index.`, `
TraceId:4bf92f3577b34da6a3ce929d0e0e4736 => 3 4 6
TraceId:4BF92F3577B34DA6A3CE929D0E0E4736 => 3 4 6
TraceId:"4bf92f3577b34da6a3ce929d0e0e4736" => 3 4 6
TraceId:"4BF92F3577B34DA6A3CE929D0E0E4736" => none
TraceId:4bf92f => 3 4 6
TraceId:"4bf92f" => none
TraceId:4bf* => 3 4 6
TraceId:00000000000000000000000000000000 => none
TraceId:zzf92f3577b34da6a3ce929d0e0e4736 => none
SpanId:00f067aa0ba902b7 => 3 4 6
-TraceId:4bf92f3577b34da6a3ce929d0e0e4736 => !3 4 6
`},
		{"Times", `Times are RFC 3339, with a blank instead of the T if you like, or a count of seconds,
milliseconds, microseconds or nanoseconds since 1970. Without a zone they are UTC.`, `
Timestamp:>={day}T09:10:00Z => 11-24
Timestamp:>{day}T09:10:00Z => 12-24
Timestamp:<{day}T09:01:00Z => 1
Timestamp:[{day}T09:00:00Z TO {day}T09:02:00Z] => 1-3
Timestamp:[{day}T09:00:00Z TO {day}T09:02:00Z} => 1 2
Timestamp:[{day}T11:00:00+02:00 TO {day}T09:02:00] => 1-3
TimestampTime:>="{day} 09:22:00" => 23 24
Timestamp:"{day}T09:03:00Z" => 4
Timestamp:{day}T09:03:00Z => 4
Timestamp:({day}T09:03 OR {day}T09:04:00.000Z) => 4 5
Timestamp:>={day} => all
Timestamp:<{day} => none
Timestamp:{day}* => all
`},
		{"Special signs", `A backslash takes the meaning from the sign behind it. Signs for fuzziness and weight
behind a term are accepted and mean nothing. In quotes, of both languages, ` + "`" + `\x1b` + "`" + ` and ` + "`" + `\u001b` + "`" + ` are a control
character, here Escape; control characters other than tab and line ends can only be written so. No other
character is escaped by its number: ` + "`" + `"\x41"` + "`" + ` is the text ` + "`" + `\x41` + "`" + `, except in SQL, where ` + "`" + `\x` + "`" + ` and two digits are
a byte.`, `
Body:10.0.0.7\:5432 => 4
Body:\"hello => 18
Body:C\:\\data => 17
messagePattern\(Body\):"GET /products/<n> <n> <n>ms" => 9
messagePattern\(Body\):"GET <n>" => none
\(X11 => 10
Body:\(x11 => 10
timeout~ => 3 5 7 24
timeout~2 => 3 5 7 24
timeout^3 => 3 5 7 24
"gateway timeout"~3 => 3
Body:timeout^2 => 3 5 7 24
foo* bar => none
`},
	}
}
