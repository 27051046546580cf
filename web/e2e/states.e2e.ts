import type { Browser, Page, Route } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { setAhead } from './ahead';
import { account, createAccount, overviewShown, signIn } from './journeys';
import { startServer, type Server } from './server';
import { closeVisits, lead, startBrowser, visit } from './visitor';

const overview = '**/ui/api/overview';
const away = {
  status: 503,
  headers: { 'X-Request-Id': '0b6ad1a5-8a3f-4c7e-9d0b-1f2e3d4c5b6a' },
  json: { message: 'the engine is restarting' },
};

const refused = {
  status: 403,
  headers: { 'X-Request-Id': away.headers['X-Request-Id'] },
  json: { message: 'the key may not read this' },
};
const views = [
  { path: '/search', api: '**/api/v2/search', failure: 'The search failed', empty: 'No rows match' },
  {
    path: '/charts',
    api: '**/api/v2/charts/tile',
    failure: 'The chart could not be loaded',
    empty: 'No data in this time range',
  },
  { path: '/traces', api: '**/api/v2/search', failure: 'The traces could not be loaded', empty: 'No traces match' },
  {
    path: '/services',
    api: '**/api/v2/charts/series',
    failure: 'The services could not be loaded',
    empty: 'No service sent spans in this time range',
  },
  {
    path: '/metrics',
    api: '**/prometheus/api/v1/cardinality/metrics?*',
    failure: 'The metrics could not be loaded',
    empty: 'No metrics in this time range',
  },
  {
    path: '/services/cart',
    api: '**/api/v2/charts/series',
    failure: 'The numbers could not be loaded',
    empty: 'No requests to this service in this time range',
  },
  {
    path: '/traces/4bf92f3577b34da6a3ce929d0e0e4736',
    api: '**/api/v2/traces/*',
    failure: 'The trace could not be loaded',
    empty: 'Trace not found',
  },
];

/** An answer that is given when the test says so. */
function hold(): { held: Promise<void>; answer: () => void } {
  let answer: (() => void) | undefined;
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  return { held, answer: () => answer?.() };
}

/** Answers a question about a chart with one point, once something has happened. */
function answerWith(waiting: Promise<unknown>) {
  const meta = { rowsRead: 1, bytesRead: 1, elapsedMs: 1, nonFinite: 0, stepSeconds: 60 };
  const columns = [
    { name: 'time', role: 'time', type: 'time' },
    { name: 'ServiceName', role: 'group', type: 'text' },
    { name: 'count', role: 'value', type: 'number', series: 0 },
  ];
  return async (route: Route) => {
    await waiting;
    const { startTime } = route.request().postDataJSON() as { startTime: number };
    const rows = [[Math.ceil(startTime / 60_000) * 60_000, 'cart', 5]];
    await route.fulfill({
      json: { data: { displayType: 'line', columns, rows, groupsLeft: 0, stepSeconds: 60 }, meta },
    });
  };
}

// The server can't be made to fail on demand, so the browser gives these answers.
describe('what a page shows when things go wrong', () => {
  let server: Server;
  let browser: Browser;
  let page: Page;

  beforeAll(async () => {
    [server, browser] = await Promise.all([startServer(), startBrowser()]);
    ({ page } = await visit(browser, [server.origin('ui')]));
    await page.goto(server.origin('ui'));
    await createAccount(page);
  });

  afterAll(async () => {
    await closeVisits();
    await server?.stop();
  });

  test('an overview that fails later stays, and says how old it is', async () => {
    await page.route(overview, (route) => route.fulfill(away));
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
    await setAhead(page.getByText('The engine is restarting.'));
    expect(await page.getByText(/^Showing data from/).count()).toBe(1);
    expect(await page.getByRole('region', { name: 'Status' }).isVisible()).toBe(true);
  });

  test('an overview that never came says why, with the request id', async () => {
    await page.reload();
    const alert = page.getByRole('alert');
    await setAhead(alert);
    expect(await alert.innerText()).toContain('The overview could not be loaded');
    expect(await alert.innerText()).toContain(away.headers['X-Request-Id']);
  });

  test('trying again helps', async () => {
    await page.unroute(overview);
    await page.getByRole('button', { name: 'Try again' }).click();
    await overviewShown(page);
  });

  test.each(views)(
    '$path shows that it loads, that it failed, and that there is nothing',
    async ({ path, api, failure, empty }) => {
      const { held, answer } = hold();
      await page.route(api, async (route) => {
        await held;
        await route.fulfill(refused);
      });
      await lead(page, server.origin('ui'), path);
      await page
        .getByRole('status', { name: /^Loading/ })
        .first()
        .waitFor();
      answer();
      const alert = page.getByRole('alert').filter({ hasText: failure });
      await alert.waitFor();
      expect(await alert.innerText()).toContain(away.headers['X-Request-Id']);
      await page.unroute(api);
      await alert.getByRole('button', { name: 'Try again' }).click();
      await page.getByText(empty).waitFor();
    },
  );

  test('a chart stays, dimmed, while the next one is on its way', async () => {
    await page.route('**/api/v2/charts/tile', answerWith(Promise.resolve()));
    await lead(page, server.origin('ui'), '/charts');
    await page.getByRole('img', { name: 'Chart' }).waitFor();
    await page.unroute('**/api/v2/charts/tile');
    const { held, answer } = hold();
    await page.route('**/api/v2/charts/tile', answerWith(held));
    await page.getByRole('button', { name: 'Refresh' }).click();
    await page.locator('[data-stale] [role=img]').waitFor();
    answer();
    await page.locator('[data-stale]').waitFor({ state: 'detached' });
    await page.unroute('**/api/v2/charts/tile');
  });

  test('a refresh that fails leaves the chart as it was, and the chart comes back without a click', async () => {
    const chart = page.getByRole('img', { name: 'Chart' });
    await page.route('**/api/v2/charts/tile', answerWith(Promise.resolve()));
    await lead(page, server.origin('ui'), '/charts');
    await chart.waitFor();
    await page.unroute('**/api/v2/charts/tile');
    await page.route('**/api/v2/charts/tile', (route) => route.fulfill(away));
    await page.getByRole('button', { name: 'Refresh' }).click();
    await setAhead(page.getByText(/^Showing data from .* The engine is restarting\. Retrying automatically\./));
    expect(await chart.isVisible()).toBe(true);
    expect(await page.getByRole('alert').count()).toBe(0);
    await page.unroute('**/api/v2/charts/tile');
    await page.route('**/api/v2/charts/tile', answerWith(Promise.resolve()));
    await setAhead(page.getByText(/^Showing data from/), false);
    expect(await chart.isVisible()).toBe(true);
    await page.unroute('**/api/v2/charts/tile');
  });

  test('a view that never came comes without a click, too', async () => {
    await page.route('**/api/v2/charts/series', (route) => route.fulfill(away));
    await lead(page, server.origin('ui'), '/services');
    await setAhead(page.getByRole('alert').filter({ hasText: 'The services could not be loaded' }));
    await page.unroute('**/api/v2/charts/series');
    await setAhead(page.getByText('No service sent spans in this time range'));
  });

  test('too many attempts say when to come back', async () => {
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    await page.route('**/ui/api/session', (route) =>
      route.fulfill({ status: 429, headers: { 'Retry-After': '30' }, json: { message: 'too many attempts' } }),
    );
    await signIn(page, account.password);
    const alert = page.getByRole('alert');
    await alert.waitFor();
    expect(await alert.innerText()).toContain('Too many attempts. Try again in 30 seconds.');
  });
});
