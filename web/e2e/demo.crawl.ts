import { expect, test } from 'vitest';

import { crawl } from './crawler';
import { enterDemo } from './shots';
import { closeVisits } from './visitor';

const minutes = Number(process.env.CAIRN_CRAWL_MINUTES ?? 10);
const range = 'from=now-3h&to=now';

/** Where people begin; everything else is found from there. */
const starts = [
  ...['/', '/search', '/charts', '/dashboards', '/alerts', '/traces', '/services'].map((path) => `${path}?${range}`),
  '/cloud',
  '/team',
];

test('everything that can be clicked leads on', { timeout: (minutes + 5) * 60_000 }, async () => {
  const { server, visitor } = await enterDemo({ viewport: { width: 1440, height: 900 } });
  try {
    const crawled = await crawl(visitor, server.origin('ui'), starts, Date.now() + minutes * 60_000);
    expect(crawled.findings, `${crawled.pages} kinds of pages, ${crawled.clicks} clicks`).toEqual([]);
  } finally {
    await closeVisits();
    await server.stop();
  }
});
