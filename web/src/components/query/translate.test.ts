import { expect, test } from 'vitest';

import { translate } from './translate';

const columns = { text: 'Body', isNumber: (name: string) => name === 'SeverityNumber' };

// Both ways.
test.each([
  ['', ''],
  ['timeout', "hasTokenCaseInsensitive(Body, 'timeout')"],
  ['-timeout', "NOT hasTokenCaseInsensitive(Body, 'timeout')"],
  ['service:"cart"', "service = 'cart'"],
  ['-service:"cart"', "service != 'cart'"],
  ['service:car', "service ILIKE '%car%'"],
  ['-service:car', "service NOT ILIKE '%car%'"],
  ['http.route:/pay_now', String.raw`http.route ILIKE '%/pay\_now%'`],
  ['LogAttributes.user.id:*', "LogAttributes.user.id != ''"],
  ['-user.id:*', "user.id = ''"],
  ['SeverityNumber:17', 'SeverityNumber = 17'],
  ['duration_ms:>9.5', 'duration_ms > 9.5'],
  ['level:"error" AND service:"cart"', "level = 'error' AND service = 'cart'"],
  ['level:"error" OR level:"fatal"', "level = 'error' OR level = 'fatal'"],
])('%j is %j', (lucene, sql) => {
  expect(translate(lucene, 'sql', columns)).toBe(sql);
  expect(translate(sql, 'lucene', columns)).toBe(lucene);
});

test.each([
  ['timeout service:cart', 'sql', "hasTokenCaseInsensitive(Body, 'timeout') AND service ILIKE '%cart%'"],
  ['NOT level:"info"', 'sql', "level != 'info'"],
  ["level <> 'info' and service == 'a'", 'lucene', '-level:"info" AND service:"a"'],
  ["LogAttributes['http.route'] = '/cart'", 'lucene', 'LogAttributes.http.route:"/cart"'],
  ['SeverityNumber:>=17', 'sql', 'SeverityNumber >= 17'],
  ['-SeverityNumber:17', 'sql', 'NOT SeverityNumber = 17'],
] as const)('%j in %s is %j', (text, to, want) => {
  expect(translate(text, to, columns)).toBe(want);
});

test.each([
  '"gateway timeout"',
  'payment-gateway',
  'time*',
  'a OR b c',
  '(a OR b)',
  'level:(error OR warn)',
  'SeverityNumber:[13 TO 17]',
  'LogAttributes:alice',
  'Body.event:shipped',
  'Timestamp:2026-01-15',
  String.raw`user\.id:x`,
  'größe',
  'a AND',
  'OR',
])('%j is left as it is', (text) => {
  expect(translate(text, 'sql', columns)).toBeNull();
});

test.each([
  "service LIKE 'ca%'",
  "service IN ('a', 'b')",
  "a = 'x' OR b = 'y' AND c = 'z'",
  "(a = 'x')",
  "service ILIKE '%a b%'",
  "LogAttributes['status'] = 500",
  "SeverityNumber = '17'",
  "NOT a = 'x'",
  "lower(service) = 'x'",
  'timeout',
])('%j is left as it is, too', (text) => {
  expect(translate(text, 'lucene', columns)).toBeNull();
});
