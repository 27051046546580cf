import { expect, test } from 'vitest';

import type { Source } from '../api/stack.gen';
import { attributesOf, prettyText } from './rowAttributes';

test('keys of maps, columns and resources are groups; an empty column is left out, an empty value of a key is not', () => {
  const row = {
    Timestamp: 't',
    Body: 'b',
    TraceId: '',
    SeverityNumber: 9,
    LogAttributes: { b: '2', "a'": '1', c: '' },
    ResourceAttributes: { host: 'h' },
  };
  expect(attributesOf(row)).toEqual([
    {
      label: 'Attributes',
      attributes: [
        { name: "a'", field: "LogAttributes.a'", expression: String.raw`LogAttributes['a\'']`, value: '1' },
        { name: 'b', field: 'LogAttributes.b', expression: "LogAttributes['b']", value: '2' },
        { name: 'c', field: 'LogAttributes.c', expression: "LogAttributes['c']", value: '' },
      ],
    },
    {
      label: 'Record',
      attributes: [{ name: 'SeverityNumber', field: 'SeverityNumber', expression: 'SeverityNumber', value: '9' }],
    },
    {
      label: 'Resource',
      attributes: [
        { name: 'host', field: 'ResourceAttributes.host', expression: "ResourceAttributes['host']", value: 'h' },
      ],
    },
  ]);
});

test('JSON gets breaks, anything else stays', () => {
  expect(prettyText('{"a":1}')).toBe('{\n  "a": 1\n}');
  expect(prettyText('{broken')).toBe('{broken');
  expect(prettyText('plain')).toBe('plain');
});

test('known units are shown, and the value stays as it was sent', () => {
  const source = { kind: 'trace', durationExpression: 'Duration', durationPrecision: 9 } as Source;
  const row = {
    Duration: 48_213_000,
    SpanAttributes: { 'http.response.body.size': '2048', 'http.status_code': '502' },
  };
  const shown = attributesOf(row, source).flatMap(({ attributes }) => attributes.map((one) => [one.value, one.shown]));
  expect(shown).toEqual([
    ['2048', '2 KiB'],
    ['502', undefined],
    ['48213000', '48.2 ms'],
  ]);
});
