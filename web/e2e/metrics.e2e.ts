import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { landmarks, violations } from './axe';
import { ask, arrived, enter, enterInvited, makeKey } from './member';
import { startServer, type Server } from './server';
import { sendMetrics, type SentMetric } from './telemetry';
import { closeVisits, lead, startBrowser, type Visitor } from './visitor';
import { misfits } from './widths';

const seriesMax = 50;
const hostile = 'a/b?c=<img src=x>"\\ %2F';

/** A gauge with a series for each user: what a limit is for. */
function carts(count: number): SentMetric[] {
  return Array.from({ length: count }, (_, at) => ({
    name: 'cart.size',
    unit: '{item}',
    values: [1, 2, 3],
    attributes: { 'user.id': `user-${at}`, region: at % 2 === 0 ? 'north' : 'south' },
  }));
}

const traceId = 'a'.repeat(32);

const others: SentMetric[] = [
  { name: 'http.requests', unit: '', kind: 'sum', values: [1, 1, 1, 1] },
  {
    name: 'http.duration',
    unit: 's',
    kind: 'histogram',
    values: [2, 2, 2, 2],
    exemplar: { traceId, spanId: 'b'.repeat(16) },
  },
  { name: hostile, unit: '<b>', values: [1], attributes: { 'la"bel': '</script>' } },
];

