import { readFile } from 'node:fs/promises';

import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { violations } from './axe';
import { hostileNames, hostileTexts } from './hostile';
import { account } from './journeys';
import { arrived, countRows } from './member';
import { startServer, type Server } from './server';
import { sendLogs, sendSpans } from './telemetry';
import { closeVisits, lead, startBrowser, visit, type Visitor } from './visitor';

const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';

/** The labels that another one stands on, of those that are shown. */
function touching(labels: Element[]): string[] {
  const shown = labels
    .map((label) => ({ label, box: label.getBoundingClientRect() }))
    .filter(({ box }) => box.width > 0);
  return shown
    .filter(({ box }) => shown.some((other) => other.box.left > box.left && other.box.left < box.right))
    .map(({ label }) => label.textContent ?? '');
}

// One installation and one person; the steps build on each other.
describe('from the first run to the first findings', () => {
  let server: Server;
  let browser: Browser;
  let visitor: Visitor;
  let page: Page;
  let key: string;

  beforeAll(async () => {
    [server, browser] = await Promise.all([startServer(), startBrowser()]);
    visitor = await visit(browser, [server.origin('ui')], { viewport: { width: 1440, height: 900 } });
    ({ page } = visitor);
  });

  afterAll(async () => {
    await closeVisits();
    await server?.stop();
  });

  const grid = () => page.getByRole('grid', { name: 'Rows' });
  const query = () => page.getByRole('textbox', { name: 'Query' });
  const go = (path: string) => lead(page, server.origin('ui'), path);

  test('the first run shows the ingestion key and waits for data', async () => {
    await go('/');
    await page.getByLabel('Name').fill(account.name);
    await page.getByLabel('E-mail').fill(account.email);
    await page.getByRole('textbox', { name: 'Password' }).fill(account.password);
    await page.getByRole('button', { name: 'Create account' }).click();
    await page.getByRole('heading', { name: 'Send your first data' }).waitFor();
    await page.getByText('Logs: waiting for data…').waitFor();
    key = await page.getByLabel('ingestion key', { exact: true }).innerText();
    expect(await page.locator('pre', { hasText: 'OTEL_SERVICE_NAME=my-service' }).first().innerText()).toContain(key);
    expect(await violations(page)).toEqual([]);
  });

  test('the first data is seen as it arrives', async () => {
    await sendLogs(server, key, [
      {
        body: 'payment refused by the bank',
        service: 'checkout',
        severity: 'error',
        attributes: { 'order.id': 'o-77' },
        traceId,
        spanId: '00f067aa0ba902b8',
      },
      ...Array.from({ length: 30 }, (_, at) => ({
        body: `GET /products 200 ${at} ms`,
        service: 'storefront',
        ago: 5 + at,
      })),
      { body: 'cache is cold', service: 'catalog', severity: 'warn', ago: 3 },
    ]);
    await sendSpans(server, key, [
      { name: 'POST /checkout', service: 'storefront', traceId, id: '00f067aa0ba902b7', start: 0, length: 120 },
      {
        name: 'POST /pay',
        service: 'checkout',
        traceId,
        id: '00f067aa0ba902b8',
        parent: '00f067aa0ba902b7',
        start: 10,
        length: 90,
        isError: true,
      },
    ]);
    await page.getByText('Logs: arriving;').waitFor();
    await page.getByText('Traces: arriving;').waitFor();
    await arrived(() => countRows(visitor, server, 'log', ''), 32);
    await arrived(() => countRows(visitor, server, 'trace', ''), 2);
    await page.getByRole('listitem').filter({ hasText: 'Logs:' }).getByRole('link', { name: 'Open in Search' }).click();
    await grid().getByText('payment refused by the bank').waitFor();
    await page.getByText('32 rows', { exact: true }).waitFor();
    expect(await violations(page)).toEqual([]);
  });

  test('fields and values complete, and Enter searches', async () => {
    await query().click();
    await page.keyboard.type('ServiceN');
    await page.getByRole('option', { name: /^ServiceName/ }).click();
    await page.keyboard.type('cat');
    await page.getByRole('option', { name: /^catalog/ }).click();
    await page.keyboard.press('Enter');
    await page.getByText('1 row', { exact: true }).waitFor();
    await grid().getByText('cache is cold').waitFor();
    expect(new URL(page.url()).searchParams.get('q')?.trim()).toBe('ServiceName:"catalog"');
  });

  test('names are found as they are typed, and an unknown one is told with the nearest', async () => {
    await query().fill('service:checkout level:error ordr.id:o-77');
    await page.keyboard.press('Enter');
    await page.getByText('No record in this time range has ordr.id. Did you mean order.id?').waitFor();
    const told = page.getByRole('status').filter({ hasText: 'Did you mean' });
    await told.getByRole('button', { name: 'order.id', exact: true }).click();
    await grid().getByText('payment refused by the bank').waitFor();
    await page.getByText('1 row', { exact: true }).waitFor();
    expect(new URL(page.url()).searchParams.get('q')).toBe('service:checkout level:error order.id:o-77');
    expect(await violations(page)).toEqual([]);
    await query().fill('');
    await page.keyboard.type('order');
    await page.getByRole('option', { name: /^order\.id/ }).click();
    await page.keyboard.type('o-77');
    await page.keyboard.press('Enter');
    await page.getByText('1 row', { exact: true }).waitFor();
  });

  test('a mistake is underlined where it is', async () => {
    await query().fill('timeout AND (cold');
    await page.keyboard.press('Enter');
    await page.getByRole('alert').getByText('expected a closing').waitFor();
    expect(await page.locator('.query-mistake').innerText()).toBe('(cold');
    await query().fill('');
    await page.keyboard.press('Enter');
    await page.getByText('32 rows', { exact: true }).waitFor();
  });

  test('a facet narrows the rows and leaves a chip', async () => {
    const facets = page.getByRole('complementary', { name: 'Facets' });
    await facets.getByRole('button', { name: 'Only error', exact: true }).click();
    await page.getByText('1 row', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Remove filter SeverityText' }).click();
    await facets.getByRole('button', { name: 'Exclude info' }).click();
    await page.getByText('2 rows', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Clear all' }).click();
    await page.getByText('32 rows', { exact: true }).waitFor();
  });

  test('a row shows all it says, its surroundings and its trace', async () => {
    await grid().getByText('payment refused by the bank').click();
    const panel = page.getByRole('complementary', { name: 'Row' });
    await panel.getByText('o-77').waitFor();
    expect(await violations(page)).toEqual([]);
    await panel.getByRole('tab', { name: 'Surrounding rows' }).click();
    await panel.getByText('All', { exact: true }).click();
    await panel.getByText('cache is cold').waitFor();
    await panel.getByRole('tab', { name: 'Trace' }).click();
    await panel.getByRole('treeitem').filter({ hasText: 'POST /pay' }).getByRole('img', { name: 'error' }).waitFor();
    for (const width of [1800, 1440, 1000, 700]) {
      await page.setViewportSize({ width, height: 900 });
      expect(await page.locator('[data-scale] > span').evaluateAll(touching), `at ${width}`).toEqual([]);
    }
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.reload();
    await panel.getByRole('treeitem').filter({ hasText: 'POST /pay' }).waitFor();
    await panel.getByRole('tab', { name: 'Details' }).click();
    await panel.getByText('o-77').waitFor();
    await page.keyboard.press('Escape');
    await panel.waitFor({ state: 'detached' });
  });

  test('the table is walked by keyboard', async () => {
    await grid().focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.getByRole('complementary', { name: 'Row' }).waitFor();
    await page.keyboard.press('Enter');
    await page.locator('aside[aria-label="Row"]:focus').waitFor();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Escape');
    await page.locator('[role="grid"][aria-label="Rows"]:focus').waitFor();
  });

  test('a saved search is found again in the palette', async () => {
    await query().fill('refused');
    await page.keyboard.press('Enter');
    await page.getByText('1 row', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('dialog').getByLabel('Name').fill('Refused payments');
    await page.getByRole('button', { name: 'Save search' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await go('/');
    await page.getByRole('heading', { name: 'Overview' }).waitFor();
    await page.keyboard.press('Control+K');
    await page.getByRole('combobox', { name: 'Command' }).fill('refused pay');
    await page.getByRole('option', { name: /Refused payments/ }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByText('1 row', { exact: true }).waitFor();
    expect(await query().innerText()).toBe('refused');
  });

  test('an export has the rows', async () => {
    await page.getByRole('button', { name: 'Share and export' }).click();
    const download = page.waitForEvent('download');
    await page.getByRole('menuitem', { name: 'Export CSV' }).click();
    const lines = (await readFile(await (await download).path(), 'utf8')).trim().split('\r\n');
    expect(lines[0]).toBe('Timestamp,SeverityText,ServiceName,Body');
    expect(lines[1]).toContain('payment refused by the bank');
  });

  test('the live tail shows what is stored', async () => {
    await query().fill('');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Live tail' }).click();
    await page.getByText('Live', { exact: true }).waitFor();
    await sendLogs(server, key, [{ body: 'fresh from the tail', service: 'tail' }]);
    await grid().getByText('fresh from the tail').waitFor();
    await page.getByRole('button', { name: 'Stop tail' }).click();
  });

  test('shortcuts lead to the pages, help lists them', async () => {
    await grid().focus();
    await page.keyboard.press('g');
    await page.keyboard.press('v');
    await page.getByRole('heading', { name: 'Services' }).waitFor();
    await page.keyboard.press('?');
    await page.getByRole('dialog').getByText('Go to services').waitFor();
    expect(await violations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  });

  test('services show their health and who calls whom', async () => {
    const table = page.getByRole('table', { name: 'Services' });
    await table.getByRole('link', { name: 'checkout', exact: true }).waitFor();
    await page.getByRole('group', { name: 'storefront calls checkout 1 time' }).waitFor();
    expect(await violations(page)).toEqual([]);
    await page.getByRole('link', { name: /^Requests of checkout from all callers; 1 from storefront/ }).press('Enter');
    await page.getByRole('table', { name: 'Traces' }).getByText('POST /checkout').waitFor();
    await page.goBack();
    await table.getByRole('link', { name: 'checkout', exact: true }).click();
    await page.getByRole('table', { name: 'Operations' }).getByText('POST /pay').waitFor();
    await page.getByRole('img', { name: 'Latency over time' }).waitFor();
    await page.getByRole('button', { name: 'p95', exact: true, pressed: true }).waitFor();
    expect(await violations(page)).toEqual([]);
    await page.getByRole('link', { name: 'Errors of POST /pay: 100 %' }).click();
    await page.waitForURL(/errors=true/);
    await page.getByRole('table', { name: 'Traces' }).getByText('POST /checkout').waitFor();
  });

  test('traces lead to the waterfall with what each span says', async () => {
    await go('/traces');
    await page.getByRole('table', { name: 'Traces' }).getByRole('link', { name: 'POST /checkout' }).click();
    await page.getByRole('treeitem').filter({ hasText: 'POST /pay' }).click();
    const span = page.getByRole('complementary', { name: 'Span' });
    await span.getByText('card declined').first().waitFor();
    expect(await span.getByText('payment refused by the bank').count()).toBe(1);
    expect(await violations(page)).toEqual([]);
    await go('/traces');
    await page.getByRole('table', { name: 'Traces' }).waitFor();
    expect(await violations(page)).toEqual([]);
  });

  test('a trace that does not exist says so', async () => {
    await page.getByRole('textbox', { name: 'Trace id' }).fill('0'.repeat(31) + '1');
    await page.keyboard.press('Enter');
    await page.getByText('Trace not found').waitFor();
  });

  test('a chart is built, compared and put on a dashboard', async () => {
    await go('/charts');
    const chart = page.getByRole('img', { name: 'Chart' });
    await chart.waitFor();
    await page.getByRole('table', { name: 'Legend' }).getByText('storefront').waitFor();
    await page.getByRole('textbox', { name: 'Where' }).fill('ServiceName:storefront');
    await page.getByRole('table', { name: 'Legend' }).getByText('checkout').waitFor({ state: 'detached' });
    await page.getByRole('checkbox', { name: 'Compare to previous period' }).check();
    await page.getByRole('button', { name: 'Table', exact: true }).click();
    await page.getByRole('table', { name: 'Totals' }).getByRole('cell', { name: 'storefront', exact: true }).waitFor();
    await page.getByRole('button', { name: 'Bars over time' }).click();
    await chart.waitFor();
    expect(await violations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Add to dashboard' }).click();
    await page.getByLabel('Name of the tile').fill('Rows of the storefront');
    await page.getByLabel('Name of the dashboard').fill('Shop');
    await page.getByRole('button', { name: 'Add chart' }).click();
    await page.getByRole('link', { name: 'Shop' }).waitFor();
    await page.reload();
    await chart.waitFor();
    expect(await page.getByRole('textbox', { name: 'Where' }).innerText()).toBe('ServiceName:storefront');
  });

  test('the time range is in the address and goes along', async () => {
    await page.getByRole('button', { name: /^Time range/ }).click();
    await page.getByRole('button', { name: 'Last 15 minutes' }).click();
    await page.getByRole('button', { name: 'Time range: Last 15 minutes' }).waitFor();
    expect(new URL(page.url()).searchParams.get('from')).toBe('now-15m');
    await page.getByRole('link', { name: 'Services', exact: true }).click();
    await page.getByRole('button', { name: 'Time range: Last 15 minutes' }).waitFor();
  });

  test('telemetry that looks like a script stays text, wherever it is shown', async () => {
    const hostileTrace = '5bf92f3577b34da6a3ce929d0e0e4737';
    await sendLogs(
      server,
      key,
      hostileTexts.map((text) => ({ body: text, service: 'hostile', attributes: { [text]: text } })),
    );
    await sendLogs(
      server,
      key,
      hostileNames.map((text) => ({ body: 'named', service: text })),
    );
    await sendSpans(
      server,
      key,
      hostileNames.map((text, at) => ({
        name: text,
        service: text,
        traceId: hostileTrace,
        id: `00f067aa0ba902c${at}`,
        start: at,
        length: 5,
      })),
    );
    await arrived(() => countRows(visitor, server, 'log', 'ServiceName:hostile'), hostileTexts.length);
    await arrived(() => countRows(visitor, server, 'log', 'Body:named'), hostileNames.length);
    await arrived(() => countRows(visitor, server, 'trace', `TraceId:${hostileTrace}`), hostileNames.length);
    await go('/search?q=ServiceName:hostile');
    await page.getByText('300 rows', { exact: true }).waitFor();
    for (let top = 0; top < hostileTexts.length * 28; top += 500)
      await grid().evaluate((element, to) => element.scrollTo(0, to), top);
    await grid().getByText('<img src=x').last().click();
    await page.getByRole('complementary', { name: 'Row' }).getByRole('region', { name: 'Attributes' }).waitFor();
    for (const [path, shown, text] of [
      ['/services', 'table', '<img src=x'],
      ['/traces', 'table', '<input autofocus'],
      [`/traces/${hostileTrace}`, 'tree', '<img src=x'],
      ['/charts', 'table', '<img src=x'],
    ] as const) {
      await go(path);
      await page.getByRole(shown).getByText(text).first().waitFor();
    }
    expect(await page.evaluate(() => 'isHurt' in globalThis)).toBe(false);
    expect(await page.locator('img[src="x"], svg[onload], iframe').count()).toBe(0);
    // The policy had nothing to stop: nothing was tried.
    expect(visitor.errors.filter((text) => text.includes('Content Security Policy'))).toEqual([]);
  });

  test('the palette finds services and metrics, and opens ids', async () => {
    const type = async (text: string, found: string | RegExp) => {
      await page.keyboard.press('Control+K');
      await page.getByRole('combobox', { name: 'Command' }).fill(text);
      await page.getByRole('option', { name: found }).first().waitFor();
    };
    await type('checkout', /checkout.*Services/);
    await page.getByRole('option', { name: /checkout.*Services/ }).click();
    await page.getByRole('heading', { name: 'checkout' }).waitFor();
    await type('no-such-thing', 'Search logs for “no-such-thing”');
    await page.keyboard.press('Enter');
    await page.getByText('No rows match').waitFor();
    await type('4bf92f3577b34da6a3ce929d0e0e4736', /^Open trace/);
    await page.keyboard.press('Enter');
    await page.waitForURL('**/traces/4bf92f3577b34da6a3ce929d0e0e4736*');
  });

  test('nothing went wrong on the way, and nothing left the host', () => {
    // Chromium reports refusals as errors: the mistake in the query, and the trace that is not there.
    expect(visitor.errors.filter((text) => !/status of (?:400|404)/.test(text))).toEqual([]);
    expect(visitor.strays).toEqual([]);
  });
});
