import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { violations } from './axe';
import { arrived, countRows, enter, makeKey } from './member';
import { startServer, type Server } from './server';
import { spot } from './spot';
import { sendLogs, sendSpans } from './telemetry';
import { closeVisits, lead, startBrowser, type Visitor } from './visitor';

const lines = 400;
/** Every tenth line is what is searched for. */
const isNeedle = (at: number) => at % 10 === 0;

/** The search for all needles. */
const needles = '?q=needle&from=now-1h&to=now';

/** How far a table is scrolled. */
function top(grid: Locator): Promise<number> {
  return grid.evaluate((element) => element.scrollTop);
}

/** The row that is open. */
function open(grid: Locator): Locator {
  return grid.getByRole('row', { selected: true });
}

/** A row that ends with a message. */
function cell(text: string): RegExp {
  return new RegExp(`${text}$`);
}

// One installation and one person; the steps look at the same rows.
describe('reading what a search has found', () => {
  let server: Server;
  let browser: Browser;
  let visitor: Visitor;
  let page: Page;
  let key: string;

  beforeAll(async () => {
    [server, browser] = await Promise.all([startServer(), startBrowser()]);
    visitor = await enter(browser, server);
    ({ page } = visitor);
    key = await makeKey(visitor, server);
    await sendLogs(
      server,
      key,
      Array.from({ length: lines }, (_, at) => ({
        body: isNeedle(at) ? `needle ${at}` : `line ${at}`,
        service: at % 2 === 0 ? 'shop' : 'cart',
        ago: 5 + at,
      })),
    );
    await arrived(() => countRows(visitor, server, 'log', ''), lines);
  });

  afterAll(async () => {
    await closeVisits();
    await server?.stop();
  });

  const go = (path: string) => lead(page, server.origin('ui'), path);
  const found = () => page.getByRole('grid', { name: 'Rows', exact: true });
  const around = () => page.getByRole('grid', { name: 'Surrounding rows' });
  const panel = () => page.getByRole('complementary', { name: 'Row' });
  const details = () => panel().getByRole('tabpanel', { name: 'Details' });
  const settled = () => page.locator('[data-stale]').waitFor({ state: 'detached' });

  /** Shows the search without an open row; it may be there already. */
  async function showNeedles() {
    if (!new URL(page.url()).search.startsWith(needles)) await go(`/search${needles}`);
    else if ((await panel().count()) > 0) await page.keyboard.press('Escape');
    await panel().waitFor({ state: 'detached' });
    await page.getByText('40 rows', { exact: true }).waitFor();
  }

  /** Opens the surrounding rows of a needle far down in the search, and says how the search stood. */
  async function surround(at: number) {
    await showNeedles();
    await found().evaluate((element) => element.scrollTo(0, 300));
    await found().getByText(`needle ${at}`, { exact: true }).click();
    const before = { top: await top(found()), url: new URL(page.url()).searchParams };
    await panel().getByRole('tab', { name: 'Surrounding rows' }).click();
    await panel().getByText('All', { exact: true }).click();
    await around()
      .getByText(`line ${at - 1}`, { exact: true })
      .waitFor();
    return before;
  }

  test.each([150, 200, 250])('surrounding rows open at row %i and grow in both directions', async (at) => {
    await surround(at);
    const own = open(around());
    expect(await own.innerText()).toMatch(cell(`needle ${at}`));
    const [row, grid] = [await spot(own), await spot(around())];
    expect(row.y).toBeGreaterThan(grid.y + 100);
    expect(row.y + row.height).toBeLessThan(grid.y + grid.height - 100);
    await around()
      .getByText(`line ${at + 1}`, { exact: true })
      .waitFor();
    for (const [more, edge, end] of [
      ['Show newer rows', `needle ${at - 100}`, 0],
      ['Show older rows', `needle ${at + 100}`, 1_000_000],
    ] as const) {
      const button = panel().getByRole('button', { name: more });
      await button.click();
      await settled();
      expect(Math.abs((await spot(own)).y - row.y), `after ${more}`).toBeLessThan(2);
      await around().evaluate((element, to) => element.scrollTo(0, to), end);
      await around().getByText(edge, { exact: true }).waitFor();
      await panel().getByRole('button', { name: 'Back to the row' }).click();
      expect(Math.abs((await spot(own)).y - row.y), `back after ${more}`).toBeLessThan(2);
    }
    expect(await violations(page)).toEqual([]);
  });

  test('all that there is around a row has no button for more', async () => {
    await surround(200);
    for (const more of ['Show newer rows', 'Show older rows']) {
      const button = panel().getByRole('button', { name: more });
      while ((await button.count()) > 0) {
        await button.click();
        await settled();
      }
    }
    await panel().getByText(`${lines} rows`).waitFor();
  });

  test.each(['button', 'browser', 'key'] as const)('a surrounding row leads back by %s', async (way) => {
    const before = await surround(200);
    await around().getByText('line 203', { exact: true }).click();
    await details().getByText('line 203', { exact: true }).waitFor();
    await page.reload();
    await details().getByText('line 203', { exact: true }).waitFor();
    expect(await open(found()).innerText()).toMatch(cell('needle 200'));
    await found().evaluate((element, to) => element.scrollTo(0, to), before.top);
    if (way === 'button') await panel().getByRole('button', { name: 'Back to surrounding rows' }).click();
    if (way === 'browser') await page.goBack();
    if (way === 'key') await page.keyboard.press('Escape');
    expect(await open(around()).innerText()).toMatch(cell('needle 200'));
    await page.keyboard.press('Escape');
    await panel().waitFor({ state: 'detached' });
    const { searchParams } = new URL(page.url());
    for (const part of ['q', 'from', 'to']) expect(searchParams.get(part)).toBe(before.url.get(part));
    expect(await top(found())).toBe(before.top);
  });

  /** Follows what a service says from now on, with the pointer away from the rows. */
  async function follow(service: string) {
    await go(`/search?q=service:${service}&live=1`);
    await page.mouse.move(5, 5);
    await page.getByText('Live', { exact: true }).waitFor();
    return (count: number, word: string) =>
      sendLogs(
        server,
        key,
        Array.from({ length: count }, (_, at) => ({ body: `${word} ${at}`, service })),
      );
  }

  const fresh = (count: number) => page.getByRole('button', { name: `${count} new`, exact: true });

  test('the live tail holds still under the pointer and goes on after it', async () => {
    const say = await follow('pointed');
    await say(3, 'early');
    const row = found().getByText('early 1', { exact: true });
    await row.hover();
    const before = await spot(row);
    await say(2, 'late');
    await fresh(2).waitFor();
    expect(await spot(row)).toEqual(before);
    await page.getByText('Paused while you read').waitFor();
    await page.mouse.move(5, 5);
    await found().getByText('late 1', { exact: true }).waitFor();
    await page.getByText('Live', { exact: true }).waitFor();
  });

  test('the live tail holds still while it is scrolled, until new rows are asked for', async () => {
    const say = await follow('scrolled');
    await say(80, 'early');
    await page.getByText('80 rows kept').waitFor();
    await found().evaluate((element) => element.scrollTo(0, 400));
    await page.getByText('Paused while you read').waitFor();
    await say(5, 'late');
    await fresh(5).waitFor();
    expect(await top(found())).toBe(400);
    expect(await violations(page)).toEqual([]);
    await fresh(5).click();
    await found().getByText('late 0', { exact: true }).waitFor();
    expect(await top(found())).toBe(0);
    await say(1, 'latest');
    await found().getByText('latest 0', { exact: true }).waitFor();
  });

  test('the live tail holds still beside an open row', async () => {
    const say = await follow('opened');
    await say(3, 'early');
    await found().getByText('early 1', { exact: true }).click();
    await page.mouse.move(5, 5);
    await page.getByText('Paused while a row is open').waitFor();
    await say(2, 'late');
    await fresh(2).click();
    await found().getByText('late 1', { exact: true }).waitFor();
    expect(await open(found()).innerText()).toMatch(cell('early 1'));
    await say(1, 'later');
    await fresh(1).waitFor();
    await panel().getByRole('button', { name: 'Close row' }).click();
    await page.mouse.move(5, 5);
    await found().getByText('later 0', { exact: true }).waitFor();
  });

  const signs = ['\u0000', '\u001B', '\u007F', '\u200B', '\u202E', '\u2066', '\u2028', '\uFEFF'];
  const trace = Array.from({ length: 60 }, (_, at) => `    at shop.orders.Checkout.step${at}(Checkout.java:${at})`);

  /** Opens the details of the only row of a service. */
  async function read(service: string) {
    await go(`/search?q=service:${service}`);
    await page.getByText('1 row', { exact: true }).waitFor();
    await found().getByText('strange', { exact: false }).first().click();
    await details().waitFor();
  }

  test('signs that can’t be seen are shown, turn nothing around, and are copied as they are', async () => {
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    const body = `strange ${signs.join('first')}last`;
    await sendLogs(server, key, [{ body, service: 'signs', attributes: { note: body } }]);
    await arrived(() => countRows(visitor, server, 'log', 'service:signs'), 1);
    await read('signs');
    const texts = [
      found().getByText('strange', { exact: false }).first(),
      details().locator('pre'),
      details().getByRole('listitem').filter({ hasText: 'note' }).locator('span').nth(1),
    ];
    for (const text of texts) {
      expect(await text.locator('bdi').count()).toBe(signs.length);
      const shown = await text.locator('bdi').evaluateAll((marks) =>
        marks.map((mark) => ({
          text: mark.getAttribute('data-sign') ?? '',
          width: mark.getBoundingClientRect().width,
          left: mark.getBoundingClientRect().left,
          top: mark.getBoundingClientRect().top,
        })),
      );
      expect(shown.map((mark) => mark.text)).toEqual(
        expect.arrayContaining([String.raw`\x00`, String.raw`\x1b`, String.raw`\u{202e}`]),
      );
      expect(shown.every(({ width }) => width > 0)).toBe(true);
      // From left to right, line by line: nothing has turned the text.
      const inOrder = shown.toSorted((one, other) => one.top - other.top || one.left - other.left);
      expect(shown).toEqual(inOrder);
      expect(
        await text.evaluate((element) => {
          getSelection()?.selectAllChildren(element);
          return getSelection()?.toString();
        }),
      ).toContain('\u202Efirst\u2066');
    }
    await details().getByRole('button', { name: 'Copy message' }).click();
    expect((await page.evaluate(() => navigator.clipboard.readText())).replaceAll('\u0000', '')).toBe(
      body.replaceAll('\u0000', ''),
    );
    // As a filter, the value finds its row.
    const filter = {
      field: 'LogAttributes.note',
      expression: "LogAttributes['note']",
      values: [body],
      isExcluding: false,
    };
    for (const lang of ['lucene', 'sql']) {
      await go(`/search?lang=${lang}&filters=${encodeURIComponent(JSON.stringify([filter]))}`);
      await page.getByText('1 row', { exact: true }).waitFor();
    }
  });

  test('a long value is cut until it is wanted, and a stack trace has the whole width', async () => {
    const long = 'x'.repeat(9_000);
    await sendLogs(server, key, [
      {
        body: 'strange and long',
        service: 'long',
        attributes: { a_long: long, exception_stacktrace: trace.join('\n'), z_short: 'seen' },
      },
    ]);
    await arrived(() => countRows(visitor, server, 'log', 'service:long'), 1);
    await read('long');
    const line = (name: string) => details().getByRole('listitem').filter({ hasText: name });
    expect((await spot(line('a_long'))).height).toBeLessThan(300);
    const stack = details().getByRole('group', { name: 'exception_stacktrace' });
    const [box, whole] = [await spot(stack), await spot(details())];
    expect(box.width).toBeGreaterThan(whole.width - 60);
    expect(box.height).toBeLessThan(360);
    // Every line stands on its own: as many lines as the trace has, and none wrapped.
    const lineHeight = 18;
    expect(await stack.evaluate((element) => element.scrollHeight)).toBeLessThan(trace.length * lineHeight + 30);
    expect((await spot(line('z_short'))).y).toBeLessThan(900);
    await line('a_long').getByRole('button', { name: 'Show all 9,000 characters' }).click();
    expect(await line('a_long').innerText()).toContain(long);
    await line('a_long').getByRole('button', { name: 'Show less' }).click();
    expect((await spot(line('a_long'))).height).toBeLessThan(300);
    expect(await violations(page)).toEqual([]);
  });

  test('the links of a span lead to the other trace and back', async () => {
    const [one, other] = ['6bf92f3577b34da6a3ce929d0e0e4701', '6bf92f3577b34da6a3ce929d0e0e4702'];
    await sendSpans(server, key, [
      { name: 'publish', service: 'shop', traceId: one, id: '00f067aa0ba90201', start: 0, length: 5 },
      { name: 'root', service: 'worker', traceId: other, id: '00f067aa0ba90202', start: 20, length: 9 },
      {
        name: 'consume',
        service: 'worker',
        traceId: other,
        id: '00f067aa0ba90203',
        parent: '00f067aa0ba90202',
        start: 22,
        length: 5,
        links: [{ traceId: one, spanId: '00f067aa0ba90201', attributes: { kind: 'batch' } }],
      },
    ]);
    await arrived(() => countRows(visitor, server, 'trace', ''), 3);
    await go(`/traces/${other}?from=now-15m&to=now`);
    await page.getByRole('treeitem').filter({ hasText: 'consume' }).click();
    const span = page.getByRole('complementary', { name: 'Span' });
    const links = span.getByRole('region', { name: 'Links', exact: true });
    await links.getByText('batch').waitFor();
    expect(await violations(page)).toEqual([]);
    await links.getByRole('link').click();
    await span.getByRole('heading', { name: 'publish' }).waitFor();
    expect(new URL(page.url()).pathname).toBe(`/traces/${one}`);
    expect(new URL(page.url()).searchParams.get('from')).toBe('now-15m');
    await page.goBack();
    await span.getByRole('heading', { name: 'consume' }).waitFor();
  });

  test('the open row is left for the next one by a key or a button', async () => {
    await go('/search?q=needle');
    await found().getByText('needle 20', { exact: true }).click();
    for (const [step, want] of [
      ['j', 'needle 30'],
      ['j', 'needle 40'],
      ['k', 'needle 30'],
      ['Next row', 'needle 40'],
      ['Previous row', 'needle 30'],
    ] as const) {
      if (step.length === 1) await page.keyboard.press(step);
      else await panel().getByRole('button', { name: step }).click();
      await details().locator('pre').getByText(want, { exact: true }).waitFor();
      expect(await open(found()).innerText()).toMatch(cell(want));
    }
    await page.getByRole('textbox', { name: 'Query' }).click();
    await page.keyboard.type('j');
    expect(await open(found()).innerText()).toMatch(cell('needle 30'));
  });

  test('a reload shows the open row in its place', async () => {
    await surround(300);
    await page.reload();
    await around().getByText('line 298', { exact: true }).waitFor();
    expect(await open(around()).innerText()).toMatch(cell('needle 300'));
    expect(await open(found()).innerText()).toMatch(cell('needle 300'));
    const [row, grid] = [await spot(open(found())), await spot(found())];
    expect(row.y).toBeGreaterThan(grid.y);
    expect(row.y + row.height).toBeLessThan(grid.y + grid.height);
  });
});
