import { readFile } from 'node:fs/promises';

import { expect, test } from 'vitest';

import { generated, typeOf, typesOf } from './api-types';

test.each(generated)('$file says what its document says (else: npm run types)', async ({ document, file }) => {
  expect(await readFile(file, 'utf8')).toBe(typesOf(await readFile(document, 'utf8')));
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
