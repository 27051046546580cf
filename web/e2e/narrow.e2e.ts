import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { ask, enter } from './member';
import { startServer, type Server } from './server';
import { closeVisits, lead, startBrowser, type Visitor } from './visitor';
import { cutTexts, drawnTwice } from './widths';

const columns = 24;
const allWidths = Array.from({ length: columns - 1 }, (_, at) => at + 2);

/** Values whose texts are of different lengths, with their formats. */
const values = [
  { name: 'RAM Total', expression: 'vector(252 * 1024 ^ 3)', numberFormat: { output: 'byte' }, text: '252 GiB' },
  { name: 'Uptime', expression: 'vector(43 * 60 + 36)', numberFormat: { output: 'duration' }, text: '43 min 36 s' },
  { name: 'Answers', expression: 'vector(-1234567890)', numberFormat: { output: 'number' }, text: '-1,234,567,890' },
];

const named = (share: number, mode: string) => `label_replace(vector(${share}), "mode", "${mode}", "", "")`;
const bars = {
  configType: 'promql',
  displayType: 'bar',
  numberFormat: { output: 'percent', mantissa: 2 },
  queries: [{ expression: `${named(0.9553, 'busy in the system')} or ${named(0.099, 'idle')}`, legend: '{{mode}}' }],
};

const configOf = (displayType: string, ...all: string[]) => ({
  configType: 'promql',
  displayType,
  queries: all.map((expression) => ({ expression })),
});

const widthOf = async (one: Locator) => (await one.boundingBox())?.width ?? 0;

/** A tile for each of the widths, below each other so that none makes room for another one. */
function tilesOf(name: string, config: object, h: number) {
  return allWidths.map((w, at) => ({ name, x: 0, y: at * h, w, h, config }));
}

