import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { violations } from './axe';
import { arrived, countMetrics, countRows, enter, makeKey, sourcesOf } from './member';
import { startServer, type Server } from './server';
import { settled } from './settled';
import { spot } from './spot';
import { sendMetrics, sendSpans, type SentMetric, type SentSpan } from './telemetry';
import { closeVisits, lead, startBrowser, type Visitor } from './visitor';

/** More than one page of the list. */
const plainTraces = 320;

const hex = (number: number, digits: number) => number.toString(16).padStart(digits, '0');

/** A trace of one span, as most are. */
function single(at: number): SentSpan {
  return { name: 'GET /', service: 'storefront', traceId: hex(at + 1, 32), id: hex(at + 1, 16), start: at, length: 5 };
}

/** A purchase: the storefront begins it, payment is asked in the middle, and the bank refuses. */
const purchase: SentSpan[] = [
  { name: 'POST /checkout', service: 'storefront', length: 120 },
  { name: 'POST /charge', service: 'payment', length: 900, isError: true },
  { name: 'POST /charge again', service: 'payment', length: 20 },
].map((span, at) => ({
  ...span,
  traceId: hex(0xabc, 32),
  id: hex(0xa00 + at, 16),
  start: at,
  ...(at > 0 && { parent: hex(0xa00, 16) }),
}));

/** How long a purchase took, with its trace. */
const took: SentMetric = {
  name: 'checkout.took',
  kind: 'histogram',
  unit: 'ms',
  values: [900],
  attributes: { host: '<b>a' },
  exemplar: { traceId: hex(0xabc, 32), spanId: hex(0xa01, 16) },
};
/** How many there were, with a trace that nobody has sent. */
const sold: SentMetric = {
  ...took,
  name: 'checkouts',
  kind: 'sum',
  exemplar: { traceId: hex(0xfff, 32), spanId: hex(0xfff, 16) },
};

/** The colour that an element is filled with. */
function colorOf(found: Locator): Promise<string> {
  return found.evaluate((one) => {
    const { fill, backgroundColor } = getComputedStyle(one);
    return one instanceof SVGElement ? fill : backgroundColor;
  });
}

/** A trace whose first span has been lost on the way; one of its others has no name. */
const orphans: SentSpan[] = ['SELECT orders', 'COMMIT', ''].map((name, at) => ({
  name,
  service: 'ledger',
  traceId: hex(0xdef, 32),
  id: hex(0xb01 + at, 16),
  parent: hex(0xb00, 16),
  start: at * 5,
  length: 4,
}));

