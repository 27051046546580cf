import { expect, test } from 'vitest';

import { cellsOfRows, rolesOf } from './sqlRows';

const columns = [
  { name: 'ts', type: 'time' },
  { name: 'service', type: 'text' },
  { name: 'n', type: 'number' },
];

test('the types of columns say what they are for', () => {
  expect(rolesOf(columns)).toEqual({ time: 'ts', numbers: ['n'], groups: ['service'] });
  expect(rolesOf([])).toEqual({ time: null, numbers: [], groups: [] });
});

test('rows become cells', () => {
  const rows = [
    { ts: '2026-11-15 12:00:00', service: 'cart', n: '7' },
    { ts: '2026-11-15T12:00:00Z', service: null, n: null },
  ];
  const noon = Date.parse('2026-11-15T12:00:00Z');
  expect(cellsOfRows(rows, rolesOf(columns))).toEqual([
    { bucket: noon, group: ['cart'], values: [7] },
    { bucket: noon, group: [''], values: [null] },
  ]);
});