// Tiles of any width, which need no telemetry.
describe('tiles with little room', () => {
  let server: Server;
  let browser: Browser;
  let visitor: Visitor;
  let page: Page;

  beforeAll(async () => {
    [server, browser] = await Promise.all([startServer(), startBrowser()]);
    visitor = await enter(browser, server);
    ({ page } = visitor);
  });

  afterAll(async () => {
    await closeVisits();
    await server?.stop();
  });

  const tile = (name: string) => page.getByRole('region', { name, exact: true });

  async function open(name: string, tiles: object[]): Promise<void> {
    const { id } = await ask<{ id: string }>(visitor, server, 'post', '/dashboards', { name, tiles });
    await page.setViewportSize({ width: 1280, height: 900 });
    await lead(page, server.origin('ui'), `/dashboards/${id}`);
  }

  /** What is cut at both sizes of the window. */
  async function cut(): Promise<string[]> {
    const found: string[] = [];
    const first = page.locator('[data-tile]').first();
    const last = page.locator('[data-tile]').last();
    for (const width of [1280, 390]) {
      // oxlint-disable-next-line no-await-in-loop
      await page.setViewportSize({ width, height: 900 });
      // On a phone every tile is as wide as the last one, which takes all columns.
      const share = width === 390 ? 1 : 2 / columns;
      // oxlint-disable-next-line no-await-in-loop
      await expect.poll(async () => Math.round((await widthOf(first)) / (await widthOf(last)) / share)).toBe(1);
      // oxlint-disable-next-line no-await-in-loop
      await drawnTwice(page);
      // oxlint-disable-next-line no-await-in-loop
      found.push(...(await cutTexts(page, '[data-tile]')).map((one) => `${width}: ${one}`));
    }
    return found;
  }

  test.each(values)('a number such as $text keeps its first digits', async ({ name, text, ...query }) => {
    const { expression, numberFormat } = query;
    const config = { configType: 'promql', displayType: 'number', numberFormat, queries: [{ expression }] };
    await open(name, tilesOf(name, config, 2));
    await expect
      .poll(() => page.locator('[data-tile]').getByText(text, { exact: true }).count())
      .toBe(allWidths.length);
    expect(await cut()).toEqual([]);
  });

  test('bars keep their numbers', async () => {
    await open('Bars', tilesOf('CPU', bars, 4));
    await expect.poll(() => page.locator('[data-tile]').getByText('95.53 %').count()).toBe(allWidths.length);
    expect(await cut()).toEqual([]);
    await page.setViewportSize({ width: 1280, height: 900 });
    await drawnTwice(page);
    // Even the narrowest tile has room for these.
    const hidden = await page
      .locator('[data-tile]')
      .evaluateAll((tiles) =>
        tiles.flatMap((of) =>
          [...of.querySelectorAll('li button')]
            .filter(
              (one) =>
                one.scrollWidth > one.clientWidth ||
                one.getBoundingClientRect().right > of.getBoundingClientRect().right ||
                (one.closest('ul')?.scrollWidth ?? 0) > (one.closest('ul')?.clientWidth ?? 0),
            )
            .map((one) => `${one.textContent} at ${of.clientWidth}`),
        ),
      );
    expect(hidden).toEqual([]);
  });

  test('a short name is whole on the narrowest tile', async () => {
    const config = { configType: 'promql', displayType: 'number', queries: [{ expression: 'vector(1)' }] };
    await open('Names', [{ name: 'Uptime', x: 0, y: 0, w: 2, h: 2, config }]);
    const name = page.locator('[data-tile]').getByRole('heading', { name: 'Uptime' });
    await name.waitFor();
    expect(await name.evaluate((one) => one.scrollWidth <= one.clientWidth)).toBe(true);
  });

  test('what is no finite number says so', async () => {
    await open('Odd', [
      { name: 'Over', x: 0, y: 0, w: 12, h: 6, config: configOf('number', 'vector(1) / 0') },
      { name: 'Nothing', x: 12, y: 0, w: 12, h: 6, config: configOf('number', 'vector(1) > 2') },
      { name: 'All', x: 0, y: 6, w: 24, h: 8, config: configOf('line', 'vector(1) / 0', 'vector(NaN)', 'vector(2)') },
    ]);
    await tile('Over').getByText('NaN or ∞').waitFor();
    await tile('Nothing').getByText('–', { exact: true }).waitFor();
    await tile('All')
      .getByText(/values are NaN or infinite and not shown; .*vector\(NaN\).* have no others/)
      .waitFor();
  });

  test('a condition is asked for where it narrows something', async () => {
    const condition = page.getByRole('textbox', { name: 'Condition for all tiles' });
    const prom = { configType: 'promql', displayType: 'number', queries: [{ expression: 'vector(1)' }] };
    const tiles = [{ name: 'One', x: 0, y: 0, w: 4, h: 2, config: prom }];
    await open('PromQL alone', tiles);
    await page.getByRole('region', { name: 'One' }).getByText('1', { exact: true }).waitFor();
    expect(await condition.count()).toBe(0);
    const [source] = await ask<{ id: string; kind: string }[]>(visitor, server, 'get', '/sources');
    const search = { displayType: 'search', sourceId: source?.id, select: '', where: '' };
    await open('Events, too', [...tiles, { name: 'Events', x: 4, y: 0, w: 8, h: 4, config: search }]);
    await condition.waitFor();
  });

  test('the largest number there is has an axis', async () => {
    const config = {
      configType: 'promql',
      displayType: 'line',
      legend: 'table',
      queries: [{ expression: 'vector(1.7976931348623157e308)' }],
    };
    await open('Largest', [{ name: 'Largest', x: 0, y: 0, w: 24, h: 10, config }]);
    const row = page.getByRole('row', { name: /^vector/ });
    await row.waitFor();
    expect(await row.innerText()).not.toMatch(/Infinity|T\b/);
    expect((await row.innerText()).match(/1\.8e\+308/g)?.length).toBeGreaterThanOrEqual(3);
  });
});
