import { expect, test } from 'vitest';

import type { Dashboard, SavedSearch, Source } from '../../api/stack.gen';
import { emptyForm } from './form';
import { namesVariables, watchedBy, type Watchable } from './watched';

const tile = {
  id: 't',
  name: 'Errors',
  x: 0,
  y: 0,
  w: 1,
  h: 1,
  config: { displayType: 'number', sourceId: 's', select: [{ aggFn: 'count' }], timeShift: '1w' },
};
const watchable: Watchable = {
  sources: [{ id: 's', name: 'Logs', kind: 'log' } as Source],
  dashboards: [{ id: 'd', name: 'Shop', tiles: [tile] } as unknown as Dashboard],
  searches: [{ id: 'q', name: 'Timeouts', sourceId: 's', where: 'timeout' } as unknown as SavedSearch],
};

test('a tile is watched over time', () => {
  const watched = watchedBy({ ...emptyForm(), source: 'tile', dashboardId: 'd', tileId: 't' }, watchable);
  expect(watched).toMatchObject({ name: 'Errors on Shop', config: { displayType: 'line', sourceId: 's' } });
  // The tile shows an earlier time; the alert watches the present.
  expect(watched?.config).not.toHaveProperty('timeShift');
});

test('a tile with variables is watched with nothing chosen, as the server reads it', () => {
  const named = {
    ...tile,
    name: '$Word',
    config: { ...tile.config, select: [{ aggFn: 'count', where: '$Word SeverityText:$Lvl $other' }] },
  } as unknown as Dashboard['tiles'][number];
  const filters = ['Word', 'Lvl'].map((name) => ({ id: name, name, isVariableEnabled: true }));
  const dashboard = { id: 'd', name: 'Shop', tiles: [named], filters } as unknown as Dashboard;
  const form = { ...emptyForm(), source: 'tile' as const, dashboardId: 'd', tileId: 't' };
  const watched = watchedBy(form, { ...watchable, dashboards: [dashboard] });
  expect(watched).toMatchObject({
    name: 'all on Shop',
    config: { select: [{ where: '* * $other' }] },
    rows: { conditions: [{ where: '* * $other', language: 'lucene' }] },
  });
  expect([namesVariables(named, dashboard), namesVariables(named, { filters: [] })]).toEqual([true, false]);
});

test('the events of a search are counted, by group', () => {
  const watched = watchedBy({ ...emptyForm(), savedSearchId: 'q', groupBy: 'ServiceName' }, watchable);
  expect(watched).toMatchObject({
    name: 'Timeouts',
    config: { select: [{ aggFn: 'count', where: 'timeout' }], groupBy: 'ServiceName' },
  });
});

test('what is gone is not watched', () => {
  expect(watchedBy({ ...emptyForm(), savedSearchId: 'x' }, watchable)).toBeNull();
  expect(watchedBy({ ...emptyForm(), source: 'tile', dashboardId: 'd', tileId: 'x' }, watchable)).toBeNull();
});

test('facets of a search are counted with it', () => {
  const faceted = {
    ...watchable,
    searches: [
      {
        id: 'q',
        name: 'Q',
        sourceId: 's',
        filters: [{ type: 'sql', condition: "ServiceName IN ('a')" }],
      } as unknown as SavedSearch,
    ],
  };
  expect(watchedBy({ ...emptyForm(), savedSearchId: 'q' }, faceted)?.config).toHaveProperty('select', [
    { aggFn: 'count', where: "(ServiceName IN ('a'))", whereLanguage: 'sql', alias: 'events' },
  ]);
});

test('the last query of a tile in PromQL is watched over time, with nothing chosen', () => {
  const last = { expression: 'sum by (job) (up{job="$job"})', legend: '{{job}}' };
  const queries = [{ expression: 'up' }, { ...last, instant: true }];
  const prom = {
    ...tile,
    config: { configType: 'promql', displayType: 'number', queries, timeShift: '1w', color: 'chart-red' },
  };
  const filters = [{ id: 'f', name: 'job', isVariableEnabled: true }];
  const dashboard = { id: 'd', name: 'Shop', tiles: [prom], filters } as unknown as Dashboard;
  const form = { ...emptyForm(), source: 'tile' as const, dashboardId: 'd', tileId: 't' };
  expect(watchedBy(form, { ...watchable, dashboards: [dashboard] })).toEqual({
    name: 'Errors on Shop',
    words: last.expression,
    config: { configType: 'promql', displayType: 'line', queries: [last] },
    filters,
    format: undefined,
    rows: null,
  });
  const stored = prom as unknown as Dashboard['tiles'][number];
  expect([namesVariables(stored, dashboard), namesVariables(stored, { filters: [] })]).toEqual([true, false]);
});
