import { expect, test } from 'vitest';

import { replaceName } from './replaceName';

test.each([
  ['ordr.id:o-77 AND -ordr.id:"ordr.id"', 'lucene', 'order.id:o-77 AND -order.id:"ordr.id"'],
  ['ordr.idx:1 ordr.id:2', 'lucene', 'ordr.idx:1 order.id:2'],
  ['ordr.id ordr.id:2', 'lucene', 'ordr.id order.id:2'],
  ["ordr.id = 'ordr.id' OR x.ordr.id = 'a'", 'sql', "order.id = 'ordr.id' OR x.ordr.id = 'a'"],
  [String.raw`Body ILIKE '%\'ordr.id%' AND ordr.id > 5`, 'sql', String.raw`Body ILIKE '%\'ordr.id%' AND order.id > 5`],
] as const)('in %j (%s) only the name is replaced', (text, language, want) => {
  expect(replaceName(text, language, 'ordr.id', 'order.id')).toBe(want);
});

test('a key of a map is replaced as a whole', () => {
  expect(replaceName("LogAttributes['ordr'] = 'x'", 'sql', "LogAttributes['ordr']", "LogAttributes['order']")).toBe(
    "LogAttributes['order'] = 'x'",
  );
});
