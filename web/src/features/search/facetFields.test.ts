import { expect, test } from 'vitest';

import type { SearchField, Source } from '../../api/stack.gen';
import { facetFields } from './facetFields';

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
  field('ResourceAttributes.host.name', true),
  field('LogAttributes.http.route', true),
];
const names = (text: string) => facetFields(fields, source, text).map(({ name }) => name);

test('levels and services first, then attributes, then resources; no ids, no texts', () => {
  expect(names('')).toEqual([
    'SeverityText',
    'ServiceName',
    'LogAttributes.http.route',
    'ResourceAttributes.host.name',
  ]);
});

test('a text narrows them', () => {
  expect(names('HOST')).toEqual(['ResourceAttributes.host.name']);
});
