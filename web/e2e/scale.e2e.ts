import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { createAccount } from './journeys';
import { startServer, type Server } from './server';
import { closeVisits, startBrowser, visit } from './visitor';

const rowsTotal = 100_000;
const rowsOfPage = 2_000;
/** A page without any rows has about 700. */
const nodesMax = 4_000;
const points = 11_000;
const stepSeconds = 30;
const services = ['cart', 'catalog', 'checkout', 'payment', 'shipping'];
/** A pause that people notice while they type. */
const pauseMaxMs = 1_000;

// The browser gives these answers, as it would take long to store so much.
describe('many rows and many points', () => {
  let server: Server;
  let browser: Browser;
  let page: Page;

  beforeAll(async () => {
    [server, browser] = await Promise.all([startServer(), startBrowser()]);
    ({ page } = await visit(browser, [server.origin('ui')], { viewport: { width: 1440, height: 900 } }));
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
    await page.evaluate(() => {
      const seen = globalThis as unknown as { longest: number };
      seen.longest = 0;
      new PerformanceObserver((list) => {
        for (const { duration } of list.getEntries()) seen.longest = Math.max(seen.longest, duration);
      }).observe({ entryTypes: ['longtask'] });
    });
    const where = page.getByRole('textbox', { name: 'Where' });
    await where.pressSequentially('ServiceName:checkout -SeverityText:debug');
    await chart.hover();
    await page.mouse.move(700, 300);
    expect(await where.innerText()).toBe('ServiceName:checkout -SeverityText:debug');
    expect(await page.evaluate(() => (globalThis as unknown as { longest: number }).longest)).toBeLessThan(pauseMaxMs);
  });
});
