import { expect, test } from 'vitest';

import type { Dashboard } from '../../../api/stack.gen';
import { groupsOf, importedAs, isOwnExport, looksOf, panelWords } from './notes';

const notes = [
  { kind: 'changed' as const, panel: 'CPU', path: 'panels.0.a', message: 'a' },
  { kind: 'look' as const, panel: 'CPU', path: 'panels.0.b', message: 'wider' },
  { kind: 'look' as const, panel: 'Disk', path: 'panels.1.b', message: 'wider' },
  { kind: 'left_out' as const, path: 'links', message: 'links' },
  { kind: 'left_out' as const, panel: 'CPU', path: 'panels.0.c', message: 'c' },
  { kind: 'left_out' as const, panel: 'CPU', path: 'panels.0.d', message: 'c' },
  { kind: 'look' as const, panel: 'CPU', path: 'panels.0.e', message: 'wider' },
  { kind: 'look' as const, path: 'timezone', message: 'zone' },
];

test('notes stand once under their panels, those of the dashboard first', () => {
  expect(groupsOf(notes).map(({ panel, notes: list }) => [panel, list.length])).toEqual([
    ['', 1],
    ['CPU', 2],
  ]);
  expect(groupsOf([])).toEqual([]);
});

test('looks are said once, with their panels', () => {
  expect(looksOf(notes)).toEqual([
    { message: 'wider', panels: ['CPU', 'Disk'] },
    { message: 'zone', panels: [] },
  ]);
});

test.each([
  [[], ''],
  [['a', 'b', 'c'], 'a, b, c'],
  [['a', 'b', 'c', 'd'], 'a, b, c and 1 more panel'],
  [['a', 'b', 'c', 'd', 'e'], 'a, b, c and 2 more panels'],
])('the panels %j are %j', (panels, words) => {
  expect(panelWords(panels)).toBe(words);
});

const made = (id: string, createdAt: string, tags: string[]) => ({ id, createdAt, tags }) as Dashboard;

test('of several with the tag the oldest is first', () => {
  const list = [
    made('copy', '2026-11-02T00:00:00.000Z', ['grafana', 'grafana:a']),
    made('other', '2026-10-01T00:00:00.000Z', ['grafana', 'grafana:ab']),
    made('first', '2026-11-01T00:00:00.000Z', ['grafana:a']),
    made('same time', '2026-11-02T00:00:00.000Z', ['grafana:a']),
  ];
  expect(importedAs('grafana:a', list).map(({ id }) => id)).toEqual(['first', 'copy', 'same time']);
  expect(importedAs('grafana:b', list)).toEqual([]);
});

test('what has tiles is our own, what has none is for the server to read', () => {
  const texts = ['{"tiles":[]}', 'no JSON', '[]', 'null', '{"panels":[]}', '{"dashboard":{}}'];
  const own = [true, true, false, true, false, false];
  expect(texts.map(isOwnExport)).toEqual(own);
  expect(texts.map((text) => isOwnExport(`\uFEFF${text}`))).toEqual(own);
});
