import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';

import { expect, test } from 'vitest';

import { crawl } from './crawler';
import { enterDemo } from './shots';
import { closeVisits } from './visitor';

const minutes = Number(process.env.CAIRN_CRAWL_MINUTES ?? 10);
/** How far it came, and what it met. */
const file = resolve(import.meta.dirname, '../test-results/crawl.json');
const range = 'from=now-3h&to=now';

/** Where people begin; everything else is found from there. */
const starts = [
  ...['/', '/search', '/charts', '/dashboards', '/alerts', '/traces', '/services', '/metrics'].map(
    (path) => `${path}?${range}`,
  ),
  '/cloud',
  '/team',
];

test('everything that can be clicked leads on', { timeout: (minutes + 5) * 60_000 }, async () => {
  await mkdir(dirname(file), { recursive: true });
  const { server, visitor } = await enterDemo({ viewport: { width: 1440, height: 900 } });
  try {
    const crawled = await crawl(visitor, server.origin('ui'), starts, Date.now() + minutes * 60_000);
    await writeFile(file, JSON.stringify(crawled, null, 2));
    expect(crawled.findings).toEqual([]);
  } finally {
    await closeVisits();
    await server.stop();
  }
});
