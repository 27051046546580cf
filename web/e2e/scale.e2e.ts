import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { createAccount } from './journeys';
import { arrived, ask, makeKey, sourceOf } from './member';
import { startServer, type Server } from './server';
import { sendSpans, type SentSpan } from './telemetry';
import { closeVisits, startBrowser, visit, type Visitor } from './visitor';

const rowsTotal = 100_000;
const rowsOfPage = 2_000;
/** A page without any rows has about 700. */
const nodesMax = 4_000;
const points = 11_000;
const stepSeconds = 30;
const services = ['cart', 'catalog', 'checkout', 'payment', 'shipping'];
/** A pause that people notice while they type. */
const pauseMaxMs = 1_000;

const traceId = '5ca1ab1e5ca1ab1e5ca1ab1e5ca1ab1e';
/** More spans than are shown of one trace. */
const spansTotal = 10_500;
const spansShown = 10_000;
const nestedSpans = 1_000;
const siblingSpans = 5_000;

const idOf = (at: number) => (at + 1).toString(16).padStart(16, '0');

/** What calls a span: the one before it, then the first one, then groups of ten. */
function parentOf(at: number): number {
  if (at < nestedSpans) return at - 1;
  return at < nestedSpans + siblingSpans ? 0 : at - 1 - (at % 10);
}

/** A trace that is deep, wide, and long. */
const spans = Array.from({ length: spansTotal }, (_, at): SentSpan => ({
  name: `step ${at}`,
  service: services[at % services.length] ?? '',
  traceId,
  id: idOf(at),
  ...(at > 0 && { parent: idOf(parentOf(at)) }),
  start: at,
  length: at === 0 ? spansTotal : 20,
  isError: at % 2_500 === 2_499,
}));

/** Begins to look for tasks that leave the page without an answer. */
function watchPauses(page: Page): Promise<void> {
  return page.evaluate(() => {
    const seen = globalThis as unknown as { longest: number };
    seen.longest = 0;
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) seen.longest = Math.max(seen.longest, duration);
    }).observe({ entryTypes: ['longtask'] });
  });
}

function longestPause(page: Page): Promise<number> {
  return page.evaluate(() => (globalThis as unknown as { longest: number }).longest);
}

