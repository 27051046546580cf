import { expect, test } from 'vitest';

const sources = import.meta.glob<string>(['./**/*.{ts,tsx}', '!./**/*.test.ts', '!./**/*.gen.ts'], {
  query: '?raw',
  import: 'default',
  eager: true,
});

/** Where a plural is made by hand, or a number stands before one whatever it is. */
const byHand = [
  /(?:=== 1 \? '' : 's'|!== 1 \? 's' : '')/,
  /\b(?:plain|short)\([^()]*(?:\([^()]*\))?[^()]*\)\} (?:[a-z]+ )?[a-z]+s\b(?!=)/,
  /\.length\} (?:[a-z]+ )?[a-z]+s\b/,
];

/** They can't import the one that does. */
const own = new Set(['./number.ts', './time/format.ts']);

test('counts with words are written by counted', () => {
  const found = Object.entries(sources)
    .filter(([path]) => !own.has(path))
    .flatMap(([path, text]) => text.split('\n').map((line, at) => ({ place: `${path}:${at + 1}`, line: line.trim() })))
    .filter(({ line }) => byHand.some((form) => form.test(line)))
    .map(({ place, line }) => `${place} ${line}`);
  expect(found).toEqual([]);
});
