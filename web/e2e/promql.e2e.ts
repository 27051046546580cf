import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { landmarks, violations } from './axe';
import { arrived, ask, countMetrics, enter, makeKey } from './member';
import { startServer, type Server } from './server';
import { sendMetrics, type SentMetric } from './telemetry';
import { closeVisits, lead, startBrowser, type Visitor } from './visitor';

const phone = { width: 390, height: 844 };
const desk = { width: 1440, height: 900 };

const metrics: SentMetric[] = ['orders', 'mails'].map((queue, at) => ({
  name: 'queue.depth',
  unit: '{items}',
  values: Array.from({ length: 600 }, (_, second) => 10 * (at + 1) + (second % 60) / 10),
  attributes: { queue },
}));

// One installation and one person; the steps build on each other.
describe('PromQL in the interface', () => {
  let server: Server;
  let browser: Browser;
  let visitor: Visitor;
  let page: Page;

  beforeAll(async () => {
    [server, browser] = await Promise.all([startServer({ CAIRN_WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8' }), startBrowser()]);
    visitor = await enter(browser, server);
    ({ page } = visitor);
    await sendMetrics(server, await makeKey(visitor, server), metrics);
    await arrived(() => countMetrics(visitor, server), 1);
  });

  afterAll(async () => {
    await closeVisits();
    await server?.stop();
  });

  const go = (path: string) => lead(page, server.origin('ui'), path);
  const button = (name: string) => page.getByRole('button', { name, exact: true }).last();
  const box = (name: string) => page.getByRole('textbox', { name, exact: true });
  const options = () => page.locator('.cm-tooltip-autocomplete').getByRole('option');
  const option = (name: string) => options().filter({ has: page.getByText(name, { exact: true }) });
  const legend = (name: string) => page.getByRole('row', { name: new RegExp(`^${name}`) });
  const inAddress = () => JSON.parse(new URL(page.url()).searchParams.get('chart') ?? '{}') as Record<string, unknown>;

  test('an expression is written with completion', async () => {
    await go('/charts');
    await page.getByText('PromQL', { exact: true }).click();
    await page.getByText('Write an expression').waitFor();
    await box('Expression A').click();
    await page.keyboard.type('sum by (qu');
    await option('queue').first().waitFor();
    // The chart is dimmed while the expression is not whole.
    expect((await violations(page, landmarks)).filter((one) => !one.startsWith('color-contrast'))).toEqual([]);
    await page.keyboard.press('Tab');
    await page.keyboard.type(') (queue_d');
    await option('queue_depth').waitFor();
    await page.keyboard.press('Tab');
    await page.keyboard.type('{queue="');
    await option('mails').waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect.poll(() => box('Expression A').innerText()).toBe('sum by (queue) (queue_depth{queue="mails"})');
    await page.getByRole('img', { name: 'Chart' }).waitFor();
    expect(await violations(page)).toEqual([]);
  });

  test('Tab leaves a whole expression as it is', async () => {
    const field = box('Expression A');
    const isFocused = () => field.evaluate((one) => one === document.activeElement);
    for (const text of ['sum(queue_depth)', 'rate(queue_depth[1m])', 'queue_depth{queue="mails"}']) {
      // oxlint-disable-next-line no-await-in-loop
      await field.fill('');
      // oxlint-disable-next-line no-await-in-loop
      await page.keyboard.type(text);
      // Whatever the server says about it, a list would have opened before.
      // oxlint-disable-next-line no-await-in-loop
      await expect.poll(() => JSON.stringify(inAddress())).toContain(JSON.stringify(text).slice(1, -1));
      // oxlint-disable-next-line no-await-in-loop
      await page.waitForLoadState('networkidle');
      // oxlint-disable-next-line no-await-in-loop
      await page.keyboard.press('Tab');
      // oxlint-disable-next-line no-await-in-loop
      expect(await field.innerText()).toBe(text);
      // oxlint-disable-next-line no-await-in-loop
      expect(await isFocused()).toBe(false);
    }
    await field.click();
    await page.keyboard.press('Control+End');
    await page.keyboard.type(' ');
    await page.keyboard.type('u');
    await option('unless').waitFor();
    await page.keyboard.press('Escape');
  });

  test('operators are drawn as they are typed', async () => {
    await box('Expression A').fill('sum(queue_depth)');
    await page.keyboard.press('Control+Space');
    await option('!=').waitFor();
    const ligatures = await option('!=').evaluate((one) => getComputedStyle(one).fontVariantLigatures);
    expect(ligatures).toBe('none');
    await page.keyboard.press('Escape');
  });

  test('the address holds the chart', async () => {
    await box('Expression A').fill('sum by(queue)(avg_over_time(queue_depth[$__rate_interval]))');
    await box('Legend').fill('{{queue}} now');
    await legend('mails now').waitFor();
    await legend('orders now').waitFor();
    expect(inAddress()).toMatchObject({ configType: 'promql', displayType: 'line' });
    await page.reload();
    await legend('mails now').waitFor();
    await button('Format expression a').click();
    const formatted = 'sum by (queue) (avg_over_time(queue_depth[$__rate_interval]))';
    await expect.poll(() => box('Expression A').innerText()).toBe(formatted);
    expect(await page.locator('.cm-lintRange-error').count()).toBe(0);
    await button('Table').click();
    await page.getByRole('columnheader', { name: 'queue' }).waitFor();
    expect(await violations(page, landmarks)).toEqual([]);
    await button('Line').click();
    await legend('mails now').waitFor();
  });

  test('comments outlive formatting', async () => {
    await box('Expression A').fill('# all of them\nsum(queue_depth)by(queue) # now');
    await button('Format expression a').click();
    await expect.poll(() => box('Expression A').innerText()).toBe('# all of them\nsum by (queue) (queue_depth) # now');
    const within = 'sum( # all of them\nqueue_depth)';
    await box('Expression A').fill(within);
    const format = button('Format expression a');
    await expect.poll(() => format.getAttribute('aria-disabled')).toBe('true');
    expect(await format.getAttribute('title')).toContain('would drop the comments');
    await format.press('Enter');
    await page.getByRole('status').filter({ hasText: 'would drop the comments' }).waitFor();
    expect(await box('Expression A').innerText()).toBe(within);
  });

  test('mistakes are marked where they are', async () => {
    await box('Expression A').fill('sum(queue_depth) by');
    await page.locator('.cm-lintRange-error').first().waitFor();
    await page
      .getByText(/\(character \d+\)\.$/)
      .first()
      .waitFor();
    await box('Expression A').fill('label_replace(queue_depth, "a", "b", "queue", "(")');
    await page
      .getByText(/invalid regular expression/i)
      .first()
      .waitFor();
    await box('Expression A').fill('queue_depth{queue="$queue"} > $limit');
    await page
      .getByText(/\$limit is not a variable/)
      .first()
      .waitFor();
    await box('Expression A').fill('nothing_of_that_name');
    await page.getByText('No data in this time range').waitFor();
    await box('Expression A').fill('rate(queue_depth[5m])');
    await page.getByText(/might not be a counter/).waitFor();
  });

  test('the chart goes on a dashboard, where its tile is edited', async () => {
    await box('Expression A').fill('max by (queue) (queue_depth)');
    await legend('mails now').waitFor();
    await button('Add to dashboard').click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name of the tile').fill('Depth');
    await dialog.getByLabel('Name of the dashboard').fill('Queues');
    await button('Add chart').click();
    await page.getByRole('link', { name: 'Queues' }).click();
    const tile = page.getByRole('region', { name: 'Depth' });
    await tile.getByRole('img', { name: 'Depth' }).waitFor();
    await tile.getByRole('button', { name: 'Tile Depth: actions' }).click();
    await page.getByRole('menuitem', { name: 'Edit tile' }).click();
    await button('Add query').click();
    await box('Expression B').fill('vector(15) + 0 * scalar(count(queue_depth))');
    await page.getByRole('group', { name: 'Query B' }).getByLabel('Legend').fill('limit');
    await page.getByRole('region', { name: 'Preview' }).getByText('limit').waitFor();
    expect(await violations(page)).toEqual([]);
    await button('Remove query B').click();
    const previewed = page.waitForRequest((request) => request.postData()?.includes('(queue_depth) + 1') ?? false);
    await box('Expression A').fill('max by (queue) (queue_depth) + 1');
    await previewed;
    await button('Apply').click();
    await button('Save').click();
    await tile.getByRole('img', { name: 'Depth' }).waitFor();
    const [board] = await ask<{ id: string; tiles: { config: unknown }[] }[]>(visitor, server, 'get', '/dashboards');
    expect(board?.tiles[0]?.config).toMatchObject({
      configType: 'promql',
      queries: [{ expression: 'max by (queue) (queue_depth) + 1', legend: '{{queue}} now' }],
    });
  });

  test('an alert on the tile shows what it watches and would have done', async () => {
    await ask(visitor, server, 'post', '/webhooks', {
      name: 'On call',
      service: 'generic',
      url: 'http://127.0.0.1:9/',
    });
    await page.reload();
    await page.getByRole('button', { name: 'Tile Depth: actions' }).click();
    await page.getByRole('menuitem', { name: 'Create alert' }).click();
    const trial = page.getByRole('region', { name: 'Back-test' });
    await trial.getByRole('img', { name: 'Depth on Queues' }).waitFor();
    await page.getByLabel('Evaluation window').selectOption('1m');
    await page.getByLabel('Threshold', { exact: true }).first().fill('18');
    await expect.poll(() => trial.locator('[data-figure="notifications"]').innerText()).not.toBe('0');
    await page
      .getByRole('combobox', { name: 'Webhooks' })
      .or(page.getByRole('textbox', { name: 'Webhooks' }))
      .first()
      .click();
    await page.getByRole('option', { name: 'On call' }).click();
    await page.keyboard.press('Escape');
    await page.getByLabel('Name', { exact: true }).fill('Deep queue');
    await button('Create alert').click();
    await page.getByRole('heading', { name: 'Deep queue' }).waitFor();
    await page.getByText('max by (queue) (queue_depth) + 1').waitFor();
    await page.getByRole('region', { name: 'Value over time' }).getByRole('img').waitFor();
    await page.getByText('queue: mails').first().waitFor();
    expect(await violations(page)).toEqual([]);
    const rules = await page.request.get(`${server.origin('ui')}/prometheus/api/v1/rules`);
    expect(await rules.text()).toContain('(max by (queue) (queue_depth) + 1) >= 18');
  });

  test('a phone shows the editor as wide as the page', async () => {
    await page.setViewportSize(phone);
    const chart = { configType: 'promql', displayType: 'line', queries: [{ expression: 'queue_depth' }] };
    await go(`/charts?chart=${encodeURIComponent(JSON.stringify(chart))}`);
    await page.getByRole('img', { name: 'Chart' }).waitFor();
    await box('Expression A').click();
    await page.keyboard.press('Control+End');
    await page.keyboard.type(' + queue_');
    await option('queue_depth').waitFor();
    // What is typed comes into the address, and the field stays where it is.
    await expect.poll(() => JSON.stringify(inAddress())).toContain(' + queue_');
    await expect.poll(async () => (await options().first().boundingBox())?.y).toBeGreaterThan(0);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(phone.width);
    // Escape closes the list; then Tab leaves the field.
    await page.keyboard.press('Escape');
    await options().first().waitFor({ state: 'detached' });
    await page.keyboard.press('Tab');
    await expect.poll(() => box('Expression A').evaluate((field) => field === document.activeElement)).toBe(false);
    expect(await violations(page)).toEqual([]);
    await page.setViewportSize(desk);
  });

  test('an empty team is asked for nothing of another one', async () => {
    const [board] = await ask<{ id: string }[]>(visitor, server, 'get', '/dashboards');
    await ask(visitor, server, 'post', '/teams', { name: 'Empty' });
    await page.goto(server.origin('ui'));
    await page.waitForURL(/team=/);
    const { search } = new URL(page.url());
    visitor.errors.splice(0);
    for (const path of ['/', '/metrics', '/charts', `/dashboards/${board?.id}`]) {
      // oxlint-disable-next-line no-await-in-loop
      await page.goto(server.origin('ui') + path + search);
      // oxlint-disable-next-line no-await-in-loop
      await page.waitForLoadState('networkidle');
      // oxlint-disable-next-line no-await-in-loop
      await page.getByRole('button', { name: /Switch team/ }).click();
      // oxlint-disable-next-line no-await-in-loop
      await page.getByRole('menuitem', { name: 'Empty' }).click();
      // oxlint-disable-next-line no-await-in-loop
      await page.getByRole('button', { name: /Empty ?Switch team/ }).waitFor();
      // oxlint-disable-next-line no-await-in-loop
      await page.locator('main h1').first().waitFor();
      // oxlint-disable-next-line no-await-in-loop
      await page.waitForLoadState('networkidle');
      expect(visitor.errors.map((error) => `${path}: ${error}`)).toEqual([]);
    }
  });
});