// The browser gives the answers of rows and points, as it would take long to store so much.
describe('many rows, many points and many spans', () => {
  let server: Server;
  let browser: Browser;
  let visitor: Visitor;
  let page: Page;

  beforeAll(async () => {
    [server, browser] = await Promise.all([startServer(), startBrowser()]);
    visitor = await visit(browser, [server.origin('ui')], { viewport: { width: 1440, height: 900 } });
    ({ page } = visitor);
    await page.goto(server.origin('ui'));
    await createAccount(page);
  });

  afterAll(async () => {
    await closeVisits();
    await server?.stop();
  });

  test('a hundred thousand rows scroll with few elements in the document', async () => {
    await page.route('**/api/v2/search', async (route) => {
      const { cursor = '0' } = route.request().postDataJSON() as { cursor?: string };
      const first = Number(cursor);
      const data = Array.from({ length: rowsOfPage }, (_, at) => ({
        Timestamp: new Date(Date.now() - (first + at) * 10).toISOString(),
        SeverityText: 'info',
        ServiceName: 'cart',
        Body: `row ${first + at}`,
      }));
      const next = first + rowsOfPage;
      await route.fulfill({
        json: {
          data,
          rows: data.length,
          meta: {
            rowsRead: 0,
            bytesRead: 0,
            elapsedMs: 1,
            truncated: false,
            ...(next < rowsTotal && { cursor: String(next) }),
          },
        },
      });
    });
    await page.goto(`${server.origin('ui')}/search`);
    const grid = page.getByRole('grid', { name: 'Rows' });
    await grid.getByText('row 0', { exact: true }).waitFor();
    const counted = () => grid.getAttribute('aria-rowcount').then(Number);
    while ((await counted()) < rowsTotal) {
      const before = await counted();
      await grid.evaluate((element) => element.scrollTo(0, element.scrollHeight));
      await page.waitForFunction(
        (count) => Number(document.querySelector('[role=grid]')?.getAttribute('aria-rowcount')) > count,
        before,
      );
    }
    await grid.evaluate((element) => element.scrollTo(0, element.scrollHeight / 2));
    await grid
      .getByText(/^row 50\d\d\d$/)
      .first()
      .waitFor();
    await grid.evaluate((element) => element.scrollTo(0, element.scrollHeight));
    await grid.getByText('row 99999', { exact: true }).waitFor();
    expect(await page.evaluate(() => document.querySelectorAll('*').length)).toBeLessThan(nodesMax);
  });

  test('a chart of 11,000 points and 5 series leaves typing alone', async () => {
    const end = Math.floor(Date.now() / 1000 / stepSeconds) * stepSeconds * 1000;
    const start = end - (points - 1) * stepSeconds * 1000;
    const rows = Array.from({ length: points }, (_, at) =>
      services.map((group, series) => [
        start + at * stepSeconds * 1000,
        group,
        100 * series + 50 * Math.sin(at / 40 + series) + (at % 7),
      ]),
    ).flat();
    const columns = [
      { name: 'time', role: 'time', type: 'time' },
      { name: 'ServiceName', role: 'group', type: 'text' },
      { name: 'count', role: 'value', type: 'number', series: 0 },
    ];
    const meta = { rowsRead: 0, bytesRead: 0, elapsedMs: 1, nonFinite: 0, truncated: false, stepSeconds };
    await page.route('**/api/v2/charts/tile', (route) =>
      route.fulfill({ json: { data: { displayType: 'line', columns, rows, groupsLeft: 0, stepSeconds }, meta } }),
    );
    await page.goto(`${server.origin('ui')}/charts?from=${start}&to=${end}&granularity=30s`);
    const chart = page.getByRole('img', { name: 'Chart' });
    await chart.waitFor();
    expect([await chart.getAttribute('data-points'), await chart.getAttribute('data-series')]).toEqual([
      String(points),
      '5',
    ]);
    await watchPauses(page);
    const where = page.getByRole('textbox', { name: 'Where' });
    await where.pressSequentially('ServiceName:checkout -SeverityText:debug');
    await chart.hover();
    await page.mouse.move(700, 300);
    expect(await where.innerText()).toBe('ServiceName:checkout -SeverityText:debug');
    expect(await longestPause(page)).toBeLessThan(pauseMaxMs);
  });

  test('a trace of ten thousand spans is scrolled, folded and searched without a pause', async () => {
    const key = await makeKey(visitor, server);
    await sendSpans(server, key, spans);
    await arrived(countSpans, spansTotal);
    await page.goto(`${server.origin('ui')}/traces/${traceId}`);
    const tree = page.getByRole('tree', { name: 'Spans' });
    const panel = page.getByRole('complementary', { name: 'Span' });
    const heading = (name: string) => panel.getByRole('heading', { name, exact: true });
    await heading('step 0').waitFor();
    await page.getByText('Only the first 10,000 of 10,500 spans are shown.').waitFor();
    await watchPauses(page);
    await tree.evaluate((element) => element.scrollTo(0, element.scrollHeight / 2));
    await tree.evaluate((element) => element.scrollTo(0, element.scrollHeight));
    await tree.press('End');
    await heading(`step ${spansShown - 1}`).waitFor();
    await tree.press('ArrowLeft');
    await heading('step 9989').waitFor();
    expect(await page.evaluate(() => document.querySelectorAll('*').length)).toBeLessThan(nodesMax);
    await page.getByRole('button', { name: 'Collapse all' }).click();
    await page.waitForFunction(() => document.querySelectorAll('[role=treeitem]').length === 1);
    await page.getByRole('button', { name: 'Next error' }).click();
    await heading('step 9999').waitFor();
    await page.keyboard.press('e');
    await heading('step 2499').waitFor();
    await page.getByRole('switch', { name: 'Critical path' }).click();
    await page.getByRole('textbox', { name: 'Find in trace' }).pressSequentially('step 1234');
    await page.getByText('– of 1', { exact: true }).waitFor();
    await page.keyboard.press('Enter');
    await heading('step 1234').waitFor();
    expect(await longestPause(page)).toBeLessThan(pauseMaxMs);
    await page.waitForURL(/find=step/);
    await page.goto(`${server.origin('ui')}/traces/${traceId}?span=${spans.at(-1)?.id}`);
    await page.getByText('This span is not among the first 10,000 of 10,500 spans that are shown.').waitFor();
    expect(await panel.count()).toBe(0);
  });

  async function countSpans(): Promise<number> {
    const config = {
      displayType: 'number',
      sourceId: await sourceOf(visitor, server, 'trace'),
      select: [{ aggFn: 'count' }],
    };
    const { rows } = await ask<{ rows: number[][] }>(visitor, server, 'post', '/charts/tile', {
      tile: { config },
      startTime: Date.now() - 3_600_000,
      endTime: Date.now(),
    });
    return rows[0]?.[0] ?? 0;
  }
});