// One installation, one person, then a second one; the steps build on each other.
describe('finding out which metrics and series there are', () => {
  let server: Server;
  let browser: Browser;
  let visitor: Visitor;
  let page: Page;
  let key = '';

  beforeAll(async () => {
    [server, browser] = await Promise.all([
      startServer({ CAIRN_INGEST_SERIES_MAX: String(seriesMax) }),
      startBrowser(),
    ]);
    visitor = await enter(browser, server);
    ({ page } = visitor);
    key = await makeKey(visitor, server);
  });

  afterAll(async () => {
    await closeVisits();
    await server?.stop();
  });

  const open = (path: string) => lead(page, server.origin('ui'), path);

  async function activeSeries(): Promise<number> {
    const response = await page.request.get(`${server.origin('ui')}/prometheus/api/v1/cardinality/limit`);
    return ((await response.json()) as { data: { active: number } }).data.active;
  }

  test('without metrics the page says how to send some', async () => {
    await open('/metrics');
    await page.getByText('No metrics in this time range').waitFor();
    expect(await page.getByRole('link', { name: 'Send data' }).last().getAttribute('href')).toContain('/send');
    expect(await violations(page, landmarks)).toEqual([]);
  });

  test('metrics are listed with their series, and found under both names', async () => {
    await sendMetrics(server, key, [...carts(10), ...others]);
    await arrived(activeSeries, 13);
    await open('/metrics');
    const list = page.getByRole('grid', { name: 'Metrics' });
    await list.getByText('cart_size').waitFor();
    expect(await list.getByRole('row').nth(1).innerText()).toMatch(/cart_size\s+gauge\s+\{item\}\s+10/);
    await page.getByRole('textbox', { name: 'Find a metric' }).fill('http.dur');
    await page.getByText('1 of 4 metrics, 13 series').waitFor();
    await list.getByText('http_duration_seconds').waitFor();
    expect(await violations(page, landmarks)).toEqual([]);
    await page.getByRole('textbox', { name: 'Find a metric' }).fill('nothing of the kind');
    await page.getByText('No metric has this text').waitFor();
    await expect.poll(() => new URL(page.url()).searchParams.get('find')).toContain('nothing');
  });

  test('a metric shows a chart, its labels and who sends it', async () => {
    await open('/metrics');
    await page.getByRole('grid', { name: 'Metrics' }).getByText('cart_size').click();
    await page.getByRole('heading', { name: 'cart_size' }).waitFor();
    await page.getByRole('img', { name: 'Value of cart_size over time' }).waitFor();
    const labels = page.getByRole('table', { name: 'Labels' });
    expect(await labels.getByRole('row').nth(1).innerText()).toMatch(/user_id\s+10\s+10/);
    await page.getByLabel('By label').first().fill('region');
    await page.getByRole('option', { name: 'region (2)' }).click();
    const values = page.getByRole('table', { name: 'Series by region' });
    expect(await values.innerText()).toMatch(/north\s+5\s+50 %\s+south\s+5\s+50 %/);
    expect(await violations(page, landmarks)).toEqual([]);
  });

  test.each([
    ['http_requests_total', 'Rate per second'],
    ['http.duration', '95th percentile'],
  ])('%s is drawn as its type asks for it', async (name, drawn) => {
    await open(`/metrics/${name}`);
    await page.getByRole('img', { name: new RegExp(`^${drawn} of`) }).waitFor();
  });

  test('its exemplars lead to their traces', async () => {
    await open('/metrics/http.duration');
    const mark = page.getByRole('group', { name: /^Exemplars of 95th percentile of/ }).getByRole('link');
    expect(await mark.first().getAttribute('href')).toMatch(
      new RegExp(`/traces/${traceId}\\?.*span=${'b'.repeat(16)}`),
    );
    expect(await violations(page, landmarks)).toEqual([]);
  });

  test('a name and a label with any signs are texts', async () => {
    await open('/metrics');
    await page.getByRole('textbox', { name: 'Find a metric' }).fill('img');
    await page.getByRole('grid', { name: 'Metrics' }).getByRole('row').nth(1).click();
    await page.getByText(hostile).first().waitFor();
    await page.getByRole('table', { name: 'Labels' }).waitFor();
    await page.getByRole('table', { name: /^Series by/ }).waitFor();
    expect(await page.locator('img[src=x]').count()).toBe(0);
    await page.reload();
    await page.getByText(hostile).first().waitFor();
  });

  test('who sends is shown for all metrics', async () => {
    await open('/metrics?tab=senders');
    expect(await page.getByRole('table', { name: 'Series by job' }).innerText()).toMatch(/shop\s+13\s+100 %/);
    expect(await violations(page, landmarks)).toEqual([]);
  });

  test('near the limit, the page and the overview name what grows', async () => {
    await sendMetrics(server, key, carts(40));
    await arrived(activeSeries, 43);
    for (const path of ['/metrics', '/']) {
      // oxlint-disable-next-line no-await-in-loop
      await open(path);
      // oxlint-disable-next-line no-await-in-loop
      await page.reload();
      const warning = page.getByRole('status').filter({ hasText: 'The limit of series is near' });
      // oxlint-disable-next-line no-await-in-loop
      expect(await warning.innerText()).toContain('43 of 50 active series');
      // oxlint-disable-next-line no-await-in-loop
      expect(await warning.innerText()).toMatch(/cart_size, by the label user_id\./);
      // oxlint-disable-next-line no-await-in-loop
      expect(await violations(page, landmarks)).toEqual([]);
    }
  });

  test('beyond it new series are refused, and old ones go on', async () => {
    await sendMetrics(server, key, carts(200));
    await arrived(activeSeries, seriesMax);
    await open('/metrics');
    await page.reload();
    await page.getByRole('status').filter({ hasText: 'New series are refused' }).waitFor();
    await open('/');
    await page.getByRole('status', { name: 'Now' }).getByText('New series are refused').waitFor();
    expect(await page.getByText('Nothing is wrong now.').count()).toBe(0);
  });

  test('a small phone shows whole names, and says in words what they are', async () => {
    await page.setViewportSize({ width: 360, height: 780 });
    await open('/metrics');
    const row = page.getByRole('grid', { name: 'Metrics' }).getByRole('row').filter({ hasText: 'http_duration' });
    await expect.poll(() => row.innerText()).toBe('http_duration_seconds\nhistogram · s · 1 series');
    const isCut = await row
      .getByRole('gridcell')
      .evaluate((cell) => cell.scrollWidth > cell.clientWidth || cell.scrollHeight > cell.clientHeight);
    expect(isCut).toBe(false);
    expect(await misfits(page)).toEqual([]);
    expect(await violations(page, landmarks)).toEqual([]);
  });

  test('it fits on a phone, in the dark', async () => {
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.setViewportSize({ width: 390, height: 844 });
    for (const path of ['/metrics', '/metrics?tab=senders', '/metrics/cart_size']) {
      // oxlint-disable-next-line no-await-in-loop
      await open(path);
      // oxlint-disable-next-line no-await-in-loop
      await page
        .getByText(/cart_size|Series by|shop/)
        .first()
        .waitFor();
      // oxlint-disable-next-line no-await-in-loop
      expect(await misfits(page)).toEqual([]);
      // oxlint-disable-next-line no-await-in-loop
      expect(await violations(page, landmarks)).toEqual([]);
    }
  });

  test('who may only read sees it, within what they may see', async () => {
    const { id } = await ask<{ id: string }>(visitor, server, 'post', '/roles', {
      name: 'North',
      permissions: [
        { action: 'read', subject: 'all' },
        { action: 'read', subject: 'all', integration: 'clickhouse', conditions: { where: 'region:"north"' } },
      ],
    });
    const reader = await enterInvited(browser, visitor, server, { name: 'Bo', email: 'bo@example.org' });
    const members = await ask<{ id: string; email: string }[]>(visitor, server, 'get', '/team/members');
    const bo = members.find(({ email }) => email === 'bo@example.org');
    await ask(visitor, server, 'put', `/team/members/${bo?.id}/role`, { roleId: id });
    await lead(reader.page, server.origin('ui'), '/metrics/cart_size');
    await reader.page.getByRole('table', { name: 'Labels' }).getByText('user_id').waitFor();
    expect(await reader.page.locator('main').innerText()).not.toContain('south');
    await lead(reader.page, server.origin('ui'), '/metrics');
    await reader.page.getByText('1 metric,').waitFor();
  });
});
