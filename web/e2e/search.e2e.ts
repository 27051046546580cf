import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { violations } from './axe';
import { arrived, ask, countRows, enter } from './member';
import { startServer, type Server } from './server';
import { sendLogs } from './telemetry';
import { startBrowser, type Visitor } from './visitor';

const lines = 400;
/** Every tenth line is what is searched for. */
const isNeedle = (at: number) => at % 10 === 0;

/** Where something is on the page. */
async function spot(found: Locator) {
  const box = await found.boundingBox();
  if (box === null) throw new Error('it is not shown');
  return box;
}

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
    ({ key } = await ask<{ key: string }>(visitor, server, 'post', '/ingestion-keys', { name: 'e2e' }));
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
    await browser?.close();
    await server?.stop();
  });

  const go = (path: string) => page.goto(server.origin('ui') + path);
  const found = () => page.getByRole('grid', { name: 'Rows', exact: true });
  const around = () => page.getByRole('grid', { name: 'Surrounding rows' });
  const panel = () => page.getByRole('complementary', { name: 'Row' });
  const details = () => panel().getByRole('tabpanel', { name: 'Details' });
  const settled = () => page.locator('[data-stale]').waitFor({ state: 'detached' });

  /** Opens the surrounding rows of a needle far down in the search, and says how the search stood. */
  async function surround(at: number) {
    await go('/search?q=needle&from=now-1h&to=now');
    await page.getByText('40 rows', { exact: true }).waitFor();
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
