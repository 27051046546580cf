import { expect, test } from 'vitest';

import type { Alert, Dashboard } from '../../api/stack.gen';
import { alertName } from './name';

const named = {
  searches: [{ id: 's', name: 'Refused payments' }],
  dashboards: [
    {
      id: 'd',
      name: 'Shop',
      tiles: [
        { id: 't', name: 'Latency' },
        { id: 'u', name: '' },
        { id: 'v', name: 'Errors of $Word at ${lvl} for $5' },
      ] as Dashboard['tiles'],
      filters: [
        { name: 'Word', type: 'TEXT', isVariableEnabled: true },
        { name: 'Level', variableName: 'lvl', type: 'LIST', isVariableEnabled: true },
      ] as Dashboard['filters'],
    },
  ],
};

test.each<[Partial<Alert>, string]>([
  [{ name: 'Slow', source: 'search', savedSearchId: 's' }, 'Slow'],
  [{ name: '', source: 'search', savedSearchId: 's' }, 'Refused payments'],
  [{ source: 'saved_search', savedSearchId: 's' }, 'Refused payments'],
  [{ source: 'tile', dashboardId: 'd', tileId: 't' }, 'Latency on Shop'],
  [{ source: 'tile', dashboardId: 'd', tileId: 'u' }, 'Tile on Shop'],
  [{ source: 'tile', dashboardId: 'd', tileId: 'v' }, 'Errors of all at all for $5 on Shop'],
  [{ source: 'tile', dashboardId: 'd', tileId: 'gone' }, 'Untitled alert'],
  [{ source: 'search', savedSearchId: 'gone' }, 'Untitled alert'],
])('%j is called %s', (alert, want) => {
  expect(alertName(alert as Alert, named)).toBe(want);
});
