import { expect, test } from 'vitest';

import type { Source } from '../../api/stack.gen';
import { unnarrowed } from '../dashboards/scope';
import type { ChartConfig } from '../dashboards/types';
import { traceWay, type Spot } from './spot';

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
