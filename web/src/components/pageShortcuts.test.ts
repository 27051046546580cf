import { expect, test } from 'vitest';

const sources = import.meta.glob<string>(['../**/*.{ts,tsx}', '!../**/*.test.ts'], {
  query: '?raw',
  import: 'default',
  eager: true,
});

/** The keys that the hooks of a file listen for. */
function listened(text: string): string[] {
  return [...text.matchAll(/useHotkeys\(\s*\[([\s\S]*?)\](?:,[^;]*)?\);/g)].flatMap(([, list = '']) =>
    [...list.matchAll(/\[\s*'([^']+)'/g)].map(([, key = '']) => key),
  );
}

/** The keys that a file has in the help. */
function explained(text: string): string[] {
  return [...text.matchAll(/\bkeys: '([^']+)'/g)].map(([, keys = '']) => keys);
}

/** Closing by Escape needs no explanation. */
const selfEvident = new Set(['Escape']);

test('every key that a page listens for is in the help', () => {
  const all = Object.entries(sources).flatMap(([path, text]) =>
    listened(text).map((key) => ({ key: key.replace('mod', 'Ctrl').replace('shift', 'Shift'), path, text })),
  );
  expect(all.length).toBeGreaterThan(0);
  const missing = all
    .filter(({ key, text }) => !selfEvident.has(key) && !explained(text).includes(key))
    .map(({ key, path }) => `${path}: ${key}`);
  expect(missing).toEqual([]);
});

test('keys of the whole page are listened for by the shell alone', () => {
  const others = Object.entries(sources).filter(
    ([path, text]) => /(?:document|window)\.addEventListener\('keydown'/.test(text) && !path.endsWith('/shortcuts.ts'),
  );
  // One notes that somebody works by keys; the panel of a row closes by Escape, but not while a dialog is above it.
  expect(others.map(([path]) => path)).toEqual(['./keepFocus.ts', '../features/search/RowPanel.tsx']);
});
