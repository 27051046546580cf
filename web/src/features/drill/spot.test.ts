import { expect, test } from 'vitest';

import type { Source } from '../../api/stack.gen';
import { unnarrowed } from '../dashboards/scope';
import type { ChartConfig } from '../dashboards/types';
import { eventWays, narrowings, traceWay, type Spot } from './spot';

const range = { from: 'now-1h', to: 'now' };
const config: ChartConfig = {
  displayType: 'line',
  sourceId: 's',
  select: [{ aggFn: 'count', where: 'StatusCode:Error' }],
};
const spot: Spot = { name: 'n', text: '1', config, group: [{ expression: 'ServiceName', value: 'cart' }], range };

test('a number of spans leads to their traces, with its condition and group', () => {
  const scope = unnarrowed({ start: 0, end: 1 });
  const way = traceWay(spot, scope, { kind: 'trace' } as Source);
  expect(way?.address).toEqual({
    to: '/traces',
    search: {
      ...range,
      q: 'StatusCode:Error',
      filters: [{ field: 'ServiceName', expression: 'ServiceName', values: ['cart'], isExcluding: false }],
    },
  });
  expect(traceWay(spot, scope, { kind: 'log' } as Source)).toBeNull();
});

test('a number that no search finds the events of says why', () => {
  const scope = unnarrowed({ start: 0, end: 1 });
  const logs = { kind: 'log' } as Source;
  const computed = { ...spot, group: [{ expression: 'upper(ServiceName)', value: 'CART' }] };
  expect(eventWays(computed, scope, logs)).toEqual([
    {
      name: 'Show events',
      address: null,
      reason: 'upper(ServiceName) needs a search in SQL; the condition is in Lucene.',
    },
  ]);
  expect(traceWay(computed, scope, { kind: 'trace' } as Source)).toBeNull();
  const typed = { ...scope, query: { where: "Body = 'a'", whereLanguage: 'sql' as const } };
  expect(eventWays(spot, typed, logs)).toMatchObject([
    { address: null, reason: expect.stringMatching(/both Lucene and SQL/) },
  ]);
  const bare = { ...computed, config: { ...config, select: [{ aggFn: 'count' as const }] } };
  expect(eventWays(bare, scope, logs)[0]?.address?.search).toMatchObject({ lang: 'sql' });
});

const words = (group: Spot['group']) => narrowings(group).map((one) => one.words);

test('groups of more than one field are named with their fields', () => {
  const service = { expression: 'ServiceName', value: '' };
  const route = { expression: "SpanAttributes['http.route']", value: '' };
  expect(words([service, route])).toEqual(['Service: (empty)', 'http.route: (empty)']);
  expect(words([route])).toEqual(['(empty)']);
  expect(words([route, { expression: 'lower(Body)', value: 'b' }])).toEqual(['(empty)']);
});
