import { expect, test } from 'vitest';

import type { Filter } from '../../api/stack.gen';
import { unnarrowed } from './scope';
import { conditionWith, textWith } from './variables';

const filter = (id: string, name: string, expression: string): Filter => ({
  id,
  type: 'QUERY_EXPRESSION',
  name,
  expression,
  sourceId: 's',
  isVariableEnabled: true,
});
const scope = {
  ...unnarrowed({ start: 0, end: 1 }),
  filters: [
    filter('a', 'service', 'ServiceName'),
    filter('b', 'one', 'Host'),
    filter('c', 'none', 'Pod'),
    filter('e', 'control', 'Body'),
    { ...filter('d', 'plain', 'x'), isVariableEnabled: false },
  ],
  choices: { a: ['cart', String.raw`a "b" \ OR *`], b: ["it's"], e: ['\u001B[31m\t\0'] },
};

test('a value that looks like a variable stays a value', () => {
  const typed = { ...scope, choices: { ...scope.choices, a: ['$one'] } };
  expect(textWith('$service and $one', typed)).toBe("$one and it's");
});

test('a text names what is chosen', () => {
  expect(textWith('Errors of $service in ${none}, $services, $plain', scope)).toBe(
    String.raw`Errors of cart, a "b" \ OR * in all, $services, $plain`,
  );
});

test('an address holds what is chosen, escaped', () => {
  const chosen = { ...scope, choices: { b: ['x)&y=javascript:1'] } };
  expect(textWith('https://wiki.example/$one', chosen, encodeURIComponent)).toBe(
    'https://wiki.example/x)%26y%3Djavascript%3A1',
  );
});

// The same as in the server, which draws the tiles: a number must lead to the events that it counts.
test.each([
  ['lucene', 'ServiceName:$service', String.raw`(ServiceName:"cart" OR ServiceName:"a \"b\" \\ OR *")`],
  ['lucene', 'a -Host:${one} b', `a -Host:"it's" b`],
  ['lucene', 'NOT Pod:$none AND -Pod:$none', '* AND *'],
  ['lucene', '"costs $service" $other', '"costs $service" $other'],
  ['lucene', 'Body:$control', String.raw`Body:"\x1b[31m\x09\x00"`],
  ['sql', 'Body = $control', String.raw`Body = '\x1b[31m\x09\x00'`],
  ['sql', 'ServiceName IN $service', String.raw`ServiceName IN ('cart', 'a "b" \\ OR *')`],
  ['sql', "Host = $one AND Body != '$one'", String.raw`Host = 'it\'s' AND Body != '$one'`],
  ['sql', 'Pod = $none', 'Pod = NULL'],
  [
    'sql',
    '$__filter($one) AND $__filter(lower(Host), $one)',
    String.raw`Host IN ('it\'s') AND lower(Host) IN ('it\'s')`,
  ],
  ['sql', '$__filter(Pod, $none) OR $__filter($none)', '1 = 1 OR 1 = 1'],
] as const)('%s: %s', (language, where, want) => {
  expect(conditionWith(where, language, scope)).toBe(want);
});