// One installation and one person, who only looks.
describe('finding a trace by any of its spans', () => {
  let server: Server;
  let browser: Browser;
  let visitor: Visitor;
  let page: Page;

  beforeAll(async () => {
    [server, browser] = await Promise.all([startServer(), startBrowser()]);
    visitor = await enter(browser, server);
    ({ page } = visitor);
    const key = await makeKey(visitor, server);
    await sendSpans(server, key, [
      ...purchase,
      ...orphans,
      ...Array.from({ length: plainTraces }, (_, at) => single(at)),
    ]);
    await sendMetrics(server, key, [took, sold]);
    await arrived(() => countRows(visitor, server, 'trace', ''), plainTraces + purchase.length + orphans.length);
    await arrived(() => countMetrics(visitor, server), 2);
  });

  afterAll(async () => {
    await closeVisits();
    await server?.stop();
  });

  const open = (path: string) => lead(page, server.origin('ui'), path);
  const rows = () => page.getByRole('table', { name: 'Traces' }).getByRole('row');
  const found = (operation: string) => rows().filter({ has: page.getByRole('link', { name: operation, exact: true }) });

  test.each([
    ['a service that is called', '?service=payment', 'POST /checkout', ['payment', 'POST /charge', '901 ms']],
    ['an error within', '?errors=true', 'POST /checkout', ['payment', 'POST /charge', 'Error']],
    ['a span that takes long', '?minMs=500', 'POST /checkout', ['payment', '900 ms']],
    ['all of them at once', '?service=payment&errors=true&minMs=500', 'POST /checkout', ['Error']],
    ['a service whose callers are lost', '?service=ledger', 'SELECT orders', ['ledger', '(empty)', '14 ms']],
  ])('by %s', async (_, search, operation, said) => {
    await open(`/traces${search}`);
    await found(operation).waitFor();
    expect(await rows().count(), 'a row for the trace, and the head').toBe(2);
    for (const word of said) expect(await found(operation).innerText()).toContain(word);
    await page.getByText('1 trace', { exact: true }).waitFor();
  });

  test('conditions hold for one span: an error of another service is none of its own', async () => {
    await open('/traces?service=storefront&errors=true');
    await page.getByText('No traces match').waitFor();
  });

  test('a service leads to its traces, with the same time', async () => {
    await open('/services/payment?from=now-30m&to=now');
    await page.locator('main').getByRole('link', { name: 'Traces', exact: true }).click();
    await found('POST /checkout').waitFor();
    expect(new URL(page.url()).searchParams.get('from')).toBe('now-30m');
    expect(await violations(page)).toEqual([]);
  });

  async function openMetric({ name, kind }: SentMetric, fn: string): Promise<void> {
    const { metric: source } = await sourcesOf(visitor, server);
    const series = JSON.stringify([{ fn, metricName: name, metricType: kind, unit: 'ms' }]);
    await open(`/charts?source=${source}&groupBy=[]&series=${encodeURIComponent(series)}`);
  }
  const exemplar = () => page.getByRole('group', { name: 'Exemplars of Chart' }).getByRole('link');

  test('an exemplar of a chart opens its trace', async () => {
    await openMetric(took, 'avg');
    await exemplar().hover();
    await page.getByText('Click to open the trace').waitFor();
    expect(await exemplar().getAttribute('aria-label')).toMatch(/^Exemplar 900 ms, .*: open its trace$/);
    expect(await page.getByText('<b>a').isVisible()).toBe(true);
    expect(await violations(page)).toEqual([]);
    await exemplar().click();
    await page.getByRole('heading', { name: hex(0xabc, 32) }).waitFor();
    expect(new URL(page.url()).searchParams.get('span')).toContain(hex(0xa01, 16));
    await page.getByText('POST /charge', { exact: true }).first().waitFor();
  });

  test('the keyboard opens one too, also of a counter, and a trace that is not stored says so', async () => {
    await openMetric(sold, 'increase');
    await exemplar().waitFor();
    await page.getByRole('application', { name: 'Points of Chart' }).focus();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.getByText('Trace not found').waitFor();
  });

  test('exemplars are switched off, and the address says so', async () => {
    await openMetric(took, 'avg');
    await exemplar().waitFor();
    await page.getByText('Axes, legend and thresholds').click();
    await page.getByLabel(/^Show exemplars/).uncheck();
    await exemplar().waitFor({ state: 'detached' });
    await expect.poll(() => new URL(page.url()).searchParams.get('chart')).toContain('"exemplars":false');
    await page.reload();
    await page.getByRole('img', { name: 'Chart' }).waitFor();
    expect(await exemplar().count()).toBe(0);
  });

  test('a trace is the same on its page as in the list, and what has no name can be clicked', async () => {
    await open(`/services/ledger`);
    await page.getByRole('table', { name: 'Operations' }).getByRole('link', { name: '(empty)', exact: true }).click();
    await found('SELECT orders').getByRole('link').click();
    const panel = page.getByRole('complementary', { name: 'Span' });
    await panel.getByRole('heading', { name: '(empty)' }).waitFor();
    await page.getByText('Took 14 ms').waitFor();
    await page.getByText('ledger SELECT orders').first().waitFor();
    await page.getByRole('treeitem', { name: /\(empty\)/ }).waitFor();
  });

  test('a service has one colour in the table, on the map and among the traces', async () => {
    const swatch = (name: string, table: string) =>
      page
        .getByRole('table', { name: table })
        .getByRole('row')
        .filter({ hasText: name })
        .locator('[data-swatch]')
        .last();
    await open('/services');
    await page.getByRole('group', { name: /storefront calls payment/ }).waitFor();
    for (const name of ['storefront', 'payment', 'ledger']) {
      const color = await colorOf(swatch(name, 'Services'));
      expect(color).toMatch(/^rgb/);
      const box = page.getByRole('link', { name, exact: true }).locator('[data-swatch]');
      expect(await colorOf(box)).toBe(color);
    }
    const payment = await colorOf(swatch('payment', 'Services'));
    await open('/traces?service=payment');
    await found('POST /checkout').waitFor();
    expect(await colorOf(swatch('payment', 'Traces'))).toBe(payment);
  });

  test('a list that is longer than a page says so and goes on', async () => {
    await open('/traces');
    await page.getByText('200 traces so far').waitFor();
    await page.getByRole('button', { name: 'Show more' }).click();
    await page.getByText(`${plainTraces + 1} traces`, { exact: true }).waitFor();
    expect(await rows().count()).toBe(plainTraces + 2);
    expect(await page.getByRole('button', { name: 'Show more' }).count()).toBe(0);
  });

  test('a query, facets and a box over the heatmap narrow the list, and the way back widens it', async () => {
    const parts = () => new URL(page.url()).searchParams;
    const facets = page.getByRole('complementary', { name: 'Facets' });
    await open('/traces?q=SpanName:POST&spans=all');
    await found('POST /checkout').waitFor();
    await facets.getByRole('button', { name: 'Exclude storefront' }).click();
    await page.getByRole('button', { name: 'Remove filter ServiceName is not storefront' }).waitFor();
    expect(await found('POST /checkout').innerText()).toContain('payment');
    const map = page.getByRole('img', { name: 'Durations over time' });
    const box = await spot(map);
    // The upper half: the call of 900 ms, not the one of 20 ms.
    await page.mouse.move(box.x + 66, box.y + 2);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width, box.y + box.height / 2, { steps: 3 });
    await page.mouse.up();
    await page.getByRole('button', { name: 'Clear selection' }).waitFor();
    expect(Number(parts().get('minMs'))).toBeGreaterThan(20);
    expect(parts().get('partFrom')).toMatch(/Z$/);
    await found('POST /checkout').getByText('900 ms').waitFor();
    await page.getByRole('button', { name: 'Compare with the rest' }).press('Enter');
    const comparison = page.getByRole('region', { name: 'Selection compared with the rest' });
    const error = comparison.getByRole('listitem').filter({ hasText: 'Error' });
    await error.getByText('100 % of the selection').waitFor();
    await error.getByText('0 % of the rest').waitFor();
    expect(await violations(page)).toEqual([]);
    await error.getByRole('button', { name: 'Filter for Status Error' }).press('Enter');
    await page.getByRole('button', { name: 'Remove filter StatusCode is Error' }).waitFor();
    await page.goBack();
    await error.waitFor();
    await page.goBack();
    await comparison.waitFor({ state: 'detached' });
    await page.goBack();
    await page.getByRole('button', { name: 'Clear selection' }).waitFor({ state: 'detached' });
    expect([parts().get('minMs'), parts().get('q')]).toEqual([null, 'SpanName:POST']);
    // By keys: from the upper call down to the lower one, once the cells are those of the whole time again.
    await settled(page);
    const cells = page.getByRole('group', { name: /^Cells of Durations/ });
    for (const key of ['ArrowUp', 'ArrowUp', 'Shift+ArrowDown', 'Enter']) await cells.press(key);
    await page.getByRole('button', { name: 'Clear selection' }).waitFor();
    expect(Number(parts().get('minMs'))).toBeLessThan(20);
    expect(Number(parts().get('maxMs'))).toBeGreaterThan(900);
  });

  test('columns count spans and errors, and show any attribute', async () => {
    const cols = encodeURIComponent(JSON.stringify(['name', 'spans', 'errors', "SpanAttributes['http.route']"]));
    await open(`/traces?service=payment&errors=true&cols=${cols}`);
    await rows()
      .filter({ hasText: /POST \/checkout.*3.*1.*POST \/charge/s })
      .waitFor();
    await page.getByRole('button', { name: 'Columns' }).click();
    await page.getByRole('checkbox', { name: 'Duration', exact: true }).first().check();
    await page.getByRole('columnheader', { name: 'Duration' }).waitFor();
    await page.keyboard.press('Escape');
  });

  test('a trace is explored by keys: errors, words, folds and a closer look', async () => {
    const tree = page.getByRole('tree', { name: 'Spans' });
    const panel = page.getByRole('complementary', { name: 'Span' });
    await open(`/traces/${hex(0xabc, 32)}`);
    await tree.waitFor();
    await page.keyboard.press('e');
    await panel.getByRole('heading', { name: 'POST /charge', exact: true }).waitFor();
    await page.keyboard.press('ArrowDown');
    await panel.getByRole('heading', { name: 'POST /charge again' }).waitFor();
    await page.keyboard.press('/');
    await page.keyboard.type('AGAIN');
    await page.keyboard.press('Enter');
    await panel.getByRole('heading', { name: 'POST /charge again' }).waitFor();
    await page.getByText('1 of 1').waitFor();
    expect(new URL(page.url()).searchParams.get('span')).toBe(hex(0xa02, 16));
    await tree.press('Home');
    await tree.press('ArrowLeft');
    await page.getByRole('treeitem').nth(1).waitFor({ state: 'detached' });
    await page.keyboard.press('e');
    await page.getByRole('treeitem').nth(2).waitFor();
    await page.keyboard.press('z');
    const reset = page.getByRole('button', { name: 'Reset zoom' });
    await reset.waitFor();
    await page.reload();
    await reset.waitFor();
    await panel.getByRole('heading', { name: 'POST /charge', exact: true }).waitFor();
    expect(await page.getByRole('textbox', { name: 'Find in trace' }).inputValue()).toBe('AGAIN');
    await page.goBack();
    await reset.waitFor({ state: 'detached' });
    await page.keyboard.press('?');
    await page.getByRole('dialog').getByText('Next error').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(await violations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await panel.waitFor({ state: 'detached' });
  });

  test('a span leads to traces with the same value, and to its rows', async () => {
    const panel = page.getByRole('complementary', { name: 'Span' });
    await open(`/traces/${hex(0xabc, 32)}?span=${hex(0xa01, 16)}`);
    await panel.getByRole('button', { name: 'Filter for this http.route' }).click();
    await page.getByRole('button', { name: 'Remove filter SpanAttributes.http.route is POST /charge' }).waitFor();
    await found('POST /checkout').waitFor();
    await page.goBack();
    await panel.getByRole('button', { name: 'Open in…' }).click();
    await page.getByRole('menuitem', { name: 'All spans of the trace' }).click();
    await page.getByText('3 rows', { exact: true }).waitFor();
  });

  test('nothing went wrong on the way', () => {
    // Chromium reports refusals as errors: the trace of an exemplar that is not stored.
    expect(visitor.errors.filter((text) => !/status of 404 .*traces\/0+fff$/.test(text))).toEqual([]);
    expect(visitor.strays).toEqual([]);
  });
});
