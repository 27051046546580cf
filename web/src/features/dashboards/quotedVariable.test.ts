import { expect, test } from 'vitest';

import { quotedVariable } from './quotedVariable';

test.each([
  ['ServiceName:"$Service"', '$Service'],
  ["ServiceName = '$Service'", '$Service'],
  ["ServiceName IN ('a', '${Service}')", '${Service}'],
])('%s has a variable in quotes', (where, name) => {
  expect(quotedVariable(where)).toBe(`In quotes, ${name} is text. Without them it stands for what is chosen.`);
});

test.each(['', 'ServiceName:$Service', '"costs $5 more"', 'ServiceName = $Service', "a = 'b' AND c = $d", '"$"'])(
  '%s has none',
  (where) => {
    expect(quotedVariable(where)).toBeNull();
  },
);
