import { expect, test } from 'vitest';

import type { FieldValues, SearchField } from '../../api/stack.gen';
import { compare, comparedFields } from './compare';

const field = (name: string, more: Partial<SearchField> = {}): SearchField => ({
  name,
  expression: name,
  type: 'text',
  key: false,
  rows: 0,
  ...more,
});

const values = (name: string, counts: Record<string, number>): FieldValues => ({
  field: name,
  values: Object.entries(counts).map(([value, count]) => ({ value, count })),
});

test('columns come before attributes, and frequent attributes before others', () => {
  const fields = [
    field('rare', { key: true, rows: 1 }),
    field('Duration', { type: 'number' }),
    field('often', { key: true, rows: 9 }),
    field('StatusCode'),
  ];
  expect(comparedFields(fields).map(({ name }) => name)).toEqual(['StatusCode', 'often', 'rare']);
  const many = Array.from({ length: 30 }, (_, at) => field(`f${at}`, { key: true }));
  expect(comparedFields(many)).toHaveLength(20);
});

test('values that the selection has more of come first, one of each field', () => {
  const fields = ['StatusCode', 'region', 'version', 'host'].map((name) => field(name));
  const selected = [
    values('StatusCode', { Unset: 10 }),
    values('region', { eu: 9, us: 1 }),
    values('version', { '2': 5, '1': 5 }),
    values('host', { a: 1 }),
  ];
  const all = [
    values('StatusCode', { Unset: 110 }),
    values('region', { us: 91, eu: 19 }),
    values('version', { '1': 105, '2': 5 }),
    values('host', { b: 60 }),
  ];
  expect(compare(fields, selected, all)).toEqual({
    selectedCount: 10,
    restCount: 100,
    differences: [
      { field: fields[1], value: 'eu', selected: 0.9, rest: 0.1 },
      { field: fields[2], value: '2', selected: 0.5, rest: 0 },
    ],
  });
});

test('without a rest there is nothing to compare with', () => {
  const same = [values('StatusCode', { Unset: 3 })];
  expect(compare([field('StatusCode')], same, same)).toEqual({ selectedCount: 3, restCount: 0, differences: [] });
  expect(compare([field('StatusCode')], [], same)).toEqual({ selectedCount: 0, restCount: 3, differences: [] });
});

test('no more than twelve differences are shown', () => {
  const fields = [field('StatusCode'), ...Array.from({ length: 19 }, (_, at) => field(`f${at}`))];
  const with1 = (count: number) => fields.slice(1).map(({ name }) => values(name, { [name]: count }));
  const found = compare(
    fields,
    [values('StatusCode', { Ok: 4 }), ...with1(4)],
    [values('StatusCode', { Ok: 8 }), ...with1(4)],
  );
  expect(found.differences).toHaveLength(12);
});

test('fields that say the same are shown once', () => {
  const fields = ['StatusCode', 'ServiceName', 'service.name', 'host'].map((name) => field(name));
  const some = ['ServiceName', 'service.name', 'host'].map((name) =>
    values(name, { [name === 'host' ? 'a' : 'cart']: 4 }),
  );
  const found = compare(fields, [values('StatusCode', { Ok: 4 }), ...some], [values('StatusCode', { Ok: 8 }), ...some]);
  expect(found.differences.map(({ field: { name } }) => name)).toEqual(['ServiceName', 'host']);
});
