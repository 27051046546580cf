import { describe, expect, test, vi } from 'vitest';

import type { Dashboard, OnClick, Source } from '../../api/stack.gen';
import { destinationOf } from './click';

vi.stubGlobal('location', { origin: 'https://cairn.example' });

const range = { from: 'now-3h', to: 'now' };
const row = { ServiceName: 'a/b c', Route: '/pay' };
const reachable = {
  sources: [{ id: 's1', name: 'Logs' }] as Source[],
  dashboards: [
    { id: 'd1', name: 'a/b c', filters: [{ id: 'f1', expression: 'ServiceName' }] },
  ] as unknown as Dashboard[],
};
const at = (click: OnClick) => destinationOf(click, row, reachable, range);
const filters = [{ kind: 'expressionTemplate', expression: 'ServiceName', template: '{{ServiceName}}' }];

test('a click opens a search with the values of the row and the same time', () => {
  const target = { mode: 'id', id: 's1' };
  expect(at({ type: 'search', target, whereTemplate: 'route:"{{ Route }}"', filters })).toEqual({
    to: '/search',
    search: {
      ...range,
      source: 's1',
      q: 'route:"/pay"',
      filters: [{ field: 'ServiceName', expression: 'ServiceName', values: ['a/b c'], isExcluding: false }],
    },
  });
});

test('a click opens the dashboard that the row names, with its filters chosen', () => {
  const target = { mode: 'template', template: '{{ServiceName}}' };
  expect(at({ type: 'dashboard', target, filters })).toEqual({
    to: '/dashboards/d1',
    search: { ...range, filters: { f1: ['a/b c'] } },
  });
  expect(at({ type: 'dashboard', target: { mode: 'template', template: 'none' } })).toBeNull();
});

describe('an address of the web', () => {
  test('has the values of the row, escaped', () => {
    expect(
      at({ type: 'external', urlTemplate: 'https://wiki.example/{{ServiceName}}?r={{Route}}&x={{none}}' }),
    ).toEqual({
      href: 'https://wiki.example/a%2Fb%20c?r=%2Fpay&x=',
    });
  });

  test.each(['javascript:alert(1)', ' java\nscript:alert(1)', 'data:text/html,x', '{{Script}}'])(
    'is never %j',
    (urlTemplate) => {
      const click = { type: 'external', urlTemplate };
      const evil = { ...row, Script: 'javascript:alert(1)' };
      const found = destinationOf(click, evil, reachable, range);
      expect(found === null || ('href' in found && found.href.startsWith('https://cairn.example/'))).toBe(true);
    },
  );
});
