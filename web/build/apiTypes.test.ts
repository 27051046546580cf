import { readFile } from 'node:fs/promises';

import { expect, test } from 'vitest';

import { generated, operationSchema, typeOf, typesOf } from './apiTypes';

test.each(generated)('$file says what its document says (else: make gen)', async ({ document, file, paths }) => {
  expect(await readFile(file, 'utf8')).toBe(typesOf(await readFile(document, 'utf8'), paths));
});

test.each([
  [{ type: 'integer' }, 'number'],
  [{ type: ['string', 'null'] }, 'string | null'],
  [{ enum: ['a', 'b'], type: 'string' }, '"a" | "b"'],
  [{ type: 'array', items: { $ref: '#/components/schemas/Tile' } }, 'Array<Tile>'],
  [{ type: 'object', additionalProperties: { type: 'string' } }, 'Record<string, string>'],
  [{ anyOf: [{ type: 'string' }, { type: 'null' }] }, 'string | null'],
  [{}, 'unknown'],
])('%j becomes %s', (schema, want) => {
  expect(typeOf(schema, '')).toBe(want);
});

test('an absent property may be missing, a name that is no identifier is quoted', () => {
  const schema = {
    type: 'object',
    required: ['id'],
    properties: { id: { type: 'string' }, 'series_0.data': { type: 'number' } },
  };
  expect(typeOf(schema, '')).toBe('{\n  id: string;\n  "series_0.data"?: number;\n}');
});

test('an operation says what it takes and what it replies', () => {
  const schema = operationSchema({
    parameters: [
      { in: 'path', name: 'id', required: true, schema: { type: 'string' } },
      { in: 'query', name: 'limit', schema: { type: 'integer' } },
      { in: 'header', name: 'If-Match', schema: { type: 'string' } },
    ],
    requestBody: { content: { 'application/json': { schema: { $ref: '#/components/schemas/TileBody' } } } },
    responses: { 200: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Tile' } } } } },
  });
  const parts = ['path: {', '  id: string;', '};', 'query?: {', '  limit?: number;', '};'];
  const rest = ['body: TileBody;', 'etag?: string;', 'reply: Tile;'];
  expect(typeOf(schema, '')).toBe(`{\n${[...parts, ...rest].map((line) => `  ${line}\n`).join('')}}`);
});

test('a query with a required name is required, and what is no JSON is no reply', () => {
  const schema = operationSchema({
    parameters: [{ in: 'query', name: 'sourceId', required: true, schema: { type: 'string' } }],
    responses: { 200: { content: { 'text/event-stream': { schema: { type: 'string' } } } } },
  });
  expect(typeOf(schema, '')).toBe('{\n  query: {\n    sourceId: string;\n  };\n}');
});
