import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { landmarks, violations } from './axe';
import { arrived, ask, sourcesOf } from './member';
import { startServer, type Server } from './server';
import { settled } from './settled';
import { startCluster, type Cluster } from './shards';
import { signIn, waitForHistory } from './shots';
import { closeVisits, lead, startBrowser, visit, type Visitor } from './visitor';
import { misfits } from './widths';

/** Engines start and stop while the demo sends; a window of a minute has to end. */
const patientMs = 400_000;

const wide = { width: 1440, height: 900 };
const narrow = { width: 390, height: 844 };

/** A page, and what it shows as soon as it has its data. */
interface Visited {
  path: string;
  shows: (page: Page) => ReturnType<Page['locator']>;
  /** It has numbers that must be known as partial. */
  isMarked?: boolean;
}

const main = (on: Page) => on.getByRole('main');
const row = (on: Page) => on.getByRole('grid', { name: 'Rows' }).getByRole('row').nth(1);
const tile = (on: Page) => on.locator('[data-tile] canvas').first();

/** What a page says once, for all that it shows. */
function bannerOf(on: Page) {
  return on.getByRole('status').filter({ has: on.locator('summary', { hasText: 'Shard' }) });
}

// One cluster with the demo; the steps build on each other.
describe('a shard of the cluster goes and comes back', () => {
  let cluster: Cluster;
  let server: Server;
  let browser: Browser;
  let visitor: Visitor;
  let page: Page;
  let pages: Visited[] = [];
  let alerts: { id: string }[] = [];
  /** Traces that were there with all shards, of before some time. */
  let known: string[] = [];
  let sentBefore = '';
  let lost = '';

  beforeAll(async () => {
    [cluster, browser] = await Promise.all([startCluster(), startBrowser()]);
    server = await startServer({ CAIRN_CLICKHOUSE_URL: cluster.url }, ['--demo']);
    visitor = await visit(browser, [server.origin('ui')], { viewport: wide });
    ({ page } = visitor);
    await page.goto(server.origin('ui'));
    await signIn(page, server);
    await waitForHistory(page, server);
    await findPages();
  }, patientMs);

  afterAll(async () => {
    await closeVisits();
    await server?.stop();
    await cluster?.stop();
  });

  const open = (path: string) => lead(page, server.origin('ui'), path);

  async function findPages(): Promise<void> {
    const dashboards = await ask<{ id: string }[]>(visitor, server, 'get', '/dashboards');
    const saved = await ask<{ id: string }[]>(visitor, server, 'get', '/saved-searches');
    alerts = await ask<{ id: string }[]>(visitor, server, 'get', '/alerts');
    const shared = await ask<{ token: string }>(
      visitor,
      server,
      'post',
      `/dashboards/${dashboards[0]?.id}/share-links`,
      {
        expiresIn: '1h',
      },
    );
    const config = { configType: 'promql', displayType: 'line', queries: [{ expression: 'up or vector(1)' }] };
    pages = [
      {
        path: '/',
        shows: (on) => on.getByRole('region', { name: 'Log records by level' }).getByRole('img'),
        isMarked: true,
      },
      { path: '/search', shows: row, isMarked: true },
      { path: `/search?saved=${saved[0]?.id}`, shows: row, isMarked: true },
      { path: '/charts', shows: (on) => main(on).locator('canvas').first(), isMarked: true },
      {
        path: `/charts?chart=${encodeURIComponent(JSON.stringify(config))}`,
        shows: (on) => main(on).locator('canvas').first(),
      },
      { path: `/dashboards/${dashboards[0]?.id}`, shows: tile, isMarked: true },
      { path: `/shared/${shared.token}`, shows: tile, isMarked: true },
      {
        path: `/alerts/${alerts[0]?.id}`,
        shows: (on) => on.getByRole('region', { name: 'Value over time' }).locator('canvas'),
      },
      { path: '/traces', shows: (on) => on.getByRole('table', { name: 'Traces' }).getByRole('row').nth(1) },
      {
        path: '/services',
        shows: (on) => on.getByRole('region', { name: 'Health' }).getByText('storefront'),
        isMarked: true,
      },
      {
        path: '/services/storefront',
        shows: (on) => on.getByRole('region', { name: 'Operations' }).getByRole('link').first(),
      },
      {
        path: '/metrics',
        shows: (on) => on.getByRole('grid', { name: 'Metrics' }).getByRole('row').nth(1),
        isMarked: true,
      },
      { path: '/metrics?tab=senders', shows: (on) => main(on).getByText('storefront').first() },
    ];
    const [metric] = await metricNames();
    pages.push({ path: `/metrics/${metric}`, shows: (on) => main(on).locator('canvas').first(), isMarked: true });
  }

  async function metricNames(): Promise<string[]> {
    const response = await page.request.get(`${server.origin('ui')}/prometheus/api/v1/cardinality/metrics`);
    return ((await response.json()) as { data: { metrics: { name: string }[] } }).data.metrics.map(({ name }) => name);
  }

  /** How many shards an answer about all traces lacks; -1 where there is none. */
  async function missing(): Promise<number> {
    const { trace: sourceId } = await sourcesOf(visitor, server);
    const response = await page.request.post(`${server.origin('ui')}/api/v2/search`, { data: { sourceId, limit: 1 } });
    if (!response.ok()) return -1;
    return ((await response.json()) as { meta: { partial?: unknown[] } }).meta.partial?.length ?? 0;
  }

  /** The ids of traces of the last minutes, as many as one answer has. */
  async function traces(): Promise<string[]> {
    const { trace: sourceId } = await sourcesOf(visitor, server);
    const rows = await ask<{ TraceId: string }[]>(visitor, server, 'post', '/search', {
      sourceId,
      select: 'TraceId',
      endTime: sentBefore,
      limit: 2000,
    });
    return [...new Set(rows.map(({ TraceId }) => TraceId))];
  }

  /** One of the traces of which the shards that are there have log records. */
  async function oneWithLogs(ids: string[]): Promise<string> {
    const { log: sourceId } = await sourcesOf(visitor, server);
    const rows = await ask<{ TraceId: string }[]>(visitor, server, 'post', '/search', {
      sourceId,
      select: 'TraceId',
      endTime: sentBefore,
      limit: 2000,
    });
    const logged = new Set(rows.map(({ TraceId }) => TraceId));
    return ids.find((id) => logged.has(id)) ?? '';
  }

  async function visitAll(look: (visited: Visited) => Promise<void>): Promise<void> {
    for (const visited of pages) {
      // One page after the other, as a person visits them.
      // oxlint-disable-next-line no-await-in-loop
      await open(visited.path);
      // oxlint-disable-next-line no-await-in-loop
      await visited.shows(page).waitFor();
      // oxlint-disable-next-line no-await-in-loop
      await settled(page);
      // oxlint-disable-next-line no-await-in-loop
      await look(visited);
    }
  }

  // What was read before may be shown until the answer of now is there.
  const isWhole = async ({ path }: Visited) => {
    const shown = async () => [path, await bannerOf(page).count(), await page.locator('[data-partial]').count()];
    await expect.poll(shown, { timeout: 30_000 }).toEqual([path, 0, 0]);
  };

  test('with all shards no page says that anything is missing', { timeout: patientMs }, async () => {
    await visitAll(isWhole);
    sentBefore = new Date(Date.now() - 10_000).toISOString();
    known = await traces();
    expect(known.length).toBeGreaterThan(0);
  });

  test('without a shard every page says so once, in both schemes and on a phone', { timeout: patientMs }, async () => {
    await cluster.kill(2);
    await arrived(missing, 1);
    await visitAll(async ({ path, isMarked = false }) => {
      await bannerOf(page).waitFor();
      expect([path, await bannerOf(page).count()]).toEqual([path, 1]);
      await bannerOf(page).getByText('Shard 2 does not answer: records may be missing.').waitFor();
      if (isMarked) await page.locator('[data-partial]').first().waitFor();
      expect([path, ...(await violations(page, landmarks))]).toEqual([path]);
      await page.emulateMedia({ colorScheme: 'dark' });
      await page.setViewportSize(narrow);
      await settled(page);
      const box = await bannerOf(page).boundingBox();
      const isCut = await bannerOf(page)
        .locator('summary span')
        .evaluate((words) => words.scrollWidth > words.clientWidth);
      expect([path, (box?.height ?? 99) < 40, isCut, ...(await misfits(page))]).toEqual([path, true, false]);
      expect([path, ...(await violations(page, landmarks))]).toEqual([path]);
      await page.emulateMedia({ colorScheme: 'light' });
      await page.setViewportSize(wide);
    });
    expect(visitor.errors).toEqual([]);
  });

  test('the reason is behind the words', async () => {
    await open('/search');
    await bannerOf(page).getByText('Shard 2 does not answer').click();
    await bannerOf(page).getByText('Shard 2 of the telemetry engine does not answer.').waitFor();
    expect(await violations(page, landmarks)).toEqual([]);
  });

  test('what is not found may be in the shard', async () => {
    for (const [path, words] of [
      ['/search?q=nowhere.at.all', 'No rows match'],
      ['/traces?q=nowhere.at.all', 'No traces match'],
    ] as const) {
      // oxlint-disable-next-line no-await-in-loop
      await open(path);
      // oxlint-disable-next-line no-await-in-loop
      await page.getByRole('status').filter({ hasText: words }).getByText('What you look for may be there.').waitFor();
    }
  });

  test('a live tail says so too', async () => {
    await open('/search?live=1');
    await page.getByRole('grid', { name: 'Rows' }).getByRole('row').nth(1).waitFor();
    await bannerOf(page).waitFor();
  });

  test.each(['CSV', 'NDJSON'])('an export as %s is refused in words', async (form) => {
    await open('/search');
    await page.getByRole('button', { name: 'Share and export' }).click();
    await page.getByRole('menuitem', { name: `Export ${form}` }).click();
    const failure = page.getByRole('dialog', { name: 'Export' });
    await failure.getByText(/Shard 2 of the telemetry engine does not answer/).waitFor();
    await failure.getByText('A file has all rows or is not made: nothing was downloaded.').waitFor();
    expect(await violations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await failure.waitFor({ state: 'detached' });
  });

  test('a trace of the shard says where it may be, another one that it may lack spans', async () => {
    const left = new Set(await traces());
    lost = await oneWithLogs(known.filter((id) => !left.has(id)));
    expect(lost).not.toBe('');
    // Its log records are in any shard, its spans in the one that is away.
    await open(`/traces/${lost}`);
    await bannerOf(page).waitFor();
    expect(await page.getByRole('treeitem').count()).toBe(0);
    await open(`/traces/${'f'.repeat(32)}`);
    await page.getByText('The trace could not be loaded').waitFor();
    await page.getByText(/The trace may be in a shard that is away/).waitFor();
    await open(`/traces/${[...left][0]}`);
    await bannerOf(page).waitFor();
    expect(await violations(page, landmarks)).toEqual([]);
  });

  test('alerts say which shard they wait for', { timeout: patientMs }, async () => {
    await open(`/alerts/${alerts[0]?.id}?from=now-1h&to=now`);
    await page.getByText(/Waiting for shard 2 since \d\d:\d\d; the window of \d\d:\d\d is evaluated/).waitFor();
    await open('/alerts');
    await page.getByText('Waiting for shard 2').first().waitFor();
    expect(await violations(page, landmarks)).toEqual([]);
  });

  test('somebody signs in and refreshes meanwhile', async () => {
    const other = await visit(browser, [server.origin('ui')], { viewport: wide });
    await other.page.goto(`${server.origin('ui')}/search`);
    await signIn(other.page, server, 'Search');
    await bannerOf(other.page).waitFor();
    await other.page.reload();
    await bannerOf(other.page).waitFor();
  });

  test('when it is back, what lacks something is asked again', { timeout: patientMs }, async () => {
    await open('/search');
    await bannerOf(page).getByText('Shard 2 does not answer').click();
    const again = page.waitForResponse((response) => response.url().endsWith('/api/v2/search'));
    await bannerOf(page).getByRole('button', { name: 'Try again' }).click();
    await again;
    await bannerOf(page).waitFor();
    await cluster.start(2);
    await arrived(missing, 0);
    await bannerOf(page).waitFor({ state: 'detached' });
    await open(`/traces/${lost}`);
    await page.getByRole('treeitem').first().waitFor();
    await open(`/traces/${'f'.repeat(32)}`);
    await page.getByText('Trace not found').waitFor();
    await visitAll(isWhole);
  });

  test('without any shard pages say that nothing can be read', { timeout: patientMs }, async () => {
    await Promise.all([1, 2, 3].map((shard) => cluster.kill(shard)));
    await arrived(missing, -1);
    for (const [path, words] of [
      ['/search', 'The search failed'],
      ['/services', 'The services could not be loaded'],
      ['/metrics', 'The metrics could not be loaded'],
    ] as const) {
      // oxlint-disable-next-line no-await-in-loop
      await page.goto(server.origin('ui') + path);
      // oxlint-disable-next-line no-await-in-loop
      await page.getByText(words).waitFor();
      // oxlint-disable-next-line no-await-in-loop
      await page
        .getByText(/of the telemetry engine does not answer/)
        .first()
        .waitFor();
    }
  });
});
