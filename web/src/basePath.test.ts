import { expect, test } from 'vitest';

import { atBase, basePathOf } from './basePath';

function pageWith(content: string | null): Parameters<typeof basePathOf>[0] {
  const meta = content === null ? null : ({ getAttribute: () => content } as unknown as Element);
  return { querySelector: () => meta };
}

test('the page names its base path, and one without a name is at the root', () => {
  expect(basePathOf(pageWith('/cairn'))).toBe('/cairn');
  expect(basePathOf(pageWith(''))).toBe('');
  expect(basePathOf(pageWith(null))).toBe('');
});

test('paths stand below the base path', () => {
  expect(atBase('/search?q=a', '/cairn')).toBe('/cairn/search?q=a');
  expect(atBase('/', '')).toBe('/');
});
