import { expect, test } from 'vitest';

import type { SearchField, Source } from '../../api/stack.gen';
import { facetFields, namedLike } from './facetFields';

const source = { kind: 'log', resourceAttributesExpression: 'ResourceAttributes' } as Source;
const field = (name: string, key = false, type: SearchField['type'] = 'text'): SearchField => ({
  name,
  expression: name,
  key,
  type,
  rows: 1,
});
const fields = [
  field('Timestamp', false, 'time'),
  field('Body'),
  field('ServiceName'),
  field('SeverityText'),
  field('TraceId'),
  field('SeverityNumber', false, 'number'),
  field('TraceFlags', false, 'number'),
  field('ResourceAttributes.host.name', true),
  field('LogAttributes.http.route', true),
];
const names = (pinned: string[]) => facetFields(fields, source, pinned).map(({ name }) => name);

test('levels and services first, then numbers, attributes and resources; no ids, no texts', () => {
  expect(names([])).toEqual([
    'SeverityText',
    'ServiceName',
    'SeverityNumber',
    'LogAttributes.http.route',
    'ResourceAttributes.host.name',
  ]);
});

test('pinned ones stand above all others', () => {
  expect(names(['ResourceAttributes.host.name', 'gone'])[0]).toBe('ResourceAttributes.host.name');
});

test('a text narrows them', () => {
  expect(namedLike(fields, ' HOST').map(({ name }) => name)).toEqual(['ResourceAttributes.host.name']);
});
