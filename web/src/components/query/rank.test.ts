import { expect, test } from 'vitest';

import { fitOf, ranked } from './rank';

test.each([
  ['ServiceName', 'serv', { rank: 0, at: 0 }],
  ['ServiceName', 'name', { rank: 1, at: 7 }],
  ['ServiceName', 'ice', { rank: 2, at: 4 }],
  ['ServiceName', 'sn', null],
  ['host.name', 'na', { rank: 1, at: 5 }],
  ['k8s.pod_name', 'name', { rank: 1, at: 8 }],
  ['banana.nation', 'na', { rank: 1, at: 7 }],
  ["LogAttributes['http.route']", "logattributes['ht", { rank: 0, at: 0 }],
  ['anything', '', { rank: 0, at: 0 }],
])('%j typed as %j', (name, typed, want) => {
  expect(fitOf(name, typed)).toEqual(want);
});

test('beginnings come before words, words before the rest, and what does not fit is left out', () => {
  const options = ['rename', 'host.name', 'name', 'nothing', 'NameSpace'].map((label) => ({ label }));
  expect(ranked(options, 'name').map(({ label }) => label)).toEqual(['name', 'NameSpace', 'host.name', 'rename']);
});
