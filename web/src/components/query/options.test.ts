import { expect, test } from 'vitest';

import { fieldOptions } from './options';

const fields = [
  { name: 'ServiceName', expression: 'ServiceName', type: 'text', key: false, rows: 0 },
  { name: 'LogAttributes.http.route', expression: "LogAttributes['http.route']", type: 'text', key: true, rows: 5 },
  {
    name: 'ResourceAttributes.http.route',
    expression: "ResourceAttributes['http.route']",
    type: 'text',
    key: true,
    rows: 12,
  },
  {
    name: 'ResourceAttributes.ServiceName',
    expression: "ResourceAttributes['ServiceName']",
    type: 'text',
    key: true,
    rows: 7,
  },
];

test('keys are offered without their maps, once, with how many rows have them', () => {
  expect(fieldOptions(fields, 'lucene').map(({ label, detail }) => [label, detail])).toEqual([
    ['ServiceName', 'text'],
    ['http.route', '12'],
    ['LogAttributes.http.route', '5'],
    ['ResourceAttributes.http.route', '12'],
    ['ResourceAttributes.ServiceName', '7'],
  ]);
});

test('in SQL a key is found by its name and written with its map', () => {
  expect(fieldOptions(fields, 'sql')[1]).toMatchObject({
    label: 'http.route',
    apply: "ResourceAttributes['http.route']",
  });
});
